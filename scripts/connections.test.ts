import { expect, it } from 'vitest'

import { measureConnections, overLimit } from './connections.ts'

const tree = new Map([
  [
    'src/web/a.ts',
    "import { one, two } from '#web/b.ts'\nimport { two as too } from '#web/c.ts'\n",
  ],
  ['src/web/b.ts', 'export const one = 1\nexport function two() {}\n'],
  ['src/web/c.ts', `export { two } from '#web/b.ts'\n${'// text\n'.repeat(60)}`],
  [
    'src/web/d.tsx',
    "import { one } from '#web/b.ts'\nimport type { two } from '#web/c.ts'\nuseEffect(() => document.querySelector('a'))\nconst later = () => import('#web/e.tsx')\n",
  ],
  ['src/web/e.tsx', 'export default null\n'],
  ['src/web/g.ts', "import '#web/h.ts'\nimport { x } from '#web/i.ts'\n"],
  ['src/web/h.ts', 'globalThis.h = 1\n'],
  ['src/web/i.ts', 'export const x = 1\n'],
  ['src/web/j.ts', "import * as part from '#web/k.ts'\npart.used()\n"],
  ['src/web/k.ts', `export const used = 1\nexport const unused = 1\n${'// text\n'.repeat(60)}`],
  ['src/web/ui/f.ts', "document.querySelector('a')\n"],
  ['src/web/start.ts', "import { one } from '#web/l.ts'\nimport type { two } from '#web/c.ts'\n"],
  [
    'src/web/l.ts',
    "import '#web/h.ts'\nexport const one = createContext(1)\nexport const one2 = 1\n",
  ],
])

it('counts who imports what, small files, effects and reads of the document', () => {
  const { lines, singleImporters, ...found } = measureConnections(tree)
  expect(found).toEqual({
    files: 13,
    smallFiles: ['src/web/i.ts', 'src/web/l.ts'],
    effects: (1 / lines) * 1_000,
    domQueries: 1,
    contexts: 1,
    earlyFiles: 3,
    earlyLines: 6,
  })
  // Of nine exports, `two` of b.ts, `x`, `used` and `one` of l.ts have exactly one importer.
  expect(singleImporters).toBeCloseTo((4 / 9) * 100)
})

it('names each figure that is over its limit', () => {
  const limits = {
    files: 13,
    lines: 10,
    singleImporters: 45,
    smallFiles: 0,
    effects: 100,
    domQueries: 1,
    contexts: 1,
    earlyFiles: 3,
    earlyLines: 6,
  }
  expect(overLimit(measureConnections(tree), limits)).toEqual([
    'lines: 144 of at most 10',
    'smallFiles: 2 of at most 0',
  ])
})
