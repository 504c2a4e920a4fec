import { seededRandom } from '#e2e/support/seeded-random.ts'

/**
 * Picks some rows of a matrix that together show all that any of its rows shows.
 *
 * @param rows every row of the matrix
 * @param marksOf what a row shows, each as a text
 * @param seed decides between rows that show equally much: another seed, another pick
 * @returns the picked rows in the matrix's order
 */
export function cover<Row>(
  rows: readonly Row[],
  marksOf: (row: Row) => readonly string[],
  seed: number,
): Row[] {
  const left = new Set(rows.flatMap(marksOf))
  const random = seededRandom(seed)
  const candidates = rows
    .map((row) => ({ row, marks: marksOf(row), order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
  const picked = new Set<Row>()
  const gain = ({ marks }: { marks: readonly string[] }) =>
    marks.filter((mark) => left.has(mark)).length
  while (left.size > 0) {
    let best = candidates[0]
    let most = 0
    for (const candidate of candidates) {
      const much = gain(candidate)
      if (much > most) [best, most] = [candidate, much]
    }
    if (best === undefined) break
    picked.add(best.row)
    for (const mark of best.marks) left.delete(mark)
  }
  return rows.filter((row) => picked.has(row))
}
