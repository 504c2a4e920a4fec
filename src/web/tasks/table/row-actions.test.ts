import type { FocusEvent, MouseEvent, PointerEvent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import { replyTo } from '#web/api/list-reply.fixture.ts'
import { listPage, type TaskListRow } from '#web/task-list/list-page.ts'
import { RowActions, type RowModel } from '#web/tasks/table/row-actions.ts'
import type { RowDialogKind } from '#web/tasks/table/row-dialog.tsx'

/** The parts of an element and of an event that the actions use. */
interface Rest {
  [name: string]: unknown
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what the actions use
const element = (focus: () => void) => ({ focus }) as unknown as HTMLElement

/** An event of any kind: each handler reads its own part. */
type AnyEvent = MouseEvent & FocusEvent & PointerEvent<HTMLElement>

function click(rest: Rest = {}): AnyEvent {
  const event = {
    currentTarget: { isConnected: true, contains: () => false },
    nativeEvent: {},
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
    stopPropagation() {
      event.isStopped = true
    },
    isStopped: false,
    ...rest,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what the actions use
  return event as unknown as AnyEvent
}

/** A page of tasks a, b, c, with a record between that cannot be read, and what is done with it. */
function open({ task, names = ['a', 'b', 'c'] }: { task?: string; names?: string[] } = {}) {
  /** the indexes of the rows that got the focus */
  const focused: number[] = []
  const actions = new RowActions()
  const list = {
    task,
    press: vi.fn<RowModel['selection']['press']>(),
    onOpen: vi.fn<(task: string) => void>(),
    show: vi.fn<(kind: RowDialogKind, key: string) => void>(),
    copy: vi.fn<(row: TaskListRow) => void>(),
  }
  const pageOf = (uuids: readonly string[]) => {
    const [first, ...rest] = uuids.map((uuid) => ({ uuid }))
    return listPage(replyTo({ list: [first, 7, ...rest] }, { request: DEFAULT_LIST_REQUEST })).rows
  }
  const rows = pageOf(names)
  actions.update({ ...list, rows })
  for (const [index, { key }] of rows.entries()) {
    actions.of(key).anchor(element(() => focused.push(index)))
  }
  const [a, raw, b] = rows.map(({ key }) => key)
  if (a === undefined || raw === undefined || b === undefined) throw new Error('too few rows')
  return { actions, list, rows, focused, pageOf, keys: { a, raw, b } }
}

beforeEach(() => {
  vi.stubGlobal('getSelection', () => ({ isCollapsed: true }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('keys act on the row that has the focus, or else on the one whose details are open', () => {
  const { actions, list, focused, keys } = open({ task: 'b' })
  actions.selectCurrent()
  expect(list.press).toHaveBeenLastCalledWith('b', false)
  expect(actions.step(1)).toBe(true)
  actions.of(keys.a).row.onFocus(click())
  actions.selectCurrent()
  expect(list.press).toHaveBeenLastCalledWith('a', false)
  actions.step(1)
  actions.of(keys.a).row.onBlur(click())
  actions.step(-1)
  expect(focused).toEqual([3, 1, 1])
})

test('without such a row, keys begin at the first row, or backwards at the last', () => {
  const { actions, list, focused, keys } = open()
  actions.selectCurrent()
  expect(list.press).not.toHaveBeenCalled()
  actions.step(1)
  actions.step(-1)
  expect(focused).toEqual([0, 3])
  actions.of(keys.a).row.onFocus(click())
  expect(actions.step(-1)).toBe(false)
})

test('an element that shows a row of the next page keeps the place of the keys, wherever in it the focus is', () => {
  const { actions, list, keys, pageOf } = open()
  const link = element(() => undefined)
  const row = { isConnected: true, contains: (inner: unknown) => inner === link }
  actions.of(keys.b).anchor(link)
  actions.of(keys.b).row.onFocus(click({ currentTarget: row }))
  const rows = pageOf(['d', 'e', 'f'])
  actions.update({ ...list, rows })
  actions.of(keys.b).anchor(null)
  actions.of(rows[2]?.key ?? '').anchor(link)
  actions.selectCurrent()
  expect(list.press).toHaveBeenLastCalledWith('e', false)
  expect(actions.linkOf('e')).toBe(link)
  expect(actions.linkOf('b')).toBeUndefined()

  // It is removed, and its row comes back in another element.
  row.isConnected = false
  list.press.mockClear()
  actions.selectCurrent()
  expect(list.press).not.toHaveBeenCalled()
})

test('a click on a row opens its task, but not a record, another window, or the end of a selection', () => {
  const { actions, list, keys } = open()
  actions.of(keys.raw).row.onClick(click())
  for (const modifier of ['ctrlKey', 'metaKey', 'shiftKey']) {
    actions.of(keys.b).row.onClick(click({ [modifier]: true }))
    actions.of(keys.b).open(click({ [modifier]: true }))
  }
  vi.stubGlobal('getSelection', () => ({ isCollapsed: false }))
  actions.of(keys.b).row.onClick(click())
  expect(list.onOpen).not.toHaveBeenCalled()
  actions.of(keys.b).open(click())
  expect(list.onOpen).toHaveBeenCalledExactlyOnceWith('b')
})

test('a click on a control does not open the task of its row', () => {
  const { actions, list, keys } = open()
  const on = actions.of(keys.b)
  const acts = [on.select.onClick, on.copy, on.show.reason, on.show.record, on.leave]
  for (const act of acts) {
    const press = click({ shiftKey: true })
    act(press)
    expect(press).toHaveProperty('isStopped', true)
  }
  expect(list.press).toHaveBeenLastCalledWith('b', true)
  expect(list.show.mock.calls).toEqual([
    ['reason', keys.b],
    ['record', keys.b],
  ])
  expect(list.copy).toHaveBeenCalledOnce()
})

test('a title is made from the row as it is when the pointer comes, and a tap on it opens nothing', () => {
  const { actions, list, keys } = open()
  const titled = actions.of(keys.b).titled(({ name }) => `title of ${String(name)}`)
  const event = click()
  titled.onPointerEnter(event)
  expect(event.currentTarget.title).toBe('title of b')
  const tap = click({ nativeEvent: { pointerType: 'touch' } })
  titled.onClick(tap)
  actions.of(keys.b).row.onClick(tap)
  expect(list.onOpen).not.toHaveBeenCalled()
  const press = click({ nativeEvent: { pointerType: 'mouse' } })
  titled.onClick(press)
  actions.of(keys.b).row.onClick(press)
  expect(list.onOpen).toHaveBeenCalledOnce()
})
