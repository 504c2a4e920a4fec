import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { AutoRefreshControl } from '#web/tasks/refresh/auto-refresh.tsx'
import type { AutoRefresh } from '#web/tasks/refresh/use-auto-refresh.ts'
import type { TaskList } from '#web/tasks/use-task-list.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IN_HAND, NARROW, useMedia } from '#web/ui/media.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Sentence } from '#web/ui/sentence.tsx'

/** The `id` of the text that says how old the rows are. */
const FRESHNESS_ID = 'freshness'

/** The heading of the list, and the age of its rows. */
export function TasksHeader({
  list,
  autoRefresh,
  choices,
  tools,
}: {
  list: TaskList
  autoRefresh: AutoRefresh
  /** scene and page size; on a narrow screen they are in one sheet with auto-refresh */
  choices: ReactNode
  /** beside the heading on a narrow screen */
  tools: ReactNode
}) {
  const isNarrow = useMedia(NARROW)
  const isInHand = useMedia(IN_HAND)
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[1fr_auto_auto_auto] xl:grid-cols-[auto_1fr_auto_auto_auto]">
      <div
        className={isInHand ? 'contents' : 'flex flex-wrap items-center justify-between gap-x-2'}
      >
        <PageHeading>{m.title_tasks()}</PageHeading>
        {isNarrow && tools}
      </div>
      <p
        id={FRESHNESS_ID}
        // Keeps its height while empty, to avoid a layout shift when the text appears.
        className="min-h-5 text-sm text-muted tabular-nums max-sm:col-start-1 max-sm:row-start-2 lg:min-w-32 xl:col-start-3"
      >
        {list.current !== undefined && (
          <Sentence say={(ago) => m.tasks_updated({ ago })}>
            <RelativeTime at={list.current.readAt} />
          </Sentence>
        )}
      </p>
      {!isInHand && <RefreshButton list={list} />}
      <AutoRefreshControl
        list={list}
        autoRefresh={autoRefresh}
        choices={isNarrow ? choices : undefined}
      />
    </div>
  )
}

/** The button "Refresh". It is in the header, or beside the pagination, where a thumb can reach it. */
export function RefreshButton({ list }: { list: TaskList }) {
  const { isFetching } = list.reads.page
  return (
    <Button
      aria-describedby={FRESHNESS_ID}
      onClick={list.refresh}
      className="justify-self-end max-sm:col-start-2 max-sm:row-start-2 xl:col-start-4"
    >
      <RefreshCw aria-hidden className={classNames('size-3.5', isFetching && 'animate-spin')} />
      {m.tasks_refresh()}
    </Button>
  )
}
