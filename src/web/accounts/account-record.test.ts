import { expect, test } from 'vitest'

import { readAccounts } from '#web/accounts/account-record.ts'
import { readMarks } from '#web/task-list/task-marks.ts'

const kept = { profileId: 'p', apiKey: 'key', keep: 'tab', isReadOnly: false, usedAt: 0 }
const namesOf = (names: readonly unknown[]) =>
  readAccounts(
    names.map((name) => ({ ...kept, name })),
    readMarks,
  ).map(({ name }) => name)

test('invisible characters of a name from a file are written out', () => {
  expect(namesOf(['Shop\u202egpj\u0000', 'x'.repeat(5000)])).toEqual([
    'Shop⟨U+202E⟩gpj⟨U+0000⟩',
    `${'x'.repeat(600)}…`,
  ])
})

test('a name that was typed here does not change with reloads', () => {
  const names = ['Shop 1', '生成 شكرا', `${'⟨U+202E⟩'.repeat(60)}…`]
  expect(namesOf(names)).toEqual(names)
  expect(namesOf(namesOf(names))).toEqual(names)
})

test('entries that are not accounts are left out', () => {
  expect(namesOf([undefined, 7, 'Shop'])).toEqual(['Shop'])
  expect(readAccounts([null, 'x', { ...kept, name: 'Shop', apiKey: '' }], readMarks)).toEqual([])
  expect(readAccounts('x', readMarks)).toEqual([])
})
