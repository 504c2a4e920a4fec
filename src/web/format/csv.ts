import { m } from '#web/messages/generated/messages.js'

/** The value of one field of a CSV file. null: an empty field. */
export type CsvValue = string | number | bigint | null

/** The byte order mark. Without it Excel does not read the file as UTF-8. */
export const CSV_START = '\ufeff'

/**
 * A text that a spreadsheet would run as a formula. Spreadsheets skip blanks and invisible characters, and accept full-width
 * forms of the operators.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\0]/u

/** The longest text that a spreadsheet reads into one cell, in UTF-16 units. It drops what is longer, or fills further cells with it. */
const MAX_CELL_LENGTH = 32_767

/** The smallest whole number of 16 digits. A spreadsheet keeps 15 and writes zeros for the others. */
const FIRST_ROUNDED = 10 ** 15

/** What a spreadsheet does not show as it is: digits of a long whole number, or the end of a long text. */
export type CsvLoss = 'digits' | 'length'

/** What each loss is, and how to keep it. */
export const csvLossWords: Record<CsvLoss, () => string> = {
  digits: m.csv_digits,
  length: m.csv_length,
}

/** What a spreadsheet does not show of a value. It reads a text of digits as a number, too. @returns undefined: it shows all */
export function csvLoss(value: CsvValue): CsvLoss | undefined {
  if (typeof value !== 'string') {
    const isLong = value !== null && (value >= FIRST_ROUNDED || value <= -FIRST_ROUNDED)
    return isLong ? 'digits' : undefined
  }
  if (guarded(value).length > MAX_CELL_LENGTH) return 'length'
  return /^\s*\d{16,}\s*$/.test(value) ? 'digits' : undefined
}

/**
 * One record of a CSV file with its line break (RFC 4180). Texts are quoted, so that the separator of the reader does not
 * matter. A text that a spreadsheet would run as a formula gets an apostrophe in front, and
 * one that is too long for a cell is cut, which its end says. Numbers are not changed.
 */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

function csvField(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  return `"${shortened(guarded(value)).replaceAll('"', '""')}"`
}

function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** A text that fits into a cell, without half a character at its end. */
function shortened(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text
  const mark = `… [cut here: ${text.length} characters in all, which the JSON export has]`
  return text.slice(0, MAX_CELL_LENGTH - mark.length).replace(/[\uD800-\uDBFF]$/, '') + mark
}
