import { checkImageUrl, type ImageUrlProblem } from '#contract/image-url.ts'

/** One line of the text box. */
export interface InputLine {
  /** counted from 1 */
  readonly line: number
  readonly text: string
}

/** The image URLs of a text, one per line, and the lines that cannot be used. Blank lines are ignored. */
export interface BatchInput {
  /** in order, repeated ones too */
  readonly urls: readonly string[]
  readonly bad: readonly (InputLine & { problem: ImageUrlProblem })[]
}

/** Reads image URLs, one per line, with the same check as the form. */
export function readBatchInput(text: string): BatchInput {
  const urls: string[] = []
  const bad: BatchInput['bad'][number][] = []
  for (const [index, line] of text.split(/\r\n|[\n\r]/).entries()) {
    if (line.trim() === '') continue
    const check = checkImageUrl(line)
    if (check.ok) urls.push(check.url)
    else bad.push({ line: index + 1, text: line, problem: check.problem })
  }
  return { urls, bad }
}

/** The largest file that is read, in bytes. */
export const MAX_LIST_BYTES = 1_000_000

/** The lines that a file adds to the text box; null: this type of file is not supported. */
export function linesOfFile(name: string, text: string): string[] | null {
  const content = text.replace(/^\ufeff/, '')
  if (/\.txt$/i.test(name)) return content.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== '')
  if (/\.csv$/i.test(name)) return cellsOf(content).filter((cell) => looksLikeUrl.test(cell))
  return null
}

/** A text with lines added at its end. */
export function withLines(text: string, lines: readonly string[]): string {
  const before = text.trimEnd()
  return [...(before === '' ? [] : [before]), ...lines].join('\n')
}

const looksLikeUrl = /^\s*https?:\/\//i

/** The cells of a CSV file (RFC 4180). The separator is the most frequent of comma, semicolon and tab in the first line. */
function cellsOf(text: string): string[] {
  const [head = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/)
  const uses = (separator: string) => head.split(separator).length
  const separator = [',', ';', '\t'].toSorted((a, b) => uses(b) - uses(a))[0] ?? ','
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(?:${separator}|\\r\\n|[\\r\\n]|$)`,
    'g',
  )
  return Array.from(
    text.matchAll(cell),
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}
