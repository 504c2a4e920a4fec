import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { freshnessClasses, headerClasses, headingClasses } from '#web/tasks/classes.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useMedia } from '#web/ui/media.ts'
import { PHONE } from '#web/ui/media-queries.ts'
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
  /** for the whole list */
  tools: ReactNode
  /** the button "Refresh"; on a phone it is beside the pagination */
  refresh: ReactNode
  /** the switch for auto-refresh and the note about it, or how many a search has found */
  autoRefresh: ReactNode
}) {
  const isPhone = useMedia(PHONE)
  return (
    <div className={headerClasses}>
      <div className={headingClasses(isPhone)}>
        <PageHeading>{m.title_tasks()}</PageHeading>
        {tools}
      </div>
      <p id={FRESHNESS_ID} className={freshnessClasses}>
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
      className="justify-self-end max-sm:col-start-2 max-sm:row-start-2 sm:last:-col-end-1 xl:col-start-4"
    >
      <RefreshCw aria-hidden className={classNames('size-3.5', isFetching && 'animate-spin')} />
      {/* A phone has this button in the row of the pagination. */}
      <span className="max-xs:sr-only">{m.tasks_refresh()}</span>
    </Button>
  )
}
