import type { ErrorComponentProps } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'

import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands in for a screen that broke. The key and the form's draft are in the tab's storage: a reload has them. */
export function Crash({ error }: ErrorComponentProps) {
  const isNotLoaded = isChunkFailure(error)
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title={isNotLoaded ? m.crash_chunk_title() : m.crash_title()}
        actions={
          <Button
            tone="primary"
            onClick={() => {
              location.reload()
            }}
          >
            {m.crash_reload()}
          </Button>
        }
      >
        {isNotLoaded ? m.crash_chunk_text() : m.crash_text()}
      </EmptyState>
    </div>
  )
}

/** Each browser has its own words for a module that did not come. */
function isChunkFailure(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return /dynamically imported module|importing a module script|error loading/i.test(message)
}
