import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

import { type PosterTaskRequest, readPosterPrefill } from '#contract/poster-tasks.ts'
import { FIRST_PAGE } from '#contract/video-tasks.ts'
import { useReplaceKey } from '#web/accounts/manage/account-dialogs.tsx'
import { useAccount } from '#web/accounts/account-services.ts'
import { m } from '#web/messages/generated/messages.js'
import { prepareHostInfo } from '#web/api/host-info.ts'
import { countShared } from '#web/posters/picture/shared-pictures.tsx'
import { searchForTask, tasksParams } from '#web/task-list/tasks-address.ts'
import { PostersScreen } from '#web/posters/posters-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { LendButton } from '#web/routes/-lend-button.tsx'
import { TaskMarkingProvider } from '#web/routes/-task-marking.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { HOLD_MS, withTimeout } from '#web/ui/with-timeout.ts'

const SelectionBar = lazyPart(
  async () => (await import('#web/tasks/selection/selection-bar.tsx')).SelectionBar,
  NotLoaded,
)

/** /posters?image_url=&prompt= fills in the form and never submits it. shared=lost: what was shared with the app has not arrived. */
export const Route = createFileRoute('/posters')({
  // The loader is not among the code that starts.
  codeSplitGroupings: [['loader', 'component']],
  // The screen reads them: the code that checks an address of a picture is not among the code that starts.
  validateSearch: (raw: Partial<PosterTaskRequest> & { shared?: string } & SearchSchemaInput) => ({
    raw: { ...raw },
  }),
  // The form has a place for pictures if the host takes them, and above it one for shared ones. It must not move when they are known.
  loader: () => withTimeout(HOLD_MS, Promise.all([prepareHostInfo(), countShared()])),
  component: Posters,
})

function Posters() {
  const account = useAccount()
  const navigate = useNavigate()
  const replaceKey = useReplaceKey()
  const { raw } = Route.useSearch()
  const { prefill, ignored } = useMemo(() => readPosterPrefill(raw), [raw])
  if (account === null) return null
  return (
    <TaskMarkingProvider>
      <PostersScreen
        prefill={prefill}
        ignored={ignored}
        isShareLost={raw.shared === 'lost'}
        // The filled-in values become a draft, so that a reload restores the edited form.
        onPrefilled={() => {
          void navigate({ to: '/posters', search: {}, replace: true })
        }}
        account={account}
        onReplaceKey={replaceKey}
        accountsLink={
          <Link to="/accounts" className={buttonClass()}>
            {m.poster_read_only_accounts()}
          </Link>
        }
        renderTasksLink={(label, to = {}) => (
          <Link
            to="/tasks"
            search={tasksParams({
              request: { pageNumber: to.page ?? FIRST_PAGE },
              search: to.find === undefined ? undefined : searchForTask(to.find),
              task: to.find ?? to.task,
            })}
            className={to.className ?? buttonClass()}
          >
            {label}
          </Link>
        )}
        renderSelection={(selection) => (
          <SelectionBar
            selection={selection}
            renderLendButton={(tasks) => <LendButton tasks={tasks} />}
          />
        )}
      />
    </TaskMarkingProvider>
  )
}
