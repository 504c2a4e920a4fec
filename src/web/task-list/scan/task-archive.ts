import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import type { VideoTaskRow } from '#contract/video-tasks.ts'
import { parseExactJson, stringifyExactJson } from '#contract/exact-json.ts'

/** The rows that are compressed together. The rows of a sorted page may each be in another segment. */
const SEGMENT_ROWS = 100

/**
 * The rows of a long list, compressed in segments: less than a hundred bytes for each row instead of two thousand.
 */
export class TaskArchive {
  readonly #segments: Promise<Unpack>[] = []
  #open: VideoTaskRow[] = []

  /** Appends rows. */
  add(rows: readonly VideoTaskRow[]): void {
    this.#open.push(...rows)
    while (this.#open.length >= SEGMENT_ROWS) {
      this.#segments.push(pack(this.#open.slice(0, SEGMENT_ROWS)))
      this.#open = this.#open.slice(SEGMENT_ROWS)
    }
  }

  /** The rows at some positions. */
  async at(positions: readonly number[]): Promise<VideoTaskRow[]> {
    const wanted = new Set(positions.map((position) => Math.floor(position / SEGMENT_ROWS)))
    const segments = await Promise.all(
      Array.from(wanted, async (number) => {
        const unpack = await this.#segments[number]
        return [number, await (unpack ?? unpackKept(this.#open))()] as const
      }),
    )
    const rows = new Map(segments)
    return positions.flatMap((position) => {
      const read = rows.get(Math.floor(position / SEGMENT_ROWS))?.[position % SEGMENT_ROWS]
      return read === undefined ? [] : [read()]
    })
  }
}

/** Gives the rows of a segment. Each is read on its own: a page of results needs a row of each of twenty segments. */
type Unpack = () => Promise<readonly (() => VideoTaskRow)[]>

/*
 * Two functions make the two kinds of `Unpack`. Closures of one function share their variables, so the rows would stay in
 * memory beside the compressed bytes.
 */
async function pack(rows: readonly VideoTaskRow[]): Promise<Unpack> {
  const text = textOf(rows)
  if (text === undefined) return unpackKept(rows)
  return unpackDeflated(await through(new CompressionStream('deflate-raw'), text).arrayBuffer())
}

/** @returns undefined if the rows are nested too deeply to be written as text */
export function textOf(rows: readonly VideoTaskRow[]): string | undefined {
  try {
    return rows
      .map((row) => stringifyExactJson(row.kind === 'task' ? row.task.raw : row.raw))
      .join('\n')
  } catch {
    return undefined
  }
}

/** What a stream makes of a body. A Blob as the source would cost a round trip to another process. */
function through(stream: CompressionStream | DecompressionStream, body: BodyInit): Response {
  return new Response(new Response(body).body?.pipeThrough(stream))
}

function unpackKept(rows: readonly VideoTaskRow[]): Unpack {
  const all = rows.map((row) => () => row)
  return () => Promise.resolve(all)
}

function unpackDeflated(bytes: ArrayBuffer): Unpack {
  return async () => {
    const stream = new DecompressionStream('deflate-raw')
    const lines = (await through(stream, bytes).text()).split('\n')
    return lines.map((line) => () => readVideoTaskRow(parseExactJson(line)))
  }
}
