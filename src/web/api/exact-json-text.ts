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
