/** What separates the cells of a table. */
export type Separator = ',' | ';' | '\t' | '|'

/** A row that is not blank, as a spreadsheet numbers it. */
export interface TableRow {
  row: number
  cells: readonly string[]
}

/** A text read with one separator. */
export interface Table {
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

/** The rows of a text that are not blank. */
export function filledRows(text: string, separator?: Separator): TableRow[] {
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
export function tableOf(text: string, separator?: Separator): Table | undefined {
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
