import { useEffect, useState } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { createDeviceChoice } from '#web/ui/device-choice.ts'
import { isTabHidden } from '#web/ui/hidden-tab.ts'

/**
 * Whether system notifications about finished tasks are on. `blocked`: the browser settings forbid them;
 * `unanswered`: the person did not answer the browser's question; `unsupported`: the browser cannot show them.
 */
export type NotificationState = 'on' | 'off' | 'blocked' | 'unanswered' | 'unsupported'

const areWanted = createDeviceChoice(
  'marquee.notifications',
  (text) => text === 'on',
  (isOn) => (isOn ? 'on' : 'off'),
)

/** A newer notification with the same tag replaces the older one. */
const TAG = 'marquee-finished'

/** The state, as it changes, and a function that switches notifications on or off. */
export function useNotifications(): [NotificationState, (isOn: boolean) => void] {
  const [state, setState] = useState(() => notificationState())
  useEffect(() => followNotifications(() => setState(notificationState)), [])
  return [
    state,
    (isOn) => {
      if (isOn) void askForNotifications().then(setState)
      else {
        stopNotifications()
        setState('off')
      }
    },
  ]
}

/**
 * Gets the current state without asking the person.
 *
 * @param before the last known state: the reason why they could not be switched on is kept while it is true
 */
export function notificationState(before: NotificationState = 'off'): NotificationState {
  // The person can take the permission back in the browser's settings.
  const possible = isKnown() ? stateOf(Notification.permission) : 'unsupported'
  if (areWanted.get()) return possible
  return before === possible && before !== 'on' ? before : 'off'
}

/** Switches notifications on and remembers it if possible. The browser may ask the person first. */
export async function askForNotifications(): Promise<NotificationState> {
  if (!isKnown() || !canBeMade()) return 'unsupported'
  const state = stateOf(await Notification.requestPermission())
  if (state === 'on') areWanted.set(true)
  return state
}

/** Switches notifications off. */
export function stopNotifications(): void {
  areWanted.set(false)
}

/** Calls back when another tab or a browser setting changes the state. @returns a function that stops this */
export function followNotifications(onChange: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const { unsubscribe } = areWanted.subscribe(onChange)
  void watchPermission(onChange, signal)
  return () => {
    listening.abort()
    unsubscribe()
  }
}

/**
 * Shows a notification if they are on and the tab is hidden. It closes when the person returns to the tab.
 *
 * @param text must not contain text from the service, as systems store notifications and pass them on
 */
export function notifyFinished(text: string): void {
  if (!isTabHidden() || notificationState() !== 'on') return
  try {
    // `renotify` alerts again when a notification is replaced. Not all type definitions have it.
    const options: NotificationOptions & { renotify: boolean } = {
      body: text,
      tag: TAG,
      renotify: true,
      lang: document.documentElement.lang,
      icon: '/icons/192.png',
    }
    const notification = new Notification(m.app_name(), options)
    notification.addEventListener('click', () => {
      window.focus()
    })
    document.addEventListener('visibilitychange', () => notification.close(), { once: true })
  } catch {
    // Notifications may be allowed but not possible, as on phones. Then switch them off.
    stopNotifications()
  }
}

function stateOf(permission: NotificationPermission): NotificationState {
  if (permission === 'granted') return 'on'
  return permission === 'denied' ? 'blocked' : 'unanswered'
}

function isKnown(): boolean {
  return typeof Notification === 'function' && isSecureContext
}

/** Phones have the constructor, but it throws. This call shows nothing, as there is no permission yet. */
function canBeMade(): boolean {
  if (Notification.permission === 'granted') return true
  try {
    return new Notification('') instanceof Notification
  } catch {
    return false
  }
}

async function watchPermission(onChange: () => void, signal: AbortSignal): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: 'notifications' })
    status.addEventListener('change', onChange, { signal })
  } catch {
    // Some browsers do not report changes. There the state is read when the dialog opens.
  }
}
