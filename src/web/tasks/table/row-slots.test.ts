import { describe, expect, it } from 'vitest'

import { slotsOfNewerReply, slotsOfOtherList } from '#web/tasks/table/task-table.tsx'

const first = slotsOfOtherList(new Map(), ['a', 'b', 'c'])

describe('the elements of another list', () => {
  it('are numbered in order', () => {
    expect([...first]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
  })

  it('stay in their places, also where a row is in both lists', () => {
    expect([...slotsOfOtherList(first, ['c', 'x', 'y']).values()]).toEqual([0, 1, 2])
  })

  it('are more if there are more rows', () => {
    expect([...slotsOfOtherList(first, ['v', 'w', 'x', 'y', 'z']).values()]).toEqual([
      0, 1, 2, 3, 4,
    ])
  })

  it('keep the order on screen after a newer reply has added some', () => {
    const newer = slotsOfNewerReply(first, ['new', 'a', 'b'])
    expect([...slotsOfOtherList(newer, ['x', 'y', 'z']).values()]).toEqual([3, 0, 1])
  })
})

describe('the elements of a newer reply', () => {
  it('stay with their rows, and a new row gets a new one', () => {
    expect(Object.fromEntries(slotsOfNewerReply(first, ['new', 'a', 'b']))).toEqual({
      new: 3,
      a: 0,
      b: 1,
    })
  })
})
