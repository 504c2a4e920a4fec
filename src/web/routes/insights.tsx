import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'

import { useReplaceKey } from '#web/accounts/manage/account-dialogs.tsx'
import { InsightsScreen } from '#web/insights/insights-screen.tsx'
import { readScope, type ScopeParams, writeScope } from '#web/insights/reading/scope.ts'
import { CreatePosterLink } from '#web/routes/-create-poster-link.tsx'

/** /insights?status=&scene=&from=&to= reads a short list by itself. */
export const Route = createFileRoute('/insights')({
  validateSearch: (raw: ScopeParams & SearchSchemaInput) => readScope({ ...raw }),
  component: Insights,
})

function Insights() {
  const { scope, ignored } = Route.useSearch()
  const navigate = useNavigate()
  const replaceKey = useReplaceKey()
  return (
    <InsightsScreen
      scope={scope}
      ignored={ignored}
      onScopeChange={(next) => {
        void navigate({ to: '/insights', search: writeScope(next), resetScroll: false })
      }}
      onReplaceKey={replaceKey}
      createPosterLink={<CreatePosterLink />}
      renderTaskLink={(uuid, label, shown) => (
        <Link
          to="/tasks"
          search={{ task: uuid }}
          aria-label={label}
          className="inline-block min-h-6 min-w-6 font-mono underline decoration-edge underline-offset-4"
        >
          <bdi lang="">{shown}</bdi>
        </Link>
      )}
    />
  )
}
