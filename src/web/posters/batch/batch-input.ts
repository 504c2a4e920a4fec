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

/** A text with lines added at its end. */
export function withLines(text: string, lines: readonly string[]): string {
  const before = text.trimEnd()
  return [...(before === '' ? [] : [before]), ...lines].join('\n')
}
