/** Digits that a double may not hold. */
const longDigits = /\d{16}/

/** A number, or a part of a keyword: outside of strings, JSON has these characters nowhere else. */
const numberToken = /[-+.\deE]+/y

/** An integer within a double's range. JSON.parse makes longer ones Infinity, which no field accepts. */
const integer = /^-?\d{16,309}$/

/**
 * JSON.parse without rounding: an integer that is not safe in a double becomes a bigint. Not every browser's
 * JSON.parse passes the source text to its reviver, so this scans the text itself. It scans once, and only
 * if the text has a long number.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  const json: unknown = JSON.parse(text)
  if (!longDigits.test(text)) return json
  // A service cannot guess the random mark, so its strings are never read as numbers.
  const mark = `${Math.random()} `
  const marked = markIntegers(text, mark)
  if (marked === text) return json
  const root = { json: JSON.parse(marked) as unknown }
  restore(root, mark)
  return root.json
}

/** Replaces each long integer in valid JSON by a string with a mark before the digits. */
function markIntegers(text: string, mark: string): string {
  const parts: string[] = []
  let copied = 0
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') isString = !isString
    else if (isString) at += char === '\\' ? 1 : 0
    else if (char === '-' || (char >= '0' && char <= '9')) {
      numberToken.lastIndex = at
      const [token = ''] = numberToken.exec(text) ?? []
      if (integer.test(token) && !Number.isSafeInteger(Number(token))) {
        parts.push(text.slice(copied, at), `"${mark}${token}"`)
        copied = at + token.length
      }
      at += token.length - 1
    }
  }
  return parts.join('') + text.slice(copied)
}

/** Replaces each marked string by a bigint. Not recursive, as a reply may be nested deeply. */
function restore(root: object, mark: string): void {
  const open: object[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const holder = node
    const look = (value: unknown, name: string | number) => {
      if (typeof value === 'string' && value.startsWith(mark)) {
        Reflect.set(holder, name, BigInt(value.slice(mark.length)))
      } else if (typeof value === 'object' && value !== null) open.push(value)
    }
    // An array may have millions of elements, so do not build a list of entries.
    if (Array.isArray(node))
      for (let index = 0; index < node.length; index += 1) look(node[index], index)
    else for (const [name, value] of Object.entries(node)) look(value, name)
  }
}

/**
 * JSON.stringify for the results of parseExactJson. It writes a bigint with all of its digits. It writes
 * Infinity as a number that is too large for a double.
 *
 * @throws RangeError if a value is nested too deeply
 */
export function stringifyExactJson(value: unknown): string {
  // A service cannot guess the random mark, so its strings are never written as numbers.
  const mark = `${String(Math.random()).slice(2)} `
  const text = JSON.stringify(value, (_name, part: unknown) => {
    const number = typeof part === 'bigint' ? String(part) : tooLarge(part)
    return number === undefined ? part : mark + number
  })
  return text.includes(mark) ? text.replaceAll(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1') : text
}

function tooLarge(part: unknown): string | undefined {
  if (part === Infinity) return '1e999'
  return part === -Infinity ? '-1e999' : undefined
}
