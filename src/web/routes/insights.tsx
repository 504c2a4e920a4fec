import {
  createFileRoute,
  redirect,
  type SearchSchemaInput,
  useNavigate,
  useRouter,
} from '@tanstack/react-router'

import { useReplaceKey } from '#web/accounts/manage/account-dialogs.tsx'
import { InsightsScreen } from '#web/insights/insights-screen.tsx'
import { readScope, writeScope } from '#web/insights/reading/scope.ts'
import { statusIn, withSearchReader } from '#web/task-list/search/search-address.ts'
import type { TasksParams } from '#web/task-list/tasks-address.ts'
import { CreatePosterLink } from '#web/routes/-create-poster-link.tsx'

/** /insights?status=&scene=&q= reads a short list by itself. */
export const Route = createFileRoute('/insights')({
  validateSearch: (raw: TasksParams & SearchSchemaInput) => readScope({ ...raw }),
  beforeLoad: async ({ search: { scope } }) => {
    const typed = await statusIn(scope.text)
    if (typed)
      redirect({ to: '/insights', search: writeScope({ ...scope, ...typed }), throw: true })
  },
  component: Insights,
})

function Insights() {
  const { scope, ignored } = Route.useSearch()
  const router = useRouter()
  const navigate = useNavigate()
  const replaceKey = useReplaceKey()
  return (
    <InsightsScreen
      scope={scope}
      ignored={ignored}
      onScopeChange={(next) => {
        withSearchReader((terms) => {
          const search = writeScope({ ...next, ...terms?.oneStatus(scope, next) })
          void navigate({ to: '/insights', search, resetScroll: false })
        })
      }}
      onReplaceKey={replaceKey}
      createPosterLink={<CreatePosterLink />}
      onOpen={(href) => router.history.push(href)}
    />
  )
}
