import { m } from '#web/messages/generated/messages.js'

/** Stands where a part of the screen would, whose code did not come. */
export function NotLoaded() {
  return (
    <p role="alert" className="p-4">
      {m.crash_chunk_text()}
    </p>
  )
}
