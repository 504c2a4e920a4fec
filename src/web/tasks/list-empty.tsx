import { Film, ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'

import {
  DEFAULT_LIST_REQUEST,
  FILTER_NAMES,
  FIRST_PAGE,
  type ListFilters,
  type ListRequest,
} from '#contract/video-tasks.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import type { EmptyReason } from '#web/task-list/list-page.ts'
import { filterInWords } from '#web/video-task/filter-words.ts'
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
  const goTo = (next: ListRequest, label: string) => (
    <EmptyAction onPress={() => onRequestChange(next)}>{label}</EmptyAction>
  )
  const goToPage = (pageNumber: number, label: string) => goTo({ ...request, pageNumber }, label)
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
          actions={goTo(withoutFilters(request), m.empty_filter_action())}
        >
          {m.empty_filter_text({ filters: filtersInWords(request) })}
        </EmptyState>
      )
    case 'past-the-end':
      return (
        <EmptyState
          icon={<Film />}
          title={m.empty_past_title({ page: formatNumber(request.pageNumber) })}
          actions={goToPage(reason.lastPage, m.empty_past_action())}
        >
          {m.empty_past_text({
            pages: m.pages_count(counted(reason.lastPage)),
          })}
        </EmptyState>
      )
    case 'unexplained':
      return (
        <EmptyState
          icon={<Film />}
          title={m.empty_page_title()}
          actions={request.pageNumber > FIRST_PAGE && goToPage(FIRST_PAGE, m.empty_page_action())}
        >
          {m.empty_page_text()}
        </EmptyState>
      )
  }
}

/** What leaves an empty list. The button goes with it, so the focus moves to the heading. */
export function EmptyAction({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button
      onClick={() => {
        focusPageHeading()
        onPress()
      }}
    >
      {children}
    </Button>
  )
}

/** The first page of all tasks. */
export function withoutFilters({ pageSize }: ListRequest): ListRequest {
  return { ...DEFAULT_LIST_REQUEST, pageSize }
}

/** The filters that are set, for example "Status: Failed · Scene: Celebrity". */
export function filtersInWords(filters: ListFilters): string {
  return FILTER_NAMES.filter((name) => filters[name] !== undefined)
    .map((name) => filterInWords(filters, name))
    .join(' · ')
}
