import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  type AccountSignal,
  type AccountSignals,
  browserAccountSignals,
} from '#web/accounts/account-signals.ts'

const lock: AccountSignal = { kind: 'lock' }
const signOut: AccountSignal = { kind: 'sign-out', profileId: 'p1' }
const forgetAll: AccountSignal = { kind: 'forget-all' }

describe('a tab', () => {
  let channels: BroadcastChannel[] = []
  beforeEach(() => {
    // A channel that stays open would receive the signals of the next test.
    class Channel extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        channels.push(this)
      }
    }
    vi.stubGlobal('BroadcastChannel', Channel)
  })
  afterEach(() => {
    for (const channel of channels) channel.close()
    channels = []
  })

  /** Another version of this page, which may post anything. */
  function openOtherVersion() {
    browserAccountSignals()
    const channel = channels.at(-1)
    if (channel === undefined) throw new Error('no channel was opened')
    return (message: unknown) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      channel.postMessage(message)
    }
  }

  /** What a tab hears, up to the first "forget all". */
  async function heardBy(signals: AccountSignals): Promise<AccountSignal[]> {
    const heard: AccountSignal[] = []
    return new Promise((resolve) => {
      signals.listen((signal) => {
        heard.push(signal)
        if (signal.kind === 'forget-all') resolve(heard)
      })
    })
  }

  test('receives the signals of the others in their order', async () => {
    const heard = heardBy(browserAccountSignals())
    const other = browserAccountSignals()
    for (const signal of [lock, signOut, forgetAll]) other.post(signal)
    expect(await heard).toEqual([lock, signOut, forgetAll])
  })

  test('posts to all others and not to itself', async () => {
    const tab = browserAccountSignals()
    const others = [browserAccountSignals(), browserAccountSignals()].map(heardBy)
    const own = heardBy(tab)
    tab.post(signOut)
    tab.post(forgetAll)
    expect(await Promise.all(others)).toEqual([
      [signOut, forgetAll],
      [signOut, forgetAll],
    ])
    browserAccountSignals().post(forgetAll)
    expect(await own).toEqual([forgetAll])
  })

  test('calls each of its listeners', async () => {
    const tab = browserAccountSignals()
    const heard = [heardBy(tab), heardBy(tab)]
    browserAccountSignals().post(forgetAll)
    expect(await Promise.all(heard)).toEqual([[forgetAll], [forgetAll]])
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['no value', undefined],
    ['a text', 'lock'],
    ['a list', [{ kind: 'lock' }]],
    ['no kind', { profileId: 'p1' }],
    ['an unknown kind', { kind: 'unlock', profileId: 'p1' }],
    ['a kind that every object has', { kind: 'constructor' }],
    ['a kind that is not text', { kind: ['lock'] }],
    ['a sign-out without an id', { kind: 'sign-out' }],
    ['a sign-out with an id that is not text', { kind: 'sign-out', profileId: 7 }],
  ])('goes on where another version of the page posts %s', async (_what, message) => {
    const heard = heardBy(browserAccountSignals())
    const post = openOtherVersion()
    post(message)
    post(forgetAll)
    expect(await heard).toEqual([forgetAll])
  })

  test('reads only the fields that it knows from another version', async () => {
    const heard = heardBy(browserAccountSignals())
    const post = openOtherVersion()
    post({ kind: 'lock', profileId: 'p1', more: 1 })
    post({ ...signOut, more: 1 })
    post({ ...forgetAll, more: 1 })
    expect(await heard).toEqual([lock, signOut, forgetAll])
  })
})

test.each<[string, unknown]>([
  ['has no channels', undefined],
  [
    'refuses them',
    function refuse() {
      throw new DOMException('refused', 'SecurityError')
    },
  ],
])('a browser that %s has tabs that tell nothing, hear nothing, and go on', (_how, channels) => {
  vi.stubGlobal('BroadcastChannel', channels)
  const signals = browserAccountSignals()
  const onSignal = vi.fn<(signal: AccountSignal) => void>()
  browserAccountSignals().listen(onSignal)
  signals.listen(onSignal)
  for (const signal of [lock, signOut, forgetAll]) signals.post(signal)
  expect(onSignal).not.toHaveBeenCalled()
})
