import { m } from '#web/messages/generated/messages.js'
import { isTabHidden } from '#web/tasks/refresh/use-auto-refresh.ts'
import { createDeviceChoice } from '#web/ui/device-choice.ts'

/**
 * Whether somebody is told by the system that tasks have finished. `blocked`: the browser was told not to;
 * `unanswered`: it asked, and got no answer; `unsupported`: it shows none of this page.
 */
export type NotificationState = 'on' | 'off' | 'blocked' | 'unanswered' | 'unsupported'

const areWanted = createDeviceChoice(
  'marquee.notifications',
  (text) => text === 'on',
  (isOn) => (isOn ? 'on' : 'off'),
)

/** A newer notification takes the place of the one before. */
const TAG = 'marquee-finished'

/**
 * How it is now, without asking anybody.
 *
 * @param before what was said last: why they could not be switched on stays said as long as it is so
 */
export function notificationState(before: NotificationState = 'off'): NotificationState {
  // What was allowed once can be taken back in the browser's settings.
  const possible = isKnown() ? stateOf(Notification.permission) : 'unsupported'
  if (areWanted.get()) return possible
  return before === possible && before !== 'on' ? before : 'off'
}

/** Switches them on, and remembers it where that is possible: the browser may ask the person first. */
export async function askForNotifications(): Promise<NotificationState> {
  if (!isKnown() || !canBeMade()) return 'unsupported'
  const state = stateOf(await Notification.requestPermission())
  if (state === 'on') areWanted.set(true)
  return state
}

/** Switches them off. */
export function stopNotifications(): void {
  areWanted.set(false)
}

/** Calls back when another tab, or a setting of the browser, has changed something. @returns how to stop that */
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
 * Tells whoever asked for it what has finished, while the tab is hidden; it is gone when they come back.
 *
 * @param text of our own words alone: systems keep and pass on what they are given
 */
export function notifyFinished(text: string): void {
  if (!isTabHidden() || notificationState() !== 'on') return
  try {
    // That one is there already is no reason to say nothing of the next; not every list of types knows the word.
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
    // Allowed, and yet not possible, as on phones: the box is not left ticked.
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

/** Phones know the name, and throw. Nothing is shown by this: it is not allowed yet. */
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
    // A browser that does not tell is looked at when the dialog is opened.
  }
}
