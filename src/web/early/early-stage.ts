import { FIRST_PAGE, listQueryString, withFilter } from '#contract/video-tasks.ts'
import { dropEarlyRequest, type EarlyRequest } from '#web/early/early-request.ts'
import {
  type EarlyView,
  make,
  makeList,
  makePages,
  makeScreen,
  notStarted,
} from '#web/early/early-screen.ts'
import { type PlainList, readPlainList } from '#web/early/plain-list.ts'
import { HIDDEN_COLUMNS_ENTRY, readShownColumns } from '#web/tasks/table/columns.ts'
import {
  LIST_VIEW_ENTRY,
  readListView,
  readTasksLink,
  tasksAddress,
  type TasksAddress,
} from '#web/task-list/tasks-address.ts'
import { SEARCH_ID, takeEarlyKey, watchEarlyKeys } from '#web/ui/early-key.ts'
import { readChoice } from '#web/ui/kept-choices.ts'
import { screenClasses } from '#web/ui/classes.ts'
import { withTimeout } from '#web/ui/with-timeout.ts'

declare global {
  var earlyStage: EarlyStage | undefined
}

/** Without rows after this time, the app starts, which keeps the processor from everything else; in milliseconds. */
const WAIT_MS = 1_000

/** The class of a list whose rows are those of the request before. */
const WAITING = 'early-waiting'

/** The screen is removed after this time, as nothing locks it while the app is missing; in milliseconds. */
const UNLOCKED_MS = 4 * 60_000

/** Shows the tasks screen before React: rows and links that the browser follows by itself. A status becomes an address, with which the app starts. */
export class EarlyStage {
  /** Resolves when the rows of the last request are on screen, or will not be there soon. */
  settled: Promise<void>
  readonly #root: HTMLElement
  /** the place of the rows */
  readonly #list = make('div', 'contents')
  #request: EarlyRequest
  #page: PlainList | undefined
  /** the query of the address that the rows belong to */
  #search = location.search
  #hasFailed = false
  readonly #field: HTMLInputElement | null
  /** Enter was pressed in the field */
  #isSubmitted = false
  /** what finds the control that has the focus, also among React's elements */
  #focused = ''
  readonly #listening = new AbortController()

