import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'

/** Says that the code of the app could not be loaded. */
export function NotStarted() {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-failed/40 bg-failed-soft px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">{m.app_not_loaded()}</p>
      <Button onClick={() => location.reload()}>{m.crash_reload()}</Button>
    </div>
  )
}

/** NotStarted as all that is on the page. */
export function NotStartedPage() {
  return (
    <main className="mx-auto gutter w-full max-w-7xl py-5">
      <NotStarted />
    </main>
  )
}
