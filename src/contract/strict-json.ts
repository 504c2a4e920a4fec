/**
 * A string of JSON, which stays as it is, or a number that JSON does not have. Python writes NaN and Infinity, C writes nan and inf.
 * A string that does not end goes to the end of the text, so that no quote is looked at twice.
 */
const token = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[-+]?\b(?:nan|inf(?:inity)?)\b/gis

/**
 * A reply as JSON. Some programs write NaN and Infinity, for which JSON has no number: they become texts, so that one number
 * does not cost the whole reply, and its record still shows what came.
 *
 * @returns undefined if it is not JSON
 */
export function strictJson(text: string): string | undefined {
  if (isJson(text)) return text
  const strict = text.replaceAll(token, (found) => (found.startsWith('"') ? found : `"${found}"`))
  return isJson(strict) ? strict : undefined
}

/** Whether a text is JSON as the standard has it. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
