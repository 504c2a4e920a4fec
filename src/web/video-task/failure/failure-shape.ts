import { isRecord } from '#contract/record.ts'
import { startOf } from '#web/format/untrusted-text.ts'

/** Only the start of a message is read, in characters, so that a megabyte costs no more than a line. */
const READ_LENGTH = 300
const SHAPE_LENGTH = 200

/** The kinds of text that differ between tasks with the same failure. A shape has a placeholder for each. */
export const FOLDED = [
  'url',
  'email',
  'id',
  'date',
  'time',
  'path',
  'file',
  'text',
  'number',
] as const
export type Folded = (typeof FOLDED)[number]

/** A piece of a shape: words of the message, or a placeholder. */
export type ShapePiece = { folded: Folded } | { words: string }

/*
 * Each pattern matches only at the start of a run of its characters, and each repetition has a limit. So the time is
 * linear in the length of the message. At each place the first pattern that matches counts.
 */
const PATTERNS: Readonly<Record<Exclude<Folded, 'number'>, readonly string[]>> = {
  id: [`(?<![\\w-])[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}(?![\\w-])`],
  text: [
    `"[^"\\n]{1,200}"`,
    `“[^”\\n]{1,200}”`,
    `«[^»\\n]{1,200}»`,
    `「[^」\\n]{1,200}」`,
    `『[^』\\n]{1,200}』`,
    `‘[^’\\n]{1,200}’(?!\\p{L})`,
    '`[^`\\n]{1,200}`',
    // Not the apostrophe of "can't".
    `(?<![\\p{L}\\p{N}])'[^'\\n]{1,200}'(?![\\p{L}\\p{N}])`,
  ],
  // The full stop of the sentence, and Chinese text after an address, are not part of the address.
  url: [
    `(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,15}://[^\\s"'<>，。、；：！？（）「」『』\\u2e80-\\u9fff]*[^\\s"'<>，。、；：！？（）「」『』\\u2e80-\\u9fff.,;:!?)\\]}]`,
    `(?<![a-z0-9.-])www\\.[a-z0-9-]{1,63}\\.[a-z0-9./?=&%_-]*[a-z0-9/]`,
    `(?<![a-z0-9])data:[a-z]{1,20}/[a-z0-9.+;=,%/-]*`,
  ],
  email: [`(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8}`],
  path: [
    `(?<![\\w/\\\\.:])(?:[a-z]:|~|\\.{1,2})?(?:[\\\\/][\\w.@%+-]{1,100}){2,40}[\\\\/]?`,
    `(?<![\\w/\\\\.:])[a-z]:[\\\\/][\\w.@%+-]{1,100}`,
  ],
  date: [
    `(?<![\\w.])\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?)?(?![\\w])`,
    `(?<![\\w.])\\d{1,4}[/.]\\d{1,2}[/.]\\d{2,4}(?:,? \\d\\d?:\\d\\d(?::\\d\\d)?)?(?![\\w.])`,
    `\\d{2,4}\\s?年\\s?\\d{1,2}\\s?月\\s?\\d{1,2}\\s?日`,
  ],
  time: [`(?<![\\w.:])\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?![\\w:])`],
  file: [
    `(?<![\\w.-])[\\w-]{1,100}(?:\\.[\\w-]{1,40}){0,3}\\.(?:jpe?g|png|webp|gif|bmp|avif|heic|tiff?|svg|mp4|webm|mov|mkv|avi|mp3|wav|json|csv|txt|zip|log)(?![\\w])`,
  ],
}

// A word with digits, and parts joined by - and _; wordShape looks at it closer. Then plain numbers in any script.
const WORD = `(?<![A-Za-z0-9_])[A-Za-z0-9_]{1,600}(?:-[A-Za-z0-9_]{1,600}){0,20}`
const FIGURES = `[+-]?\\p{Nd}{1,600}(?:[.,:'\\u00a0\\u202f]\\p{Nd}{1,600}){0,40}`

