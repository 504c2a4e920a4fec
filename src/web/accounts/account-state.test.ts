import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { StoredAccount } from '#web/accounts/account-record.ts'
import {
  type AccountEvent,
  type AccountState,
  accountState,
  NO_ACCOUNTS,
} from '#web/accounts/account-state.ts'

const id = fc.constantFrom('p1', 'p2', 'p3', 'p4')
const apiKey = fc.constantFrom('key-a', 'key-b', 'key-c')
const isReadOnly = fc.boolean()
const now = fc.nat({ max: 9 })
const opening = fc.record({ now, isTimed: fc.boolean() })
const account: fc.Arbitrary<StoredAccount> = fc.record({
  profileId: id,
  name: fc.constantFrom('Shop', 'Mill'),
  apiKey,
  keep: fc.constant('device' as const),
  isReadOnly,
  usedAt: now,
  marks: fc.constant({}),
})
const vault = fc.record({
  // As the vault keeps them: each key and each id once.
  accounts: fc
    .uniqueArray(account, { selector: (one) => one.apiKey, maxLength: 3 })
    .map((all) => all.map((one) => ({ ...one, profileId: `vault-${one.apiKey}` }))),
  key: fc.constant('vault-key'),
  mark: fc.constant(null),
})
const kind = <Kind extends string>(one: Kind) => fc.constant(one)
const newAccount = fc.record({
  apiKey,
  isReadOnly,
  name: fc.constantFrom('Shop', undefined),
  defaultName: fc.constant('Account 1'),
})

let fresh = 0
/** As in the app, each added account gets an id that no other has. */
const freshId = fc.constant(null).map(() => `fresh-${(fresh += 1)}`)
/** Events about an account that is open, or that is not. */
const events = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: kind('connected'),
        account: newAccount,
        profileId: freshId,
        opening,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kind('vault-opened'),
        vault,
        preferred: fc.option(id),
        opening,
      }),
    },
    fc.record({ kind: kind('replaced'), next: account, nextId: freshId }),
    fc.record({ kind: kind('switched'), now }),
    fc.record({ kind: kind('changed'), change: fc.record({ isReadOnly }) }),
    fc.record({ kind: kind('signed-out') }),
    fc.record({ kind: kind('locked'), reason: fc.constant('asked' as const) }),
    fc.record({ kind: kind('forgotten') }),
  ),
  { maxLength: 40 },
)

test('for any events, the active account is open, each key is open once, and a lock leaves no key', () => {
  fc.assert(
    fc.property(events, fc.array(fc.nat({ max: 5 }), { minLength: 40 }), (story, places) => {
      let state = NO_ACCOUNTS
      for (const [index, event] of story.entries()) {
        const about = state.open?.accounts[places[index] ?? 0]?.profileId ?? 'unknown'
        state = accountState(state, completed(event, about))
        expect(problemsOf(state, event)).toEqual([])
      }
    }),
  )
})

function problemsOf({ open, locked }: AccountState, event: Drawn): string[] {
  const accounts = open?.accounts ?? []
  const active = accounts.find(({ profileId }) => profileId === open?.activeId)
  const distinct = (values: string[]) => new Set(values).size === values.length
  const problems = {
    'none is active': open !== null && active === undefined,
    'a key is open twice': !distinct(accounts.map((one) => one.apiKey)),
    'an id is given twice': !distinct(accounts.map((one) => one.profileId)),
    'locked and open': open !== null && locked !== null,
    'a lock leaves keys': event.kind === 'locked' && open !== null,
    'another one is active': event.kind === 'connected' && active?.apiKey !== event.account.apiKey,
    'a key of a vault without accounts':
      event.kind === 'vault-opened' &&
      event.vault.accounts.length === 0 &&
      (open?.vaultKey ?? null) !== null,
  }
  return Object.entries(problems).flatMap(([problem, isThere]) => (isThere ? problem : []))
}

test('an account that gets the key of the active one becomes active in its place', () => {
  const open = ['key-a', 'key-b'].reduce(
    (state, key) =>
      accountState(state, {
        kind: 'connected',
        account: { name: key, defaultName: '', apiKey: key, isReadOnly: false },
        profileId: `of ${key}`,
        opening: { now: 1, isTimed: true },
      }),
    NO_ACCOUNTS,
  )
  const [first] = open.open?.accounts ?? []
  if (first === undefined) throw new Error('there is none')
  const next = { ...first, profileId: 'next', apiKey: 'key-b' }
  const after = accountState(open, { kind: 'replaced', profileId: first.profileId, next })
  expect(after.open).toMatchObject({ accounts: [next], activeId: 'next' })
})

type Drawn = typeof events extends fc.Arbitrary<(infer One)[]> ? One : never

/** The event with the account that it is about. */
function completed(event: Drawn, profileId: string): AccountEvent {
  switch (event.kind) {
    case 'replaced': {
      const next = { ...event.next, profileId: event.nextId, keep: 'tab' as const }
      return { kind: event.kind, profileId, next }
    }
    case 'switched':
    case 'changed':
    case 'signed-out':
      return { ...event, profileId }
    case 'connected':
    case 'vault-opened':
    case 'locked':
    case 'forgotten':
      return event
  }
}
