import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'

import { useReplaceKey } from '#web/accounts/manage/account-dialogs.tsx'
import { InsightsScreen } from '#web/insights/insights-screen.tsx'
import { readScope, writeScope } from '#web/insights/reading/scope.ts'
import { readInsightsAddress } from '#web/routes/-insights-address.ts'
import { CreatePosterLink } from '#web/routes/-create-poster-link.tsx'

/** /insights?status=&scene=&from=&to= reads a short list by itself. */
export const Route = createFileRoute('/insights')({
  validateSearch: readInsightsAddress,
  component: Insights,
})

function Insights() {
  const { scope, invalid } = readScope(Route.useSearch())
  const navigate = useNavigate()
  const replaceKey = useReplaceKey()
  return (
    <InsightsScreen
      scope={scope}
      ignored={invalid}
      onScopeChange={(next) => {
        void navigate({ to: '/insights', search: writeScope(next), resetScroll: false })
      }}
      onReplaceKey={replaceKey}
      createPosterLink={<CreatePosterLink />}
      renderTaskLink={(uuid, label, shown) => (
        <Link
          to="/tasks"
          search={taskSearch(uuid)}
          aria-label={label}
          className="inline-block min-h-6 min-w-6 font-mono underline decoration-edge underline-offset-4"
        >
          <bdi lang="">{shown}</bdi>
        </Link>
      )}
    />
  )
}

/** The address of a task's details. */
function taskSearch(task: string): { status?: unknown; task: string } {
  return { task }
}
