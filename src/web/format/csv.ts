/** What one field of a CSV file holds. null: nothing. */
export type CsvValue = string | number | bigint | null

/** Without it Excel takes UTF-8 for the system's own alphabet. */
export const CSV_START = '\ufeff'

/**
 * A text that spreadsheets would run as a formula: they look past blanks and unseen characters, and take
 * the full-width forms for the plain ones.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\0]/u

/**
 * One record of a CSV file with its line break (RFC 4180). Every text is quoted, whatever a reader takes
 * for its separator; one that a spreadsheet would run begins with an apostrophe. Numbers stand as they are.
 */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const guarded = formula.test(value) ? `'${value}` : value
  return `"${guarded.replaceAll('"', '""')}"`
}
