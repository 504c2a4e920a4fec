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

/** What separates the cells of a table. */
type Separator = ',' | ';' | '\t' | '|'

/** A row that is not blank, as a spreadsheet numbers it. */
interface TableRow {
  row: number
  cells: readonly string[]
}

/** A text read with one separator. */
interface Table {
  /** undefined: each line is one cell */
  separator: Separator | undefined
  /** the row with the names of the columns; it is not in `rows` */
  heading: TableRow | undefined
  rows: readonly TableRow[]
  /** how many cells are addresses */
  hits: number
  /** something shows that the separator stands between cells, and not only inside addresses */
  isSure: boolean
  /** something stands behind an address that can as well be its end */
  isDoubtful: boolean
}

/** Whether a cell is an address, with the marks that texts put around one. What is wrong with it is found later. */
export function isAddress(cell: string): boolean {
  return /^[\s\p{Cf}"'“”‘’<«(（【[]*https?[:：][/／]{2}/iu.test(cell)
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

/** The rows of a text that are not blank. */
function filledRows(text: string, separator?: Separator): TableRow[] {
  return rowsOf(text, separator)
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => filled(cells) > 0)
}

/** No text has it: each line is one cell. */
const NONE = '\0'

/**
 * The rows of a table in a text, each with its cells (RFC 4180). A quote that is never closed, or that has more than a separator
 * behind it, is a character like any other, so that it takes nothing away from what follows.
 *
 * @param separator undefined: each row is one cell
 */
function rowsOf(text: string, separator: Separator | undefined): string[][] {
  const mark = separator ?? NONE
  const cell = new RegExp(` *"([^"]*(?:""[^"]*)*)" *(?=[${mark}\r\n]|$)|[^${mark}\r\n]*`, 'y')
  const row: string[] = []
  const rows = [row]
  for (let at = 0, cells = row; at <= text.length; at += 1) {
    cell.lastIndex = at
    const [whole = '', quoted] = cell.exec(text) ?? []
    cells.push(quoted?.replaceAll('""', '"') ?? whole)
    at += whole.length
    if (at >= text.length) break
    if (text[at] === mark) continue
    if (text.startsWith('\r\n', at)) at += 1
    cells = []
    rows.push(cells)
  }
  return rows
}

/** Reads a text with one separator. @returns undefined if it has no address then */
function tableOf(text: string, separator?: Separator): Table | undefined {
  const all = filledRows(text, separator)
  const first = all.findIndex(({ cells }) => cells.some(isAddress))
  const cells = all[first]?.cells
  if (cells === undefined) return undefined
  const heading = headingOf(all.slice(0, first), cells)
  // How many cells stand behind the address in every row.
  const after = heading && heading.cells.length - 1 - cells.findIndex(isAddress)
  const rows = all
    .filter((row) => row !== heading)
    .map(({ row, cells: split }) => ({ row, cells: withWholeAddresses(split, separator, after) }))
  const ends = new Set(rows.flatMap((row) => endsOf(row.cells)))
  const isSure = after !== undefined || separator === '\t' || separator === '|'
  return {
    separator,
    heading,
    rows,
    hits: rows.reduce((sum, row) => sum + row.cells.filter(isAddress).length, 0),
    isSure: isSure || ends.has('certain'),
    isDoubtful: !isSure && !ends.has('certain') && ends.has('open'),
  }
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length

/** The names of the columns: the first row above the addresses that is not wider, and no single cell as a title is. */
function headingOf(above: readonly TableRow[], cells: readonly string[]): TableRow | undefined {
  const at = cells.findIndex(isAddress)
  if (cells.length === 1) {
    // A column of addresses has one word above it, and no other address that cannot be used.
    const [top] = above
    return top !== undefined && /^[^./:\\]{1,40}$/.test(top.cells[0] ?? '') ? top : undefined
  }
  return above.find(
    (row) =>
      row.cells.length > 1 &&
      row.cells.length <= cells.length &&
      (row.cells[at] ?? '').trim() !== '' &&
      filled(row.cells) >= Math.min(2, filled(cells)),
  )
}

/** Whether an address ends with the name of an image file, so that nothing belongs to it any more. */
const isFinished = (address: string) => /\.(?:jpe?g|png|webp|gif|heic|avif|bmp)\s*$/i.test(address)

/** A cell that cannot be a part of an address: empty, with blanks, a date, a type, "N/A". */
const isSeparate = (cell: string) =>
  /^\s*$|\s\S|^\d+(?:[./:-]\d+)+\s*$|^n\/a\s*$|^(?:image|video)\/\w+\s*$/i.test(cell) ||
  isAddress(cell)

/**
 * Puts addresses together that have the separator inside, as `…/w_400,h_400,c_fill/one.jpg` has.
 *
 * @param after how many cells stand behind the address; undefined: not known
 */
function withWholeAddresses(
  cells: readonly string[],
  separator: Separator | undefined,
  after: number | undefined,
): string[] {
  if (separator !== ',' && separator !== ';') return [...cells]
  const isOnlyOne = cells.filter(isAddress).length === 1
  const result: string[] = []
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? ''
    const rest = cells.slice(at + 1)
    const end = rest.findIndex(isSeparate)
    const parts =
      isAddress(cell) && !isFinished(cell) ? rest.slice(0, end === -1 ? undefined : end) : []
    const count =
      after !== undefined && isOnlyOne
        ? Math.min(parts.length, Math.max(0, rest.length - after))
        : continued(cell, parts)
    result.push([cell, ...parts.slice(0, count)].join(separator))
    at += count
  }
  return result
}

/** How many of the parts go on with an address: up to the last that only an address has, a path or the value of a query. */
function continued(address: string, parts: readonly string[]): number {
  const isQuery = address.includes('?')
  return (
    parts.findLastIndex(
      (part) => part.includes('/') || isFinished(part) || (isQuery && /[&=]/.test(part)),
    ) + 1
  )
}

/** How each address of a row ends: certainly, or open to what stands behind it. */
function endsOf(cells: readonly string[]): ('certain' | 'open')[] {
  return cells.slice(0, -1).flatMap((cell, at) => {
    if (!isAddress(cell)) return []
    return isFinished(cell) || isSeparate(cells[at + 1] ?? '') ? ['certain'] : ['open']
  })
}
