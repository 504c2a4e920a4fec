/** The value of one field of a CSV file. null: an empty field. */
export type CsvValue = string | number | bigint | null

/** The byte order mark. Without it Excel does not read the file as UTF-8. */
export const CSV_START = '\ufeff'

/**
 * A text that a spreadsheet would run as a formula. Spreadsheets skip blanks and invisible characters, and accept full-width
 * forms of the operators.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\0]/u

/**
 * One record of a CSV file with its line break (RFC 4180). Texts are quoted, so that the separator of the reader does not
 * matter. A text that a spreadsheet would run as a formula gets an apostrophe in front. Numbers are not changed.
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
