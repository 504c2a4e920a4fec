import { decodeText, type TextEncoding } from '#web/posters/list-file/decode-text.ts'
import { isAddress, type ListPart, readList } from '#web/posters/list-file/read-list.ts'
import { isPicture } from '#web/posters/picture/pictures.ts'

/** The largest file that is read, in bytes. */
const MAX_LIST_BYTES = 1_000_000

/**
 * What Marquee reads of these. Some Android phones call a CSV file one of Excel, or use the older types; a picker that does not know a
 * type shows the file in grey.
 */
export const LIST_FILES = [
  '.txt',
  '.csv',
  '.tsv',
  'text/plain',
  'text/csv',
  'text/tab-separated-values',
  'text/comma-separated-values',
  'text/x-csv',
  'application/csv',
  'application/x-csv',
  'application/vnd.ms-excel',
].join(',')

/** Why nothing is taken from a file. */
export type ListProblem =
  /** of Excel, Numbers and the like */
  | 'workbook'
  | 'image'
  /** not a list */
  | 'kind'
  | 'large'
  | 'unreadable'
  /** its encoding is not certain, and its addresses depend on it */
  | 'encoding'
  | 'none'

/** The ways to read a file, or why there is none. */
export type ListFile =
  | { ok: true; parts: readonly ListPart[]; encoding: TextEncoding }
  | { ok: false; problem: ListProblem }

/** Reads a file of addresses. */
export async function readListFile(file: File): Promise<ListFile> {
  const refused = (problem: ListProblem): ListFile => ({ ok: false, problem })
  if (isPicture(file)) return refused('image')
  if (/\.(?:xls[xmb]|numbers|ods|fods|et)$/i.test(file.name)) return refused('workbook')
  if (!isList(file)) return refused('kind')
  if (file.size > MAX_LIST_BYTES) return refused('large')
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  )
  if (bytes === undefined) return refused('unreadable')
  // A workbook under another name: a ZIP file, the older files of Microsoft, or a page that Excel opens.
  if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    return refused('workbook')
  }
  const { text, encoding, isSure } = decodeText(bytes)
  if (/^\s*</.test(text)) return refused(/\.xls$/i.test(file.name) ? 'workbook' : 'kind')
  if (text.includes('\0')) return refused('kind')
  const parts = readList(text, /\.te?xt$/i.test(file.name))
  const lines = parts.flatMap((part) => part.lines)
  if (lines.length === 0) return refused('none')
  if (!isSure && lines.some((line) => isAddress(line) && /\P{ASCII}/u.test(line))) {
    return refused('encoding')
  }
  return { ok: true, parts, encoding }
}

/** By the ending of its name, which a phone may leave out. A text with the ending of an old workbook is a list, too. */
function isList({ name }: File): boolean {
  const ending = /\.([a-z\d]{1,8})$/i.exec(name)?.[1]
  return ending === undefined || /^(?:te?xt|csv|tsv|tab|xls)$/i.test(ending)
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte)
