import { expect, test } from 'vitest'

import { nameInAddress, taskAddress } from '#web/tasks/task-address.ts'

test('names a task by its uuid, else by its number', () => {
  expect(nameInAddress({ uuid: 'd3f1a9c2', id: 812 })).toBe('d3f1a9c2')
  expect(nameInAddress({ uuid: null, id: 12_345_678_901_234_567_890n })).toBe(
    '12345678901234567890',
  )
  expect(nameInAddress({ uuid: null, id: null })).toBeNull()
})

test('uses the number if the ID does not fit into an address', () => {
  expect(nameInAddress({ uuid: 'x'.repeat(201), id: 7 })).toBe('7')
  expect(nameInAddress({ uuid: 'x'.repeat(201), id: null })).toBeNull()
})

test.each(['d3f1', 'a b&task=c#d', '1+1=2', '../x?y', 'שלום'])(
  'reads the same name back from the address: %j',
  (uuid) => {
    const name = nameInAddress({ uuid, id: null }) ?? ''
    for (const list of ['/tasks', '/tasks?status=failed&page=2']) {
      const { searchParams, hash } = new URL(taskAddress(list, name), 'https://m.example')
      expect(searchParams.getAll('task')).toEqual([name])
      expect(hash).toBe('')
    }
  },
)