  /** @param request the script of the page has sent it */
  constructor(root: HTMLElement, request: EarlyRequest) {
    this.#root = root
    this.#request = request
    const { signal } = this.#listening
    root.addEventListener('change', (event) => this.#onChange(event), { signal })
    root.addEventListener('submit', (event) => this.#onSubmit(event), { signal })
    root.addEventListener('focusin', ({ target }) => (this.#focused = selectorOf(target)), {
      signal,
    })
    const onStorage = () => {
      if (!this.#request.isStillOpen()) this.#clear()
    }
    addEventListener('storage', onStorage, { signal })
    // Rows of another list must not stand below the address that Back leads to.
    const onBack = () => location.search !== this.#search && location.reload()
    addEventListener('popstate', onBack, { signal })
    const unlocked = setTimeout(() => this.#clear(), UNLOCKED_MS)
    signal.addEventListener('abort', () => clearTimeout(unlocked))
    watchEarlyKeys()
    root.replaceChildren(...makeScreen(this.#view, this.#list))
    this.#field = this.#findField()
    this.#drawList()
    this.settled = withTimeout(WAIT_MS, this.#follow())
  }

  /** From now on the screen stays as it is. */
  freeze(): void {
    this.#listening.abort()
  }

  /** The app has replaced the elements: the focus goes to the element that took the place of the one that had it. */
  finish(): void {
    this.freeze()
    this.#keepTyped()
    this.#keepFocus()
    const key = takeEarlyKey()
    if (key !== undefined) document.body.dispatchEvent(new KeyboardEvent('keydown', key.press))
  }

  /** The app did not load: says so. */
  fail(): void {
    this.#hasFailed = true
    this.#root.querySelector('main')?.prepend(notStarted())
  }

  get #view(): EarlyView {
    const { request, task } = readLocation()
    return {
      account: this.#request.account,
      request,
      task,
      columns: readShownColumns(readChoice(HIDDEN_COLUMNS_ENTRY)),
      page: this.#page,
    }
  }

  #drawList(): void {
    this.#list.replaceChildren(...makeList(this.#view))
    this.#keepFocus()
  }

  #findField(): HTMLInputElement | null {
    return this.#root.querySelector<HTMLInputElement>(`#${SEARCH_ID}`)
  }

  /** What was typed goes on in the field of React, or is searched for. */
  #keepTyped(): void {
    const field = this.#findField()
    const typed = this.#field?.value ?? ''
    if (field === null || typed === '') return
    field.value = typed
    field.dispatchEvent(new Event('input', { bubbles: true }))
    if (this.#isSubmitted) field.form?.requestSubmit()
  }

  #keepFocus(): void {
    if (this.#focused === '' || document.activeElement !== document.body) return
    this.#root.querySelector<HTMLElement>(this.#focused)?.focus({ preventScroll: true })
  }

  /** Shows the reply to the request, if the app would show nothing but its rows. */
  async #follow(): Promise<void> {
    const followed = this.#request
    const read = readRows(await followed.result, followed, readLocation())
    if (this.#listening.signal.aborted) return
    // Another list was asked for since.
    if (followed !== this.#request) return this.settled
    if (!followed.isStillOpen()) this.#clear()
    else if (read !== undefined) {
      this.#page = read
      this.#list.classList.remove(WAITING)
      followed.isShown = true
      this.#drawList()
    }
    // The second frame comes after the rows are painted.
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }

  /** Asks for another list. Its address is that of the page, so that the app starts with it. */
  #load(address: string): void {
    history.pushState(null, '', address)
    this.#search = location.search
    this.#request = this.#request.sendInstead(listQueryString(readLocation().request))
    this.#request.isShown = this.#page !== undefined
    this.#list.classList.add(WAITING)
    // The rows stay. The links to the pages are those of the new list.
    if (this.#page !== undefined) {
      this.#list.lastElementChild?.replaceWith(makePages(readLocation().request, this.#page))
    }
    this.settled = withTimeout(WAIT_MS, this.#follow())
  }

  #clear(): void {
    dropEarlyRequest()
    this.freeze()
    // Nothing draws it again, also if the app does not load.
    globalThis.earlyStage = undefined
    this.#root.replaceChildren()
    if (this.#hasFailed) this.#root.append(make('main', screenClasses, notStarted()))
  }

  #onChange({ target }: Event): void {
    if (!(target instanceof HTMLInputElement) || target.name !== 'status') return
    const { request, search, view } = readLocation()
    const next = { ...withFilter(request, 'status', target.value), pageNumber: FIRST_PAGE }
    this.#load(tasksAddress({ request: next, search, view }))
  }

  /** Only the app can search: it does once it is there. */
  #onSubmit(event: Event): void {
    event.preventDefault()
    this.#isSubmitted = true
  }
}

/** What finds a control by what it stands for: its address, or its name and value. */
function selectorOf(target: EventTarget | null): string {
  if (target instanceof HTMLAnchorElement)
    return `a[href=${JSON.stringify(target.getAttribute('href'))}]`
  if (target instanceof HTMLInputElement && target.id === '')
    return `input[name=${target.name}]:checked`
  // The content, after the link that skips to it.
  return target instanceof HTMLElement && target.id !== '' ? `#${target.id}` : ''
}

/** Reads the address of the page. */
function readLocation(): TasksAddress {
  return readTasksLink(location.search)
}

/** Reads rows from the result of a request. @returns undefined if the app would show more than rows of tasks, or something else */
function readRows(
  result: Awaited<EarlyRequest['result']>,
  { apiKey }: EarlyRequest,
  { request, ignored, view = readListView(readChoice(LIST_VIEW_ENTRY)) }: TasksAddress,
): PlainList | undefined {
  // Only the app says what it ignores, and shows the gallery.
  const isTable = ignored.length === 0 && view === 'table'
  return isTable && 'reply' in result ? readPlainList(result.reply, apiKey, request) : undefined
}
