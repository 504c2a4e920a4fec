import { KEY_PLACE } from '#web/api/list-request.ts'

/**
 * A text in which the key stands nowhere: plain, escaped as in JSON (also as JSON within JSON) or CSV, or
 * written for an address, wholly or in part.
 *
 * @param apiKey '' where the session has ended: then there is none to look for
 */
export function withoutKey(text: string, apiKey: string): string {
  if (apiKey === '') return text
  const spellings = Array.from(apiKey, (character) => {
    const code = character.codePointAt(0)?.toString(16) ?? ''
    // JSON within JSON doubles what escapes. Bounded: a record of backslashes must not take for ever.
    const plain = character
      .replace(/[\\"/]/, String.raw`\\{0,15}$&`)
      .replace(/[^\dA-Za-z]$/, String.raw`\$&`)
      // A file of comma-separated values doubles it.
      .replace(/"$/, '"{1,2}')
    const hex = anyCase(code)
    return String.raw`(?:${plain}|%(?:25){0,3}${hex}|\\{1,15}u00${hex})`
  })
  return text.replaceAll(new RegExp(spellings.join(''), 'g'), KEY_PLACE)
}

/** Hexadecimal digits, in capitals or not. */
function anyCase(digits: string): string {
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
