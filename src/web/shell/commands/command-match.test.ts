import { expect, test } from 'vitest'

import { matchCommands } from '#web/shell/commands/command-center.tsx'

const commands = [
  'Go to tasks',
  'Find task',
  'Refresh',
  'Show failed tasks',
  '查找任务',
  'Métrique',
].map((label) => ({ id: label, label, group: 'Tasks', run: () => undefined }))
const found = (typed: string) => matchCommands(commands, typed).map(({ label }) => label)

test.each([
  ['find', ['Find task']],
  ['fi ta', ['Find task']],
  ['TASK find', ['Find task']],
  ['re', ['Refresh']],
  ['查找', ['查找任务']],
  ['metr', ['Métrique']],
  ['zzz', []],
])('%j is about %j', (typed, expected) => {
  expect(found(typed)).toEqual(expected)
})

test('what begins like it comes first; nothing typed is about everything', () => {
  expect(found('f')).toEqual(['Find task', 'Refresh', 'Show failed tasks'])
  expect(found(' ')).toHaveLength(commands.length)
})
