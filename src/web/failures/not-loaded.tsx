import { m } from '#web/messages/generated/messages.js'

/** Replaces a part of the screen whose code did not load. */
export function NotLoaded() {
  return (
    <p role="alert" className="p-4">
      {m.crash_chunk_text()}
    </p>
  )
}
