import { type ReactNode, use } from 'react'

import {
  FIRST_PAGE,
  type ListRequest,
  OTHER_FILTER_NAMES,
  withFilter,
} from '#contract/video-tasks.ts'
import type { StatusTotal, StatusTotals } from '#web/task-list/status-totals.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { FilterSelect } from '#web/video-task/filter-select.tsx'
import { filterOptions, pageSizeOptions } from '#web/video-task/filter-words.ts'
import { choicesPlace, filtersPlace, totalPlace } from '#web/tasks/places.ts'
import { AskedRequest } from '#web/tasks/asked-request.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select, type SelectOption } from '#web/ui/select.tsx'

interface FilterProps {
  /** called with a change; the list then starts at its first page */
  onRequestChange: (request: ListRequest) => void
}

/** The filter "Status", with other choices beside it. */
export function FilterBar({
  totals,
  isPlaceholder,
  choices,
  onRequestChange,
  onIntent,
}: FilterProps & {
  /** undefined before the first totals */
  totals: StatusTotals | undefined
  /** the totals are those of another scene: they are invisible, but reserve the space */
  isPlaceholder: boolean
  /** false if they do not fit here */
  choices: ReactNode
  /** called when the person is about to choose this filter */
  onIntent?: (request: ListRequest) => void
}) {
  const request = use(AskedRequest)
  const withStatus = (value: string) => ({
    ...withFilter(request, 'status', value),
    pageNumber: FIRST_PAGE,
  })
  return (
    <div className={filtersPlace}>
      <Segmented
        legend={m.tasks_status()}
        name="status"
        value={request.status ?? ''}
        segments={filterOptions('status').map((option) =>
          segment(option, totals?.get(withStatus(option.value).status), isPlaceholder),
        )}
        onChange={(value) => {
          onRequestChange(withStatus(value))
        }}
        onIntent={(value) => onIntent?.(withStatus(value))}
      />
      {choices !== false && <div className={choicesPlace}>{choices}</div>}
    </div>
  )
}

/** The selects of the other filters, and "Rows per page". */
export function ListChoices({ onRequestChange }: FilterProps) {
  const request = use(AskedRequest)
  const change = (next: ListRequest) => {
    onRequestChange({ ...next, pageNumber: FIRST_PAGE })
  }
  return (
    <>
      {OTHER_FILTER_NAMES.map((name) => (
        <FilterSelect key={name} name={name} filters={request} onChange={change} />
      ))}
      <Select
        label={m.tasks_rows_per_page()}
        value={String(request.pageSize)}
        options={pageSizeOptions(request.pageSize)}
        onChange={(value) => {
          change({ ...request, pageSize: Number(value) })
        }}
      />
    </>
  )
}

function segment(
  { value, label }: SelectOption,
  total: StatusTotal | undefined,
  isPlaceholder: boolean,
) {
  return {
    value,
    label,
    note: (
      <span className={classNames(totalPlace, isPlaceholder && 'invisible')}>
        {total && formatNumber(total.total)}
      </span>
    ),
    ...(total !== undefined &&
      !isPlaceholder && {
        title: () =>
          m.status_total_as_of({
            label,
            total: formatNumber(total.total),
            time: formatClock(total.asOf),
          }),
      }),
  }
}
