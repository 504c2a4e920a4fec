import type { ImageUrlReading } from '#contract/image-url.ts'
import { readPosterImage } from '#web/posters/picture/pictures.ts'

/** One line of the text box. */
export interface InputLine {
  /** counted from 1 */
  readonly line: number
  readonly text: string
}

/** A line with what was read from it. */
export type ReadLine<Reading extends ImageUrlReading = ImageUrlReading> = InputLine & {
  readonly reading: Reading
}

/** The image URLs of a text, one per line. Blank lines are ignored. */
export interface BatchInput {
  /** in order, repeated ones too */
  readonly urls: readonly string[]
  /** the lines that cannot be used */
  readonly bad: readonly ReadLine<Extract<ImageUrlReading, { ok: false }>>[]
  /** the lines that are used, although something was put right or is in doubt */
  readonly noted: readonly ReadLine<Extract<ImageUrlReading, { ok: true }>>[]
}

/** Reads image URLs, one per line, with the same check as the form. @param deleted names of pictures, see readPosterImage */
export function readBatchInput(text: string, deleted: readonly string[] = []): BatchInput {
  const urls: string[] = []
  const bad: BatchInput['bad'][number][] = []
  const noted: BatchInput['noted'][number][] = []
  for (const [index, line] of text.split(lineEnd).entries()) {
    if (line.trim() === '') continue
    const reading = readPosterImage(line, deleted)
    const read = { line: index + 1, text: line }
    if (!reading.ok) {
      bad.push({ ...read, reading })
      continue
    }
    urls.push(reading.url)
    if (reading.putRight.length > 0 || reading.doubt !== undefined) noted.push({ ...read, reading })
  }
  return { urls, bad, noted }
}

/** A text with what is probably meant in place of some of its lines. */
export function withSuggestions(text: string, lines: readonly ReadLine[]): string {
  const meant = new Map(lines.map(({ line, reading }) => [line, reading.suggestion]))
  return text
    .split(lineEnd)
    .map((line, index) => meant.get(index + 1) ?? line)
    .join('\n')
}

const lineEnd = /\r\n|[\n\r]/

/** A text with lines added at its end. */
export function withLines(text: string, lines: readonly string[]): string {
  const before = text.trimEnd()
  return [...(before === '' ? [] : [before]), ...lines].join('\n')
}
