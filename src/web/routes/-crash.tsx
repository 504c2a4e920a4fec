import type { ErrorComponentProps } from '@tanstack/react-router'

import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'

/** Stands in for a screen that broke. The key and the form's draft are in the tab's storage: a reload has them. */
export function Crash({ error }: ErrorComponentProps) {
  const isNotLoaded = isChunkFailure(error)
  return (
    // Written out: what other screens have for this may be among what did not come.
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <h2 className="text-lg font-semibold">
        {isNotLoaded ? m.crash_chunk_title() : m.crash_title()}
      </h2>
      <p className="max-w-[52ch] text-sm text-balance text-muted">
        {isNotLoaded ? m.crash_chunk_text() : m.crash_text()}
      </p>
      <Button tone="primary" onClick={() => location.reload()}>
        {m.crash_reload()}
      </Button>
    </div>
  )
}

/** Each browser has its own words for a module that did not come. */
function isChunkFailure(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return /dynamically imported module|importing a module script|error loading/i.test(message)
}
