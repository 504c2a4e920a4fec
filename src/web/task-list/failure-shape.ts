import { startOf } from '#web/format/untrusted-text.ts'

/** Only the start of a message is read, in characters, so that a megabyte costs no more than a line. */
const READ_LENGTH = 300
const SHAPE_LENGTH = 200

/** What differs between tasks with the same failure, in the order in which it is folded. A shape has a placeholder for each. */
const FOLDED = {
  text: /"[^"]+"|“[^”]+”|«[^»]+»|「[^」]+」|『[^』]+』|`[^`]+`|(?<![\p{L}\p{N}])['‘][^'’]+['’](?![\p{L}\p{N}])/gu,
  // The full stop of the sentence, and Chinese text after an address, are not part of the address.
  url: /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.|data:[a-z]+\/)[^\s"'<>\u2e80-\u9fff\uff00-\uffef]+(?<![.,;:!?)\]}])|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/gi,
  email: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  path: /(?<![\w.:/\\])(?:[a-z]:|~|\.{1,2})?(?:[\\/][\w.@%+-]+){2,}[\\/]?/gi,
  id: /\b[\da-f]{4,}(?:-[\da-f]{4,}){2,}\b/gi,
  date: /(?:\b\d{4}-\d\d-\d\d|\b\d{1,4}([./])\d{1,2}\1\d{2,4}|\d{2,4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日)(?:(?:T|,? )\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?)?(?![\w.]*\w)/g,
  time: /\b\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?![\w:])/g,
  file: /[\w.-]+\.(?:jpe?g|png|webp|gif|bmp|avif|heic|tiff?|svg|mp4|webm|mov|mkv|avi|mp3|wav|json|csv|txt|zip|log)\b/gi,
  // Not the statuses of HTTP: 404 and 500 are different failures.
  number:
    /(?!(?<=\b(?:https?(?:\/[\d.]+)?|status|code|answered|responded|returned|with)\W{1,3})[45]\d\d\b)(?<![a-z\d])[+-]?\p{Nd}+(?:[.,:'x]\p{Nd}+)*(?![a-z\d])/giu,
} as const
export type Folded = keyof typeof FOLDED

/** A piece of a shape: words of the message, or a placeholder. */
export type ShapePiece = { folded: Folded } | { words: string }

const TAG = new RegExp(`⟨(${Object.keys(FOLDED).join('|')})⟩`)

/**
 * The shape of a failure's message: the message with a placeholder for everything that differs between tasks, for
 * example "No face in image ⟨url⟩ after ⟨number⟩ s". Failures for the same reason have the same shape.
 */
export function shapeOf(message: string): string {
  const start = startOf(message, READ_LENGTH).normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const shape = Object.entries(FOLDED)
    .reduce((text, [name, pattern]) => text.replaceAll(pattern, `⟨${name}⟩`), start)
    .replaceAll(/(?<![a-z\d])(?=\d*[a-z])[a-z]*\d[a-z\d]*/gi, wordShape)
    // A list of three values and a list of five have the same shape.
    .replaceAll(/(⟨[a-z]{2,6}⟩)(?:[,;、，\s/|]{1,3}\1)+/g, '$1')
  return shape.length > SHAPE_LENGTH ? `${startOf(shape, SHAPE_LENGTH - 1)}…` : shape
}

/** The shape of a word with digits: a code such as E1001 or H264, which tells failures apart, a number with its name or unit, or an ID. */
function wordShape(word: string): string {
  if (/^(?:[A-Z]{1,6}\d{1,5}|[a-z]{1,3}\d{1,3})$/.test(word)) return word
  const isNumbered =
    !/^[\da-f]{8,}$/i.test(word) && /^(?:\d+[a-z]{1,4}|[a-z]{4,}\d{1,4})$/i.test(word)
  return isNumbered ? word.replace(/\d+/, '⟨number⟩') : '⟨id⟩'
}

/** Splits a shape into words and placeholders, so that placeholders can be shown in any language. */
export function shapePieces(shape: string): ShapePiece[] {
  return shape
    .split(TAG)
    .map((piece, index) =>
      index % 2 === 1 && isFolded(piece) ? { folded: piece } : { words: piece },
    )
    .filter((piece) => 'folded' in piece || piece.words !== '')
}

function isFolded(name: string): name is Folded {
  return Object.hasOwn(FOLDED, name)
}