const anything = new RegExp(
  [
    ...Object.entries(PATTERNS).map(([name, forms]) => `(?<${name}>${forms.join('|')})`),
    `(?<address>(?<![\\w.:])\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?(?![\\w.]))`,
    `(?<figures>(?<![A-Za-z0-9_])${FIGURES}(?![A-Za-z0-9_]))`,
    `(?<word>${WORD})`,
  ].join('|'),
  'giu',
)

const tag = (name: Folded) => `⟨${name}⟩`
const TAG = new RegExp(`⟨(${FOLDED.join('|')})⟩`)

/**
 * The shape of a failure's message: the message with a placeholder for everything that differs between tasks, for
 * example "No face in image ⟨url⟩ after ⟨number⟩ s". Failures for the same reason have the same shape.
 */
export function shapeOf(message: string): string {
  let afterAnswer = false
  const shape = startOf(message.slice(0, READ_LENGTH + 1), READ_LENGTH)
    .normalize('NFC')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
    .replaceAll(anything, (found: string, ...rest: unknown[]) => {
      const groups = rest.at(-1)
      const name = isRecord(groups)
        ? Object.keys(groups).find((one) => groups[one] !== undefined)
        : undefined
      const isStatus = afterAnswer && /^[45]\d\d$/.test(found)
      const isVersion = afterAnswer && /^[12](?:\.\d)?$/.test(found)
      afterAnswer =
        isVersion || /^(?:https?|status|code|answered|responded|returned|with)$/i.test(found)
      // Keep HTTP statuses: 404 and 500 are different failures.
      if (isStatus) return found
      if (name === 'word') return wordShape(found)
      if (name === 'figures') return tag('number')
      if (name === 'address') return tag('url')
      const folded = FOLDED.find((known) => known === name)
      return folded === undefined ? found : tag(folded)
    })
    // A list of three values and a list of five have the same shape.
    .replaceAll(/(⟨[a-z]{2,6}⟩)(?:[,;、，\s/|]{1,3}\1)+/g, '$1')
  return shape.length > SHAPE_LENGTH ? `${startOf(shape, SHAPE_LENGTH - 1)}…` : shape
}

/** The shape of a word of letters, digits, _ and -: an ID, a number with its unit, or the word itself. */
function wordShape(word: string): string {
  if (!/\d/.test(word)) {
    // A long run of the letters a to f is hexadecimal.
    return /^[a-f]{12,}$/i.test(word) ? tag('id') : word
  }
  if (/^(?:0x)?[0-9a-f]{8,}$/i.test(word) || /^[0-9a-f]{4,}(?:-[0-9a-f]{4,}){2,}$/i.test(word)) {
    return tag('id')
  }
  const [, figures, unit] = /^(\d+)([a-z%]{1,4})$/i.exec(word) ?? []
  if (figures !== undefined && unit !== undefined) return `${tag('number')}${unit}`
  if (/^\d+x\d+$/i.test(word)) return tag('number')
  const parts = word.split(/([-_])/)
  // task_8f3a2b and req-20251: a name, then a part that differs.
  if (parts.length > 1) return parts.map((part) => partShape(part)).join('')
  return partShape(word)
}

function partShape(part: string): string {
  if (!/\d/.test(part)) return part
  if (/^\d+$/.test(part)) return tag('number')
  // Keep codes such as E1001, H264 and GPU0: they tell failures apart.
  if (/^[A-Z]{1,6}\d{1,5}$/.test(part) || /^[a-z]{1,3}\d{1,3}$/.test(part)) return part
  const [, name] = /^([a-z]{4,20})\d{1,4}$/i.exec(part) ?? []
  return name === undefined ? tag('id') : `${name}${tag('number')}`
}

/** Splits a shape into words and placeholders, so that placeholders can be shown in any language. */
export function shapePieces(shape: string): ShapePiece[] {
  return shape
    .split(TAG)
    .map((piece, index): ShapePiece => {
      const folded = FOLDED.find((name) => index % 2 === 1 && name === piece)
      return folded === undefined ? { words: piece } : { folded }
    })
    .filter((piece) => 'folded' in piece || piece.words !== '')
}
