import { listQueryString, type ListRequest } from '#contract/video-tasks.ts'
import { LOCKED_ENTRY } from '#web/accounts/lock/lock-clock.ts'
import { dropEarlyRequest, type EarlyRequest } from '#web/early/early-request.ts'
import type { ListReply } from '#web/api/video-tasks.ts'
import { append } from '#web/early/dom-runtime.ts'
import { EarlyContent, EarlyScreen, type EarlyView } from '#web/early/early-screen.tsx'
import { holdPresses } from '#web/early/held-presses.ts'
import { watchPlace } from '#web/early/place.ts'
import { isAutoRefreshChosen } from '#web/tasks/refresh/auto-refresh-choice.ts'
import { HIDDEN_COLUMNS_ENTRY, readShownColumns } from '#web/tasks/table/columns.tsx'
import {
  listAddress,
  withView,
  readTasksAddress,
  type TasksAddress,
} from '#web/tasks/tasks-address.ts'
import { takeEarlyKey, watchEarlyKeys } from '#web/ui/early-key.ts'
import { readChoice } from '#web/ui/kept-choices.ts'
import { isSuccess } from '#contract/envelope.ts'
import { readReceivedList } from '#contract/read-video-tasks.ts'
import { parseExactJson } from '#web/api/exact-json.ts'
import { parseAddress } from '#web/format/address.ts'
import { listPage } from '#web/task-list/list-page.ts'
import { LIST_VIEW_ENTRY, type ListView, readListView } from '#web/tasks/views/list-view.ts'

/** The screen before React. It works by itself until the app begins to start. */
export interface EarlyStage {
  /** Resolves when rows are on screen, or will not be there soon. */
  readonly settled: Promise<void>
  /** The app begins to start: from now on the screen stays as it is, and presses wait for the app. */
  freeze: () => void
  /** The app has replaced the elements: puts focus and selection back, and does the presses again. */
  finish: () => void
  /** The app did not load: says so, and lets links work by themselves. */
  fail: () => void
}

declare global {
  var earlyStage: EarlyStage | undefined
}

/** Without a reply after this time, the screen shows a skeleton, and the app is loaded; in milliseconds. */
const WAIT_MS = 300

/** The screen is removed after this time, as nothing locks it while the app is missing; in milliseconds. */
const UNLOCKED_MS = 4 * 60_000

/** Shows the tasks screen for the request that the boot script has sent. */
export function startEarlyStage(root: HTMLElement, sent: EarlyRequest): EarlyStage {
  let early = sent
  let reply: ListReply | undefined
  let isWaiting = true
  let isFrozen = false
  let hasFailed = false
  let settle: () => void = () => undefined
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })
  const place = watchPlace(root)
  const presses = holdPresses(root)
  watchEarlyKeys()
  const stopGuard = guard(() => {
    dropEarlyRequest()
    stop()
    // Nothing draws it again, also if the app does not load.
    globalThis.earlyStage = undefined
    root.replaceChildren()
  })

  function draw(): void {
    const content = root.querySelector('main')
    const changing = { account: sent.account, reply, isWaiting, hasFailed }
    const view = viewOf({ ...changing, hasSkeleton: content !== null, onRequestChange: go })
    if (content === null) replaceChildren(root, EarlyScreen(view))
    else replaceChildren(content, EarlyContent(view))
    place.restore()
  }

  /** Shows the reply to the request, if the app would show nothing but its rows. */
  async function follow(): Promise<void> {
    const followed = early
    const result = await followed.result
    if (isFrozen || followed !== early) return
    const read = readRows(result, readLocation())
    if (read !== undefined) {
      reply = read
      isWaiting = false
      followed.isShown = true
      draw()
    }
    afterPaint(settle)
  }

  function go(request: ListRequest): void {
    // As the app does: a new page begins at its top, and a filter keeps the scroll position.
    const before = readLocation()
    if (request.pageNumber !== before.request.pageNumber) scrollTo(0, 0)
    history.pushState(null, '', withView(listAddress(request), before.view))
    load()
  }

  function load(): void {
    early = early.sendInstead(listQueryString(readLocation().request))
    early.isShown = reply !== undefined
    isWaiting = true
    draw()
    void follow()
  }

  function freeze(): void {
    isFrozen = true
    removeEventListener('popstate', load)
    presses.holdAll()
  }

  function stop(): void {
    freeze()
    stopGuard()
    place.stop()
    presses.stop()
  }

  addEventListener('popstate', load)
  draw()
  setTimeout(() => {
    if (reply === undefined && !isFrozen) draw()
    settle()
  }, WAIT_MS)
  void follow()
  return {
    settled,
    freeze,
    finish() {
      stop()
      place.restore()
      const key = takeEarlyKey()
      if (key !== undefined) document.body.dispatchEvent(new KeyboardEvent('keydown', key.press))
      presses.replay()
    },
    fail() {
      hasFailed = true
      presses.stop()
      draw()
    },
  }
}

/** What the screen shows, with what the address and this browser's choices say. */
function viewOf(
  changing: Omit<EarlyView, 'request' | 'task' | 'view' | 'columns' | 'isAutoRefreshOn' | 'now'>,
): EarlyView {
  return {
    ...changing,
    ...readLocation(),
    columns: readShownColumns(readChoice(HIDDEN_COLUMNS_ENTRY)),
    isAutoRefreshOn: isAutoRefreshChosen(changing.account.profileId),
    now: Date.now(),
  }
}

/** Replaces all children at once. */
function replaceChildren(parent: Element, rendered: unknown): void {
  const next = document.createDocumentFragment()
  append(next, rendered)
  parent.replaceChildren(next)
}

/** Calls back after the next frame is painted. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback))
}

/** Calls back when another tab locks the accounts or removes everything, or when it is time. @returns a function that stops it */
function guard(clear: () => void): () => void {
  const timer = setTimeout(clear, UNLOCKED_MS)
  const onStorage = ({ key }: StorageEvent) => {
    if (key === LOCKED_ENTRY || key === null) clear()
  }
  addEventListener('storage', onStorage)
  return () => {
    clearTimeout(timer)
    removeEventListener('storage', onStorage)
  }
}

/** What the address of the page asks for. */
interface EarlyAddress extends TasksAddress {
  /** the view of the address, or else the one that was chosen last; only the app shows the gallery */
  view: ListView
}

/** Reads the address of the page. */
function readLocation(): EarlyAddress {
  const address = readTasksAddress(parseAddress(location.search))
  return { ...address, view: address.view ?? readListView(readChoice(LIST_VIEW_ENTRY)) }
}

/**
 * Reads rows from the result of a request.
 *
 * @param address what was asked for
 * @returns undefined if the app would show more than rows, or something else
 */
function readRows(
  result: Awaited<EarlyRequest['result']>,
  { request, ignored, view }: EarlyAddress,
): ListReply | undefined {
  // Only the app says what it ignores.
  if (ignored.length > 0 || view !== 'table' || !('reply' in result)) return undefined
  const { reply, arrivedAt } = result
  try {
    const json = parseExactJson(reply.body)
    const received = isSuccess(reply.status, json)
      ? readReceivedList(json['data'], request)
      : undefined
    if (received === undefined) return undefined
    const read = { ...received, request, readAt: arrivedAt }
    const { empty, mismatches } = listPage(read)
    return empty === undefined && mismatches.length === 0 ? read : undefined
  } catch {
    // The app reads it again, and says what is wrong.
    return undefined
  }
}
