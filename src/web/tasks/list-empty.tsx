import { Film, ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'

import {
  DEFAULT_LIST_REQUEST,
  FILTER_NAMES,
  type FilterName,
  FIRST_PAGE,
  type ListFilters,
  type ListRequest,
} from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import type { EmptyReason } from '#web/task-list/list-page.ts'
import { filterOptions, filterWords } from '#web/video-task/filter-words.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/** Says why the list is empty, and offers the next step. */
export function EmptyList({
  reason,
  request,
  onRequestChange,
  createPosterLink,
}: {
  reason: EmptyReason
  request: ListRequest
  onRequestChange: (request: ListRequest) => void
  createPosterLink: ReactNode
}) {
  const goTo = (page: number, label: string) => (
    <Button
      onClick={() => {
        focusPageHeading()
        onRequestChange({ ...request, pageNumber: page })
      }}
    >
      {label}
    </Button>
  )
  switch (reason.kind) {
    case 'no-tasks':
      return (
        <EmptyState icon={<Film />} title={m.empty_none_title()} actions={createPosterLink}>
          {m.empty_none_text()}
        </EmptyState>
      )
    case 'no-match':
      return (
        <EmptyState
          icon={<ListFilter />}
          title={m.empty_filter_title()}
          actions={
            <Button
              onClick={() => {
                focusPageHeading()
                onRequestChange({ ...DEFAULT_LIST_REQUEST, pageSize: request.pageSize })
              }}
            >
              {m.empty_filter_action()}
            </Button>
          }
        >
          {m.empty_filter_text({ filters: filtersInWords(request) })}
        </EmptyState>
      )
    case 'past-the-end':
      return (
        <EmptyState
          icon={<Film />}
          title={m.empty_past_title({ page: formatNumber(request.pageNumber) })}
          actions={goTo(reason.lastPage, m.empty_past_action())}
        >
          {m.empty_past_text({
            pages: m.pages_count({ count: reason.lastPage, shown: formatNumber(reason.lastPage) }),
          })}
        </EmptyState>
      )
    case 'unexplained':
      return (
        <EmptyState
          icon={<Film />}
          title={m.empty_page_title()}
          actions={request.pageNumber > FIRST_PAGE && goTo(FIRST_PAGE, m.empty_page_action())}
        >
          {m.empty_page_text()}
        </EmptyState>
      )
  }
}

/** The filters that are set, for example "Status: Failed · Scene: Celebrity". */
function filtersInWords(filters: ListFilters): string {
  return FILTER_NAMES.filter((name) => filters[name] !== undefined)
    .map((name) =>
      m.filter_named({ name: filterWords[name].label(), value: valueInWords(filters, name) }),
    )
    .join(' · ')
}

function valueInWords(filters: ListFilters, name: FilterName): string {
  return filterOptions(name).find(({ value }) => value === filters[name])?.label ?? ''
}
