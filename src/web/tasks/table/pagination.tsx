import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, use, useEffect, useRef } from 'react'

import { FIRST_PAGE, type ListRequest } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { m } from '#web/messages/generated/messages.js'
import { isSameList, type ListPage, type SearchedList } from '#web/task-list/list-page.ts'
import { PendingList } from '#web/tasks/pending-list.ts'
import { TaskMarkingContext } from '#web/tasks/marks/task-marking.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'

/** Made once: React does not render the same element again. */
const icons = {
  first: <ChevronFirst aria-hidden className="size-4" />,
  previous: <ChevronLeft aria-hidden className="size-4" />,
  next: <ChevronRight aria-hidden className="size-4" />,
  last: <ChevronLast aria-hidden className="size-4" />,
}

const MarksNotice = lazyPart(
  async () => (await import('#web/tasks/marks/mark-controls.tsx')).MarksNotice,
  NotLoaded,
)

/** Pagination for a list whose length may be unknown. */
export function Pagination({
  shown,
  list,
  refresh,
  onRequestChange,
  onIntent,
  above,
}: {
  /** what the list is about, as long as another one is read */
  shown: ListRequest
  /** is beside the summary on small screens, where a thumb can reach it */
  refresh: ReactNode
  /** undefined while nothing is known about this list */
  list: Pick<ListPage, 'rows' | 'total' | 'pageCount' | 'searched'> | undefined
  onRequestChange: (request: ListRequest) => void
  /** called when the person is about to open this page */
  onIntent: (request: ListRequest) => void
  /** content above the pagination, also while the pagination is sticky at the bottom edge */
  above?: ReactNode
}) {
  const { request } = use(PendingList)
  const marking = use(TaskMarkingContext)
  const { pageNumber: page } = request
  const pageCount = list?.pageCount ?? null
  // The pages of another list say nothing about this one.
  const isKnown = isSameList(request, shown)
  const isFirst = page <= FIRST_PAGE
  const isLast = pageCount === null ? (list?.rows.length ?? 0) === 0 : page >= pageCount
  const step = (to: number, isOff: boolean, label: string, icon: ReactNode) => {
    const next = { ...request, pageNumber: to }
    const onNear = () => {
      if (!isOff) onIntent(next)
    }
    return (
      <Button
        aria-label={label}
        title={label}
        // Not `disabled`: the button must keep the keyboard focus when it reaches the last page.
        aria-disabled={isOff}
        className="w-9 px-0 max-xs:w-auto max-xs:max-w-14 max-xs:min-w-8 max-xs:flex-1"
        onClick={() => {
          if (!isOff && (isKnown || to === FIRST_PAGE)) onRequestChange(next)
        }}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {icon}
      </Button>
    )
  }
  const previous = pageCount === null ? page - 1 : Math.min(page - 1, pageCount)
  return (
    <div className="lower-bars">
      {marking?.news && <MarksNotice {...marking} news={marking.news} />}
      {above}
      <nav
        aria-label={m.pagination()}
        className="bleed mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t max-xs:flex-nowrap max-xs:gap-x-1 border-line bg-canvas pt-2.5 pb-safe text-sm"
      >
        <p
          role="status"
          // A phone has the same figures in its filters and beside the page.
          className="min-h-5 text-muted tabular-nums max-sm:basis-full max-xs:sr-only"
        >
          {list && summary(shown.pageNumber, list)}
        </p>
        <div className="flex flex-wrap items-center gap-1 max-xs:min-w-0 max-xs:flex-1 max-xs:flex-nowrap sm:gap-2">
          {step(FIRST_PAGE, isFirst, m.page_first(), icons.first)}
          {step(previous, isFirst, m.page_previous(), icons.previous)}
          <PageInput
            page={page}
            pageCount={pageCount}
            onPage={(to) => onRequestChange({ ...request, pageNumber: to })}
          />
          {step(page + 1, isLast, m.page_next(), icons.next)}
          {step(pageCount ?? page, isLast || pageCount === null, m.page_last(), icons.last)}
        </div>
        {refresh}
      </nav>
    </div>
  )
}

function summary(
  page: number,
  { total, pageCount, searched }: Pick<ListPage, 'total' | 'pageCount' | 'searched'>,
): string {
  if (total === null || pageCount === null) return m.page_unknown_total()
  const pages =
    page > pageCount
      ? m.pages_count({ count: pageCount, shown: formatNumber(pageCount) })
      : m.page_summary({ page: formatNumber(page), pages: formatNumber(pageCount) })
  return `${pages} · ${countInWords(total, searched)}`
}

/** How many tasks there are, or how many a search has found of how many. */
export function countInWords(
  count: number,
  searched?: Pick<SearchedList, 'total' | 'isRead'>,
): string {
  const shown = formatNumber(count)
  if (searched === undefined || (searched.isRead && searched.total === count)) {
    return m.tasks_count({ count, shown })
  }
  const { total, isRead } = searched
  if (total === null) return m.search_found_so_far({ found: shown })
  const found = { count: total, found: shown, total: formatNumber(total) }
  return isRead ? m.search_found(found) : m.search_found_of_about(found)
}

/** The field for the page number. Enter goes to that page. Leaving the field discards the typed text. */
function PageInput({
  page,
  pageCount,
  onPage,
}: {
  page: number
  pageCount: number | null
  onPage: (page: number) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The address has changed. Its page replaces the typed text.
    if (input.current === null) return
    input.current.value = String(page)
    // React leaves the default of a number field alone while it has the focus. What differs from it counts as typed.
    input.current.defaultValue = String(page)
  }, [page])
  function go() {
    const field = input.current
    if (field === null) return
    const typed = Number(field.value)
    const wanted = Math.min(Math.max(Math.trunc(typed), FIRST_PAGE), pageCount ?? Infinity)
    if (!Number.isSafeInteger(wanted) || field.value.trim() === '') field.value = String(page)
    else if (wanted === page) field.value = String(page)
    else onPage(wanted)
  }
  return (
    <form
      noValidate
      className="flex items-center gap-2 max-xs:gap-1 max-xs:px-1"
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <label className="flex items-center gap-2 text-muted">
        <span className="max-xs:sr-only">{m.page_number()}</span>
        <input
          ref={input}
          type="number"
          inputMode="numeric"
          enterKeyHint="go"
          min={FIRST_PAGE}
          max={pageCount ?? undefined}
          defaultValue={page}
          onBlur={(event) => {
            event.target.value = String(page)
          }}
          // Without its arrows, as with them a wheel over the field would change the number instead of scrolling the page.
          className="h-control w-14 sm:w-16 [&::-webkit-inner-spin-button]:hidden rounded-control border border-edge bg-surface px-2 text-center text-ink tabular-nums"
        />
      </label>
      {/* Reserve its space while the list loads. */}
      <span className="min-w-8 whitespace-nowrap text-muted tabular-nums sm:min-w-10">
        {pageCount !== null && m.page_of({ pages: formatNumber(pageCount) })}
      </span>
    </form>
  )
}
