import {
  filledRows,
  isAddress,
  type Separator,
  type Table,
  tableOf,
  type TableRow,
} from '#web/posters/list-file/table.ts'

/** A row without an address. */
export interface RowLeftOut {
  /** as a spreadsheet numbers it */
  row: number
  text: string
}

/** One way to read a list: the lines that it gives, and the rows that it leaves out. */
export interface ListPart {
  /** one column, all columns, or each line from the address to its end */
  kind: 'column' | 'columns' | 'lines'
  /** the name of the column; '' if it has none */
  name: string
  /** counted from 1 */
  column: number
  lines: readonly string[]
  leftOut: readonly RowLeftOut[]
}

const SEPARATORS: readonly Separator[] = [',', ';', '\t', '|']

/**
 * Reads addresses from a text: lines, or a table of any separator. What separates is found from where addresses stand, as title lines,
 * headings and addresses have commas, too.
 *
 * @param keepsLines a text of lines keeps those that are no address, to be corrected
 * @returns no way: there is no address. More than one: several readings are possible, and a person has to choose.
 */
export function readList(written: string, keepsLines: boolean): readonly ListPart[] {
  const { text, given, skipped } = withoutSeparatorLine(withoutFormulas(written))
  const lines = tableOf(text)
  const table = bestTable(text, given)
  const parts = readTables(text, lines, table, keepsLines)
  return skipped === 0 ? parts : parts.map((part) => movedBy(part, skipped))
}

/** Whether a text has cells, as spreadsheets copy them: tabs, or a formula with an address. Other texts are lines. */
export function isTableText(text: string): boolean {
  return text.includes('\t') || withoutFormulas(text) !== text
}

function readTables(
  text: string,
  lines: Table | undefined,
  table: Table | undefined,
  keepsLines: boolean,
): readonly ListPart[] {
  const asLines = () => {
    if (keepsLines) return [allLines(filledRows(text))]
    return lines === undefined ? [] : [partOf(lines, 0)]
  }
  if (table === undefined) return asLines()
  if (lines !== undefined) {
    if (lines.hits > table.hits) return asLines()
    // Where addresses alone stand in the rows, or an address has a word above it and nothing proves a separator.
    const isColumn = table.rows.every(({ cells }) => cells.length === 1 || !cells.some(isAddress))
    const isOneCell = table.isDoubtful && (keepsLines || lines.heading !== undefined)
    if (lines.hits === table.hits && (isColumn || isOneCell)) return asLines()
  }
  const parts = columnsOf(table)
  return table.isDoubtful ? [...parts, toTheEnd(table)] : parts
}

/** The table with most addresses; with a separator that is proven; with the shortest addresses. */
function bestTable(text: string, given: Separator | undefined): Table | undefined {
  const tables = (candidates: readonly Separator[]) =>
    candidates
      .filter((separator) => text.includes(separator))
      .flatMap((separator) => tableOf(text, separator) ?? [])
  const [named] = given === undefined ? [] : tables([given])
  if (named !== undefined) return { ...named, isSure: true, isDoubtful: false }
  const length = ({ rows }: Table) =>
    rows.reduce((sum, { cells }) => sum + cells.filter(isAddress).join('').length, 0)
  return tables(SEPARATORS).toSorted(
    (a, b) => b.hits - a.hits || Number(b.isSure) - Number(a.isSure) || length(a) - length(b),
  )[0]
}

/** The columns that have addresses, and all of them together. */
function columnsOf(table: Table): readonly ListPart[] {
  const { rows, heading } = table
  const withAddress = rows.filter(({ cells }) => cells.some(isAddress))
  const columns = [
    ...new Set(
      withAddress.flatMap(({ cells }) =>
        cells.flatMap((cell, at) => (isAddress(cell) ? [at] : [])),
      ),
    ),
  ].toSorted((a, b) => a - b)
  const [only = 0, second] = columns
  if (second === undefined) return [partOf(table, only)]
  const all: ListPart = { ...partOf(table, undefined), kind: 'columns' }
  // A single row with addresses is a list written across. If each row has one address only, there is no column to choose.
  const isOneList =
    (heading === undefined && withAddress.length === 1) || all.lines.length === withAddress.length
  return isOneList ? [all] : [...columns.map((column) => partOf(table, column)), all]
}

/** @param column undefined: all */
function partOf({ rows, heading, separator }: Table, column: number | undefined): ListPart {
  const cellsOf = (cells: readonly string[]) =>
    (column === undefined ? cells : [cells[column] ?? '']).filter(isAddress)
  return {
    kind: 'column',
    name: column === undefined ? '' : (heading?.cells[column] ?? '').trim(),
    column: (column ?? 0) + 1,
    // A cell can have several lines.
    lines: rows.flatMap(({ cells }) => cellsOf(cells).flatMap(linesOf)),
    leftOut: rows
      .filter(({ cells }) => cellsOf(cells).length === 0)
      .map(({ row, cells }) => ({ row, text: cells.join(`${separator ?? ''} `).trim() })),
  }
}

/** Each line, with those that are no address. */
function allLines(rows: readonly TableRow[]): ListPart {
  const lines = rows.flatMap(({ cells: [cell = ''] }) => linesOf(cell))
  return { kind: 'lines', name: '', column: 1, lines, leftOut: [] }
}

/** Each row from its address to its end. */
function toTheEnd({ rows, ...table }: Table): ListPart {
  const whole = rows.map(({ row, cells }) => {
    const at = cells.findIndex(isAddress)
    return { row, cells: at === -1 ? cells : [cells.slice(at).join(table.separator)] }
  })
  return { ...partOf({ ...table, rows: whole }, 0), kind: 'lines' }
}

const linesOf = (cell: string) =>
  cell
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Formulas with an address, such as HYPERLINK and IMAGE, are that address. Quotes are doubled in a cell that is quoted. */
function withoutFormulas(text: string): string {
  return text.replaceAll(
    /'?=\s*[\p{L}_.]+\(\s*("{1,2})\s*(https?:\/\/[^"\r\n]*)\1(?:\s*[,;]\s*(?:"+[^"]*"+|[^"),;\r\n]*)){0,4}\s*\)/giu,
    (_formula, quotes: string, address: string) => (quotes === '"' ? `"${address}"` : address),
  )
}

/** Excel's first line that names the separator: "sep=;". */
function withoutSeparatorLine(text: string) {
  const [line = '', name] = /^sep=(.)(?:\r\n|[\r\n]|$)/i.exec(text) ?? []
  const given = SEPARATORS.find((separator) => separator === name)
  return { text: text.slice(line.length), given, skipped: line === '' ? 0 : 1 }
}

function movedBy(part: ListPart, rows: number): ListPart {
  return { ...part, leftOut: part.leftOut.map(({ row, text }) => ({ row: row + rows, text })) }
}
