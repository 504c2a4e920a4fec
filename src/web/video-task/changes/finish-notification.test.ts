import { beforeEach, describe, expect, test, vi } from 'vitest'

import {
  askForNotifications,
  followNotifications,
  notificationState,
  notifyFinished,
  stopNotifications,
} from '#web/video-task/changes/finish-notification.ts'

const ENTRY = 'marquee.notifications'
const kept = new Map<string, string>()
let page: EventTarget & { visibilityState: string }

/** Fakes the Notification API with a permission and an answer. @returns the notifications that were shown */
function stubNotifications(
  permission: NotificationPermission,
  { answer = permission, isPhone = false } = {},
) {
  const shown: FakeNotification[] = []
  class FakeNotification extends EventTarget {
    static permission = permission
    static requestPermission = vi.fn<() => Promise<NotificationPermission>>(() => {
      FakeNotification.permission = answer
      return Promise.resolve(answer)
    })
    readonly title: string
    readonly options: NotificationOptions | undefined
    close = vi.fn<() => void>()
    constructor(title: string, options?: NotificationOptions) {
      super()
      if (isPhone) throw new TypeError('Illegal constructor')
      this.title = title
      this.options = options
      // A browser shows notifications only with permission.
      if (FakeNotification.permission === 'granted') shown.push(this)
    }
  }
  vi.stubGlobal('Notification', FakeNotification)
  return { shown, FakeNotification }
}

beforeEach(() => {
  kept.clear()
  page = Object.assign(new EventTarget(), {
    visibilityState: 'hidden',
    documentElement: { lang: 'en' },
  })
  vi.stubGlobal('document', page)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
  // Reset a choice that the previous test kept in memory only.
  stopNotifications()
  kept.clear()
})

describe('notifications', () => {
  test('are off until the person switches them on, even if the browser allows them', () => {
    const { shown } = stubNotifications('granted')
    expect(notificationState()).toBe('off')
    notifyFinished('1 task finished.')
    expect(shown).toEqual([])
  })

  test('are on once the browser gives permission', async () => {
    const { shown } = stubNotifications('default', { answer: 'granted' })
    expect(await askForNotifications()).toBe('on')
    expect(notificationState()).toBe('on')
    // Asking for permission shows no notification.
    expect(shown).toEqual([])
    stopNotifications()
    expect(notificationState()).toBe('off')
  })

  test.each([
    ['denied', 'blocked'],
    ['default', 'unanswered'],
  ] as const)(
    'stay off if the answer is %s, and keep that reason until the permission changes',
    async (answer, state) => {
      const { FakeNotification } = stubNotifications('default', { answer })
      expect(await askForNotifications()).toBe(state)
      expect(notificationState()).toBe('off')
      expect(notificationState(state)).toBe(state)
      FakeNotification.permission = 'granted'
      expect(notificationState(state)).toBe('off')
      expect(notificationState('on')).toBe('off')
    },
  )

  test('are off once the permission is taken back in the browser’s settings', () => {
    kept.set(ENTRY, 'on')
    const { FakeNotification } = stubNotifications('denied')
    expect(notificationState()).toBe('blocked')
    FakeNotification.permission = 'default'
    expect(notificationState()).toBe('unanswered')
  })

  test('are unsupported on a phone, which is not asked for permission', async () => {
    const { FakeNotification } = stubNotifications('default', { isPhone: true })
    expect(await askForNotifications()).toBe('unsupported')
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled()
  })

  test('are unsupported in a browser without the API, and without https', async () => {
    vi.stubGlobal('Notification', undefined)
    expect(await askForNotifications()).toBe('unsupported')
    kept.set(ENTRY, 'on')
    expect(notificationState()).toBe('unsupported')
    stubNotifications('granted')
    vi.stubGlobal('isSecureContext', false)
    expect(notificationState()).toBe('unsupported')
    expect(await askForNotifications()).toBe('unsupported')
  })

  test('stay on until the page is closed if the browser refuses storage', async () => {
    vi.stubGlobal('localStorage', undefined)
    stubNotifications('granted')
    expect(await askForNotifications()).toBe('on')
    expect(notificationState()).toBe('on')
    stopNotifications()
    expect(notificationState()).toBe('off')
  })
})

describe('a notification', () => {
  beforeEach(() => {
    kept.set(ENTRY, 'on')
  })

  test('replaces the previous one, and shows only the given text', () => {
    const { shown } = stubNotifications('granted')
    notifyFinished('1 task finished: Completed 1.')
    notifyFinished('2 tasks finished: Completed 2.')
    expect(shown.map(({ title }) => title)).toEqual(['Marquee', 'Marquee'])
    expect(shown.map(({ options }) => options)).toEqual([
      expect.objectContaining({ tag: 'marquee-finished', body: '1 task finished: Completed 1.' }),
      expect.objectContaining({ tag: 'marquee-finished', body: '2 tasks finished: Completed 2.' }),
    ])
  })

  test('is shown only for a hidden tab', () => {
    const { shown } = stubNotifications('granted')
    page.visibilityState = 'visible'
    notifyFinished('1 task finished.')
    expect(shown).toEqual([])
  })

  test('leads to the tab, and closes when the tab is visible', () => {
    const { shown } = stubNotifications('granted')
    const focus = vi.fn<() => void>()
    vi.stubGlobal('window', { focus })
    notifyFinished('1 task finished.')
    shown[0]?.dispatchEvent(new Event('click'))
    expect(focus).toHaveBeenCalledOnce()
    expect(shown[0]?.close).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('visibilitychange'))
    expect(shown[0]?.close).toHaveBeenCalledOnce()
  })

  test('that cannot be created switches notifications off', () => {
    stubNotifications('granted', { isPhone: true })
    expect(() => notifyFinished('1 task finished.')).not.toThrow()
    expect(notificationState()).toBe('off')
  })
})

test('follows changes in another tab and in the browser’s settings', async () => {
  const tab = new EventTarget()
  const status = new EventTarget()
  const listened = new Promise<void>((resolve) => {
    const listen = status.addEventListener.bind(status)
    vi.spyOn(status, 'addEventListener').mockImplementation((...args) => {
      listen(...args)
      resolve()
    })
  })
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
  vi.stubGlobal('navigator', { permissions: { query: () => Promise.resolve(status) } })
  const hear = vi.fn<() => void>()
  const stop = followNotifications(hear)
  await listened
  kept.set(ENTRY, 'on')
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: ENTRY }))
  status.dispatchEvent(new Event('change'))
  expect(hear).toHaveBeenCalledTimes(2)
  stop()
  kept.set(ENTRY, 'off')
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: ENTRY }))
  status.dispatchEvent(new Event('change'))
  expect(hear).toHaveBeenCalledTimes(2)
})
