import { expect, test } from 'vitest'

import { nameInAddress } from '#web/task-list/task-identity.ts'

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
