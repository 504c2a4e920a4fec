/** What a browser gives as the code of a key that an input method takes. */
const INPUT_METHOD = 229

/** Elements that use keys themselves: text is typed into them, or letters choose from them. */
export const FIELD = 'input:not([type=radio],[type=checkbox],[type=file]),textarea,select'

/** The parts of a keyboard event that say whose key it is. Not every event with the type of a key press has them. */
interface Press {
  key?: string
  isComposing?: boolean
  keyCode?: number
  composedPath: () => readonly EventTarget[]
}

/** The keys that are held with another. */
type Held = Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>

/**
 * The key of a press that is for the page, as the character that it writes or its name.
 *
 * @returns undefined: the page does nothing. The key belongs to an input method or to something that stands on the page
 * without being a part of it (an extension, a widget), or it is no key: browsers that fill in a form send such events.
 */
export function pressedKey(press: Press): string | undefined {
  const { key = '', isComposing = false } = press
  // Safari ends a composition before it gives the page the key that ended it: only the deprecated code tells.
  const isTaken = isComposing || press.keyCode === INPUT_METHOD
  const isKey = !['', 'Process', 'Unidentified'].includes(key)
  return isKey && !isTaken && isOfPage(press.composedPath()[0]) ? key : undefined
}

/** pressedKey, if no other key is held with it. */
export function pressedKeyAlone(press: Press & Held): string | undefined {
  const isAlone = !press.altKey && !press.ctrlKey && !press.metaKey && !press.shiftKey
  return isAlone ? pressedKey(press) : undefined
}

/** Whether the browser opens a link that is pressed elsewhere, in a tab or a window, because of the keys that are held. */
export function opensElsewhere(press: Omit<Held, 'altKey'>): boolean {
  return press.ctrlKey || press.metaKey || press.shiftKey
}

/** Whether the target of a press is the page itself, or an element of the app. */
function isOfPage(target: EventTarget | undefined): boolean {
  // A press that was kept until the app started has no target any more.
  if (target === undefined || !(target instanceof HTMLElement)) return true
  if (target.matches('body, :root')) return true
  // `closest` does not leave a shadow root, and the app has none.
  if (target.closest('#root') === null || target.localName.includes('-')) return false
  // A closed shadow root shows only its host: an empty element that has the focus and cannot have it.
  return target.tabIndex >= 0 || target.matches('[tabindex]') || target.firstElementChild !== null
}
