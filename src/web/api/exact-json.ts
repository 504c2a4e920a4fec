/** Digits that a double may not hold. */
const longDigits = /\d{16}/

/** A number, or what is left of a word: outside strings, JSON has these characters nowhere else. */
const numberToken = /[-+.\deE]+/y

/** An integer short enough for a double's range. Beyond it, JSON.parse has Infinity, which nobody reads. */
const integer = /^-?\d{16,309}$/

/**
 * JSON.parse that rounds no integer: one that a double cannot hold for certain becomes a bigint. Not
 * every browser's JSON.parse shows its reviver the text. One pass over the text, and only where it
 * has digits enough.
 *
 * @throws SyntaxError where the text is no JSON
 */
export function parseExactJson(text: string): unknown {
  const json: unknown = JSON.parse(text)
  if (!longDigits.test(text)) return json
  // No service can know it: its own strings are never taken for a number.
  const mark = `${Math.random()} `
  const marked = markIntegers(text, mark)
  if (marked === text) return json
  const root = { json: JSON.parse(marked) as unknown }
  restore(root, mark)
  return root.json
}

/** Turns each long integer of a valid JSON text into a string with a mark before it. */
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

/** Puts a bigint in place of each marked string. Without recursion: an answer may be nested deeply. */
function restore(root: object, mark: string): void {
  const open: object[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const holder = node
    const look = (value: unknown, name: string | number) => {
      if (typeof value === 'string' && value.startsWith(mark)) {
        Reflect.set(holder, name, BigInt(value.slice(mark.length)))
      } else if (typeof value === 'object' && value !== null) open.push(value)
    }
    // Millions of elements: no list of pairs for them.
    if (Array.isArray(node))
      for (let index = 0; index < node.length; index += 1) look(node[index], index)
    else for (const [name, value] of Object.entries(node)) look(value, name)
  }
}
