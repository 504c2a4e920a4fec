import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PHONE, NARROW, useMedia } from '#web/ui/media.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Sentence } from '#web/ui/sentence.tsx'

/** The `id` of the text that says how old the rows are. */
const FRESHNESS_ID = 'freshness'

/** The heading of the list, and the age of its rows. */
export function TasksHeader({
  readAt,
  tools,
  refresh,
  autoRefresh,
}: {
  /** when the rows on screen were read, in milliseconds since the epoch; undefined: they are not read yet */
  readAt: number | undefined
  /** beside the heading on a narrow screen */
  tools: ReactNode
  /** the button "Refresh"; on a phone it is beside the pagination */
  refresh: ReactNode
  /** the switch for auto-refresh, and the note about it */
  autoRefresh: ReactNode
}) {
  const isNarrow = useMedia(NARROW)
  const isPhone = useMedia(PHONE)
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[1fr_auto_auto_auto] xl:grid-cols-[auto_1fr_auto_auto_auto]">
      <div className={isPhone ? 'contents' : 'flex flex-wrap items-center justify-between gap-x-2'}>
        <PageHeading>{m.title_tasks()}</PageHeading>
        {isNarrow && tools}
      </div>
      <p
        id={FRESHNESS_ID}
        // Keeps its height while empty, to avoid a layout shift when the text appears.
        className="min-h-5 text-sm text-muted tabular-nums max-sm:col-start-1 max-sm:row-start-2 lg:min-w-40 xl:col-start-3"
      >
        {readAt !== undefined && (
          <Sentence say={(ago) => m.tasks_updated({ ago })}>
            <RelativeTime at={readAt} />
          </Sentence>
        )}
      </p>
      {!isPhone && refresh}
      {autoRefresh}
    </div>
  )
}

/** The button "Refresh". It is in the header, or beside the pagination, where a thumb can reach it. */
export function RefreshButton({
  isFetching,
  onClick,
}: {
  isFetching: boolean
  onClick?: () => void
}) {
  return (
    <Button
      aria-describedby={FRESHNESS_ID}
      onClick={onClick}
      className="justify-self-end max-sm:col-start-2 max-sm:row-start-2 xl:col-start-4"
    >
      <RefreshCw aria-hidden className={classNames('size-3.5', isFetching && 'animate-spin')} />
      {/* A phone has this button in the row of the pagination. */}
      <span className="max-xs:sr-only">{m.tasks_refresh()}</span>
    </Button>
  )
}
