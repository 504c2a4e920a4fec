import { FIRST_PAGE, hasFilter, type ListRequest, otherFilters } from '#contract/video-tasks.ts'
import type { EarlyAccount } from '#web/early/early-request.ts'
import type { PlainList, PlainTask } from '#web/early/plain-list.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatAge } from '#web/format/time.ts'
import { m } from '#web/messages/generated/messages.js'
import * as place from '#web/tasks/classes.ts'
import type { Column, ColumnId } from '#web/tasks/table/columns.ts'
import * as table from '#web/tasks/table/table-classes.ts'
import { tasksAddress } from '#web/task-list/tasks-address.ts'
import { SEARCH_ID } from '#web/ui/early-key.ts'
import { PHONE } from '#web/ui/media-queries.ts'
import * as ui from '#web/ui/classes.ts'
import { filterOptions } from '#web/video-task/filter-words.ts'
import { sceneLabel, statusLabel } from '#web/video-task/labels.ts'

/*
 * The tasks screen before React: native controls and links, and rows of text in the places of React's.
 */

/** What the screen shows. */
export interface EarlyView {
  account: EarlyAccount
  request: ListRequest
  /** the name of the task whose details the address opens; undefined: none */
  task?: string | undefined
  columns: readonly Column[]
  /** undefined: there are no rows yet */
  page: PlainList | undefined
}

/** The address of the screen. */
const TASKS = tasksAddress({})

type Attributes = Readonly<Record<string, string | undefined>>
type Child = Node | string | false | undefined
type Parts = readonly (Attributes | Child)[]

/** Makes an element of attributes and children. Texts become text nodes, never markup. */
export function make(tag: string, className: string, ...parts: Parts): HTMLElement {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  for (const part of parts) {
    if (part instanceof Node || typeof part === 'string') element.append(part)
    else if (typeof part === 'object') setAttributes(element, part)
  }
  return element
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value)
  }
}

const div = (className: string, ...parts: Parts) => make('div', className, ...parts)
const span = (className: string, ...parts: Parts) => make('span', className, ...parts)

/** Makes the elements of the screen. @param list the place of what makeList makes */
export function makeScreen(view: EarlyView, list: HTMLElement): HTMLElement[] {
  const { name, keyTail, isReadOnly } = view.account
  const link = (to: string, className: string, ...children: Parts) =>
    make(
      'a',
      className,
      { href: to, 'aria-current': to === TASKS ? 'page' : undefined },
      ...children,
    )
  const header = make(
    'header',
    ui.pageHeaderClasses(isReadOnly),
    div(
      ui.pageHeaderLineClasses,
      link(TASKS, ui.brandClasses, span('size-7 logo'), span('max-md:sr-only', m.app_name())),
      make(
        'nav',
        ui.navClasses,
        { 'aria-label': m.nav_label() },
        link(TASKS, ui.navLinkClasses, m.nav_tasks()),
        link('/posters', ui.navLinkClasses, m.nav_posters()),
        link('/insights', ui.navLinkClasses, m.nav_insights()),
      ),
      span(
        'ml-auto flex min-w-0 items-baseline gap-x-2 px-2.5 text-sm font-medium max-sm:hidden',
        make('bdi', 'max-w-32 min-w-0 truncate', name),
        span('shrink-0 font-mono text-xs text-muted', `••••${keyTail}`),
      ),
    ),
  )
  const skip = make('a', ui.skipLinkClasses, { href: '#content' }, m.skip_to_content())
  const main = { id: 'content', tabindex: '-1' }
  return [skip, header, make('main', ui.screenClasses, main, ...contentOf(view), list)]
}

function contentOf(view: EarlyView): Child[] {
  const { account, request } = view
  const isPhone = matchMedia(PHONE).matches
  return [
    div(
      place.headerClasses,
      div(
        place.headingClasses(isPhone),
        make('h1', ui.headingTextClasses, m.title_tasks()),
        span(place.toolsClasses),
      ),
      make('p', place.freshnessClasses),
      !isPhone && span('h-control xl:col-start-4'),
      span(place.switchClasses),
      div(place.noteClasses),
    ),
    account.isReadOnly && make('p', place.factsClasses),
    div(place.filtersClasses, statuses(request), choices()),
    // The filters without a control on the screen stand there.
    hasFilter(otherFilters(request)) && div(place.termsClasses),
  ]
}

/** Makes the list. Rows that come replace nothing else, so that no press is lost. */
export function makeList(view: EarlyView): HTMLElement[] {
  const { request, task, page } = view
  const panel = div(place.panelClasses, page && makeTable(page, view))
  const list = div(
    place.withDetailsClasses,
    { 'data-task': task },
    div(place.listClasses, panel),
    task !== undefined && div(place.detailsClasses),
  )
  return page === undefined ? [list] : [list, makePages(request, page)]
}

/** Says that the code of the app could not be loaded. */
export function notStarted(): HTMLElement {
  return div(
    'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-failed/40 bg-failed-soft px-4 py-3 text-sm',
    { role: 'alert' },
    make('p', 'min-w-0 flex-1 basis-64', m.app_not_loaded()),
    make('a', 'underline', { href: '' }, m.crash_reload()),
  )
}

