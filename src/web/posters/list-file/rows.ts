/** What separates the cells of a table. */
export type Separator = ',' | ';' | '\t' | '|'

/** No text has it: each line is one cell. */
const NONE = '\0'

/**
 * The rows of a table in a text, each with its cells (RFC 4180). A quote that is never closed, or that has more than a separator
 * behind it, is a character like any other, so that it takes nothing away from what follows.
 *
 * @param separator undefined: each row is one cell
 */
export function rowsOf(text: string, separator: Separator | undefined): string[][] {
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
