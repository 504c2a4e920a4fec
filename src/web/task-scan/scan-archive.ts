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

type Unpack = () => Promise<readonly VideoTaskRow[]>

/*
 * Each way to unpack is made by a function of its own: what two closures of one function use stays in
 * memory as long as either, and the rows would stay beside their bytes.
 */
async function pack(rows: readonly VideoTaskRow[]): Promise<Unpack> {
  const text = textOf(rows)
  return text === undefined ? unpackKept(rows) : unpackDeflated(await deflate(text))
}

/** undefined: nested too deeply to be written */
function textOf(rows: readonly VideoTaskRow[]): string | undefined {
  try {
    return stringifyExactJson(rows.map((row) => (row.kind === 'task' ? row.task.raw : row.raw)))
  } catch {
    return undefined
  }
}

function deflate(text: string): Promise<ArrayBuffer> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Response(deflated).arrayBuffer()
}

function unpackKept(rows: readonly VideoTaskRow[]): Unpack {
  return () => Promise.resolve(rows)
}

function unpackDeflated(bytes: ArrayBuffer): Unpack {
  return async () => {
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const raw = parseExactJson(await new Response(inflated).text())
    return Array.isArray(raw) ? raw.map(readVideoTaskRow) : []
  }
}
