import { type ReactNode, use } from 'react'

import {
  FIRST_PAGE,
  type ListRequest,
  MAX_PAGE_SIZE,
  OTHER_FILTER_NAMES,
  withFilter,
} from '#contract/video-tasks.ts'
import type { StatusTotal, StatusTotals } from '#web/task-list/status-totals.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatClock } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import { FilterSelect } from '#web/video-task/filter-select.tsx'
import type { SearchProps, TaskSearch } from '#web/task-list/search/search-address.ts'
import { SearchBox } from '#web/video-task/search/search-box.tsx'
import type { TaskList } from '#web/task-list/use-task-list.ts'
import { savedAddress, tasksAddress, type TasksAddress } from '#web/task-list/tasks-address.ts'
import { filterInWords, filterOptions } from '#web/video-task/filter-words.ts'
import {
  choicesClasses,
  filtersClasses,
  savedViewsClasses,
  searchClasses,
  termsClasses,
  totalClasses,
} from '#web/tasks/classes.ts'
import { NO_SEARCH } from '#web/task-list/search/search-address.ts'
import { PendingList, type TasksNavigation } from '#web/tasks/pending-list.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select, type SelectOption } from '#web/ui/select.tsx'

interface FilterProps {
  /** called with a change; the list then starts at its first page */
  onRequestChange: (request: ListRequest) => void
}

/** What the list is restricted to. */
export function ListFilters({
  list: { figures, prefetch },
  address,
  navigation: { onRequestChange, onSearchChange, onSavedView },
}: {
  list: TaskList
  address: TasksAddress
  navigation: TasksNavigation
}) {
  const { request, search } = address
  const searching = { search, onSearchChange }
  return (
    <>
      <FilterBar
        totals={figures.totals}
        isPlaceholder={figures.arePrevious}
        choices={
          <>
            <SavedViewLinks
              meanwhile={<div className={savedViewsClasses} />}
              address={savedAddress(address)}
              onSavedView={onSavedView}
            />
            <SearchBox
              {...searching}
              onIntent={(next) => prefetch({ ...request, pageNumber: FIRST_PAGE }, next)}
              className={searchClasses}
            />
          </>
        }
        onRequestChange={onRequestChange}
        onIntent={prefetch}
      />
      <ListTerms {...searching} onRequestChange={onRequestChange} onList={onSavedView} />
    </>
  )
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
  /** beside the filter, or below it */
  choices: ReactNode
  /** called when the person is about to choose this filter */
  onIntent?: (request: ListRequest) => void
}) {
  const { request } = use(PendingList)
  const withStatus = (value: string) => ({
    ...withFilter(request, 'status', value),
    pageNumber: FIRST_PAGE,
  })
  return (
    <div className={filtersClasses}>
      <Segmented
        legend={m.tasks_status()}
        name="status"
        value={request.status ?? ''}
        segments={filterOptions('status').map((option) =>
          segment(option, totals?.get(withStatus(option.value).status), isPlaceholder),
        )}
        onChange={(value) => onRequestChange(withStatus(value))}
        onIntent={(value) => onIntent?.(withStatus(value))}
      />
      <div className={choicesClasses}>{choices}</div>
    </div>
  )
}

const SavedViewLinks = lazyPart(
  async () => (await import('#web/tasks/saved-views/saved-view-controls.tsx')).SavedViewLinks,
  NotLoaded,
)
const SearchTerms = lazyPart(
  async () => (await import('#web/video-task/search/search-terms.tsx')).SearchTerms,
  NotLoaded,
)

/** What is searched for, and the filters that no control on every screen shows. */
function ListTerms({
  onRequestChange,
  onList,
  ...searching
}: FilterProps & SearchProps & { onList: (address: string) => void }) {
  const { request, search: pendingSearch } = use(PendingList)
  const chosen = filtersElsewhere(request)
  const isSearched = (one: TaskSearch | undefined) => one !== undefined && one.text !== ''
  if (!isSearched(searching.search) && chosen.length === 0) {
    // The results come together with its terms, but their place does not move then.
    return isSearched(pendingSearch) ? <div className="box-content h-control pb-0.5" /> : null
  }
  return (
    <div className={termsClasses}>
      <SearchTerms
        meanwhile={null}
        {...searching}
        onClear={() =>
          onList(tasksAddress({ search: { ...(searching.search ?? NO_SEARCH), text: '' } }))
        }
        filters={chosen.map(({ label, without }) => ({
          label,
          onRemove: () => onRequestChange(without),
        }))}
      />
    </div>
  )
}

/** The filters of a list that have no control on every screen, in words, each with the request without it. */
function filtersElsewhere(request: ListRequest): { label: string; without: ListRequest }[] {
  const first = { ...request, pageNumber: FIRST_PAGE }
  return OTHER_FILTER_NAMES.filter((name) => request[name] !== undefined).map((name) => ({
    label: filterInWords(request, name),
    without: withFilter(first, name, ''),
  }))
}

/** The offered page sizes. If the address has another size, it is offered, too. */
const PAGE_SIZES = [10, 20, 50, MAX_PAGE_SIZE]

/** The choices of "Rows per page". */
function pageSizeOptions(chosen: number): SelectOption[] {
  const sizes = [...new Set([...PAGE_SIZES, chosen])].toSorted((a, b) => a - b)
  return sizes.map((size) => ({ value: String(size), label: formatNumber(size) }))
}

/** The selects of the other filters, and "Rows per page". */
export function ListChoices({ onRequestChange }: FilterProps) {
  const { request } = use(PendingList)
  const change = (next: ListRequest) => onRequestChange({ ...next, pageNumber: FIRST_PAGE })
  return (
    <>
      {OTHER_FILTER_NAMES.map((name) => (
        <FilterSelect key={name} name={name} filters={request} onChange={change} />
      ))}
      <Select
        label={m.tasks_rows_per_page()}
        value={String(request.pageSize)}
        options={pageSizeOptions(request.pageSize)}
        onChange={(value) => change({ ...request, pageSize: Number(value) })}
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
      <span className={classNames(totalClasses, isPlaceholder && 'invisible')}>
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
