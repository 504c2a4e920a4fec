import { readVideoTaskRow, type VideoTaskRow } from '#contract/video-tasks.ts'
import { parseExactJson } from '#web/api/exact-json.ts'
import { stringifyExactJson } from '#web/api/exact-json-text.ts'

/** Rows that are put away together: unpacking them is no long task, also on a slow machine. */
const SEGMENT_ROWS = 500

/** A place in an archive, from which one reads on. */
export interface ArchivePlace {
  segment: number
  /** of the rows there */
  offset: number
}

/**
 * Rows of a list too long to be held as they are: put away deflated, 500 by 500, about sixty bytes a
 * row in place of two thousand.
 */
export class TaskArchive {
  readonly #segments: Promise<() => Promise<readonly VideoTaskRow[]>>[] = []
  #open: VideoTaskRow[] = []

  /** Puts rows behind those that are there. */
  add(rows: readonly VideoTaskRow[]): void {
    this.#open.push(...rows)
    while (this.#open.length >= SEGMENT_ROWS) {
      this.#segments.push(pack(this.#open.slice(0, SEGMENT_ROWS)))
      this.#open = this.#open.slice(SEGMENT_ROWS)
    }
  }

  /**
   * The rows behind a place, some at a time.
   *
   * @returns undefined where there are none as yet
   */
  async read({
    segment,
    offset,
  }: ArchivePlace): Promise<{ rows: readonly VideoTaskRow[]; next: ArchivePlace } | undefined> {
    const packed = this.#segments[segment]
    if (packed === undefined) {
      const rows = this.#open.slice(offset)
      const next = { segment, offset: offset + rows.length }
      return rows.length === 0 ? undefined : { rows, next }
    }
    const unpack = await packed
    const rows = (await unpack()).slice(offset)
    const next = { segment: segment + 1, offset: 0 }
    return rows.length === 0 ? this.read(next) : { rows, next }
  }
}

async function pack(
  rows: readonly VideoTaskRow[],
): Promise<() => Promise<readonly VideoTaskRow[]>> {
  let text: string
  try {
    text = stringifyExactJson(rows.map((row) => (row.kind === 'task' ? row.task.raw : row.raw)))
  } catch {
    // Nested too deeply to be written: such rows stay as they are.
    return () => Promise.resolve(rows)
  }
  const bytes = await new Response(
    new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer()
  return async () => {
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const raw = parseExactJson(await new Response(inflated).text())
    return Array.isArray(raw) ? raw.map(readVideoTaskRow) : []
  }
}
