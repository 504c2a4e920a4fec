import type { ErrorComponentProps } from '@tanstack/react-router'

import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { isNotLoaded } from '#web/ui/is-not-loaded.ts'

/** Replaces a screen that crashed. A reload restores the key and the draft from the tab's storage. */
export function Crash({ error }: ErrorComponentProps) {
  const isCodeMissing = isNotLoaded(error)
  return (
    // Plain elements: the code of shared components may be what failed to load.
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <h2 className="text-lg font-semibold">
        {isCodeMissing ? m.crash_chunk_title() : m.crash_title()}
      </h2>
      <p className="max-w-[52ch] text-sm text-balance text-muted">
        {isCodeMissing ? m.crash_chunk_text() : m.crash_text()}
      </p>
      <Button tone="primary" onClick={() => location.reload()}>
        {m.crash_reload()}
      </Button>
    </div>
  )
}
