/** A text of a file, and how it was read. */
export interface DecodedText {
  text: string
  encoding: TextEncoding
  /** false: the bytes fit no encoding well, so that only ASCII is certain */
  isSure: boolean
}

/** What spreadsheets and editors write, by the names that TextDecoder knows. */
export type TextEncoding =
  | 'utf8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1252'
  | 'euc-kr'
  | 'gb18030'
  | 'shift_jis'
  | 'big5'

/**
 * Reads the bytes of a text. A byte order mark says how, or the zeros of UTF-16, or that it is UTF-8. For what is left there is
 * no mark: each candidate has bytes that its usual characters are made of, and the text must be of these.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = encodingOfMark(bytes) ?? encodingOfZeros(bytes)
  if (marked !== undefined) return decoded(bytes, marked)
  if (isUtf8(bytes)) return decoded(bytes, 'utf8')
  const runs = highRuns(bytes)
  const likely = LEGACY.find(([, isLikely]) => isLikely(runs))
  return likely === undefined
    ? { ...decoded(bytes, 'windows-1252'), isSure: false }
    : decoded(bytes, likely[0])
}

function decoded(bytes: Uint8Array, encoding: TextEncoding): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isSure: true }
}

function encodingOfMark([first, second, third]: Uint8Array): TextEncoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** UTF-16 without a mark: every other byte of an address is zero. */
function encodingOfZeros(bytes: Uint8Array): TextEncoding | undefined {
  const start = bytes.subarray(0, 2000)
  const even = start.filter((byte, index) => byte === 0 && index % 2 === 0).length
  const odd = start.filter((byte, index) => byte === 0 && index % 2 === 1).length
  const few = start.length / 10
  if (odd > few && even < few / 10) return 'utf-16le'
  return even > few && odd < few / 10 ? 'utf-16be' : undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Bytes above ASCII that follow each other, with the byte after them: it can be the second half of a character. */
interface HighRun {
  bytes: Uint8Array
  /** the run and one byte more, if there is one */
  withNext: Uint8Array
  /** it stands between two ASCII letters */
  isInWord: boolean
}

/** How many runs are looked at. */
const MOST_RUNS = 5000

function highRuns(bytes: Uint8Array): HighRun[] {
  const isLetter = (byte = 0) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
  const runs: HighRun[] = []
  for (let start = 0; start < bytes.length && runs.length < MOST_RUNS; start += 1) {
    if ((bytes[start] ?? 0) < 0x80) continue
    let end = start + 1
    while ((bytes[end] ?? 0) >= 0x80) end += 1
    runs.push({
      bytes: bytes.subarray(start, end),
      withNext: bytes.subarray(start, end + 1),
      isInWord: isLetter(bytes[start - 1]) && isLetter(bytes[end]),
    })
    start = end
  }
  return runs
}

/** The share of characters that are usual in an encoding of two bytes each. */
function shareOf(
  runs: readonly HighRun[],
  isUsual: (lead: number, trail: number) => boolean,
): number {
  let all = 0
  let usual = 0
  for (const { bytes, withNext } of runs) {
    for (let at = 0; at < bytes.length; at += 2) {
      all += 1
      if (isUsual(withNext[at] ?? 0, withNext[at + 1] ?? 0)) usual += 1
    }
  }
  return all === 0 ? 0 : usual / all
}

const isBetween = (byte: number, from: number, to: number) => byte >= from && byte <= to

/** The encodings without a mark, in this order, and how each is known. The first that fits is taken. */
const LEGACY: readonly (readonly [TextEncoding, (runs: readonly HighRun[]) => boolean])[] = [
  [
    // Accented letters stand alone or in pairs in words of ASCII letters; quotation marks and dashes stand anywhere.
    'windows-1252',
    (runs) => {
      const western = runs.filter(
        ({ bytes, isInWord }) =>
          bytes.every((byte) => byte >= 0xc0 || WESTERN_MARKS.has(byte)) &&
          (bytes.length === 1 || (bytes.length === 2 && isInWord)),
      )
      return western.length > runs.length * 0.9
    },
  ],
  [
    // Hangul has leads in a part of those of Chinese. A few characters prove nothing.
    'euc-kr',
    (runs) =>
      runs.reduce((sum, { bytes }) => sum + bytes.length, 0) >= 24 &&
      shareOf(runs, (lead, trail) => isBetween(lead, 0xb0, 0xc8) && isBetween(trail, 0xa1, 0xfe)) >
        0.97,
  ],
  [
    // The characters of GB 2312, which both bytes above 0xa0 tell, are nearly all of any Chinese text.
    'gb18030',
    (runs) =>
      shareOf(
        runs,
        (lead, trail) =>
          (isBetween(lead, 0xb0, 0xf7) || isBetween(lead, 0xa1, 0xa3)) &&
          isBetween(trail, 0xa1, 0xfe),
      ) > 0.8,
  ],
  [
    // Kana are most of any Japanese text.
    'shift_jis',
    (runs) => shareOf(runs, (lead, trail) => isBetween(lead, 0x81, 0x83) && trail >= 0x40) > 0.5,
  ],
  [
    // The frequent characters of Big5.
    'big5',
    (runs) =>
      shareOf(
        runs,
        (lead, trail) =>
          (isBetween(lead, 0xa4, 0xc6) || lead === 0xa1) &&
          (isBetween(trail, 0x40, 0x7e) || isBetween(trail, 0xa1, 0xfe)),
      ) > 0.9,
  ],
]

/** Marks of Windows-1252 that texts have: € … ‘ ’ “ ” • – — ™, a blank, ¡ £ § © « ® ° ´ · » ¿. */
const WESTERN_MARKS = new Set([
  0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0xa0, 0xa1, 0xa3, 0xa7, 0xa9, 0xab,
  0xae, 0xb0, 0xb4, 0xb7, 0xbb, 0xbf,
])
