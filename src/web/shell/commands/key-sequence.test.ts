import { expect, test } from 'vitest'

import { KeySequence } from '#web/shell/commands/command-center.tsx'

const commands = [
  { id: 'find', keys: ['/'] },
  { id: 'tasks', keys: ['g', 't'] },
  { id: 'posters', keys: ['g', 'p'] },
  { id: 'previous', keys: ['p'] },
  { id: 'nameless' },
]
const plain = { ctrlKey: false, metaKey: false, altKey: false }

/** Presses keys, each so many milliseconds after the one before. */
function press(text: string, gap = 100, more: Partial<typeof plain> = {}) {
  const sequence = new KeySequence()
  return text.split('').map((key, at) => {
    const found = sequence.take({ key, ...plain, ...more }, commands, 1_000_000 + at * gap)
    return typeof found === 'object' ? found.id : found
  })
}

test.each([
  ['/', ['find']],
  ['gt', ['begun', 'tasks']],
  ['gp', ['begun', 'posters']],
  ['p', ['previous']],
  ['gg', ['begun', 'begun']],
  ['ggt', ['begun', 'begun', 'tasks']],
  ['gx', ['begun', undefined]],
  ['g/', ['begun', 'find']],
  ['gtt', ['begun', 'tasks', undefined]],
  ['x', [undefined]],
])('the keys %s come to %j', (keys, expected) => {
  expect(press(keys)).toEqual(expected)
})

test('keys that come too late begin anew', () => {
  expect(press('gp', 2_000)).toEqual(['begun', 'previous'])
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('with %s they are somebody else’s', (name) => {
  expect(press('gt/', 100, { [name]: true })).toEqual([undefined, undefined, undefined])
})
