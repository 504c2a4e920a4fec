import { TriangleAlert } from 'lucide-react'

import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands in for a screen that broke. The key and the form's draft are in the tab's storage: a reload has them. */
export function Crash() {
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title={m.crash_title()}
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
        {m.crash_text()}
      </EmptyState>
    </div>
  )
}
