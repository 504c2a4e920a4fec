import { m } from '#web/messages/generated/messages.js'

/** The skeleton of a screen while its code loads: a heading and a table. */
export function Pending() {
  return (
    <div role="status" className="flex animate-shimmer flex-col gap-4">
      <span className="sr-only">{m.page_loading()}</span>
      <div className="h-7 w-40 rounded-control bg-line" />
      <div className="h-8 w-full max-w-xl rounded-control bg-line" />
      <div className="h-[70dvh] rounded-panel border border-line bg-surface" />
    </div>
  )
}
