/**
 * JSON.stringify for what parseExactJson has read: a bigint is written with all of its digits, and a
 * number that was too large for a double as one that is too large.
 *
 * @throws RangeError where a value is nested too deeply
 */
export function stringifyExactJson(value: unknown): string {
  // No service can know it: its own strings are never taken for a number.
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