/** The filter "Status", as radios. */
function statuses({ status }: ListRequest): HTMLElement {
  return div(
    ui.segmentsClasses,
    { role: 'radiogroup', 'aria-label': m.tasks_status() },
    ...filterOptions('status').map(({ value, label }) => {
      const checked = value === (status ?? '') ? '' : undefined
      const radio = { type: 'radio', name: 'status', value, checked }
      return make(
        'label',
        ui.segmentClasses,
        make('input', ui.segmentRadioClasses, radio),
        span('', label),
        span(ui.segmentNoteClasses, span(place.totalClasses)),
      )
    }),
  )
}

/** The search field, and on a wide screen the place of the saved views. */
function choices(): HTMLElement {
  const field = make('input', ui.searchFieldClasses, {
    id: SEARCH_ID,
    type: 'search',
    'aria-label': m.search_label(),
    placeholder: m.search_placeholder(),
  })
  return div(
    place.choicesClasses,
    div(place.savedViewsClasses),
    make('search', place.searchClasses, make('form', 'relative', field)),
  )
}

function makeTable({ tasks }: PlainList, view: EarlyView): HTMLElement {
  const { columns } = view
  return make(
    'table',
    table.tableClasses,
    { 'aria-label': m.title_tasks(), 'data-fills': table.fillingColumn(columns) },
    make(
      'thead',
      table.headClasses,
      make(
        'tr',
        table.headRowClasses,
        make('th', table.headSelectClasses, { 'aria-label': m.column_select() }),
        ...columns.map((column) => make('th', table.headCellClasses(column), column.header())),
      ),
    ),
    make('tbody', 'block', ...tasks.map((row) => makeRow(row, view))),
  )
}

/** Holds the height of a line. */
const BLANK = '\u00a0'

function makeRow(row: PlainTask, view: EarlyView): HTMLElement {
  const { columns, task } = view
  const cells = cellsOf(row, view)
  const atEdge = table.cardEdgeOf(columns, (_, { id }) => cells[id] !== null)
  return make(
    'tr',
    `${table.rowClasses}${row.uuid === task ? ' bg-accent-soft' : ''}`,
    { 'data-card-edge': atEdge?.toString() },
    make('td', table.selectClasses, span('size-icon shrink-0 max-lg:-ml-1')),
    ...columns.map((column) => {
      const { [column.id]: content = [BLANK] } = cells
      const label = { 'data-label': column.isNamedOnCard === true ? column.header() : undefined }
      const made = content ?? [column.isBlank !== true && '—']
      return make('td', table.cellClasses(column, content?.[0] ?? null), label, ...made)
    }),
  )
}

/**
 * The cells of a task: texts where a person looks first, and else places as high and as wide as React's elements.
 *
 * @returns null: the cell has nothing to show; left out: only React knows it
 */
function cellsOf(
  { uuid, id, status, scene, price, createdAt, isElapsed, hasVideo, error }: PlainTask,
  { request }: EarlyView,
): Partial<Record<ColumnId, Child[] | null>> {
  const number = id === null ? '' : m.tasks_number({ id })
  const note = `${number} ${scene === null ? '' : sceneLabel(scene)}`
  return {
    status: [
      span(
        'inline-block h-6 whitespace-nowrap pl-6.75 align-middle text-xs/5.5 font-medium',
        status === null ? m.status_in_progress() : statusLabel(status),
      ),
    ],
    preview: hasVideo ? [span('block h-icon w-11')] : null,
    task: [
      make(
        'a',
        table.taskIdClasses(true),
        { href: tasksAddress({ request, task: uuid }) },
        uuid.slice(0, 8),
      ),
      span('size-icon shrink-0'),
      span('min-w-0 truncate text-sm text-muted tabular-nums', note.trim()),
    ],
    price: price === null ? null : [formatNumber(price)],
    created: [formatAge(createdAt, Date.now())],
    elapsed: isElapsed ? [BLANK] : null,
    result:
      hasVideo || error !== '' ? [span(`content-center ${table.reasonClasses}`, error)] : null,
  }
}

/** Makes the links to the pages around this one, at the lower edge. */
export function makePages(request: ListRequest, { pageCount }: PlainList): HTMLElement {
  const { pageNumber } = request
  const to = (page: number, label: string, sign: string) =>
    page >= FIRST_PAGE &&
    page <= (pageCount ?? page) &&
    make(
      'a',
      'inline-flex h-control w-9 items-center justify-center rounded-control border border-line bg-surface',
      { href: tasksAddress({ request: { ...request, pageNumber: page } }), 'aria-label': label },
      sign,
    )
  return div(
    'lower-bars',
    make(
      'nav',
      'bleed mt-auto flex items-center justify-end gap-2 border-t border-line bg-canvas pt-2.5 pb-safe text-sm',
      { 'aria-label': m.pagination() },
      span('h-control'),
      to(pageNumber - 1, m.page_previous(), '‹'),
      to(pageNumber + 1, m.page_next(), '›'),
    ),
  )
}
