import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import * as z from 'zod/mini'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { TASK_SCENES, TASK_STATUSES } from '#contract/video-tasks.ts'

/** Path below the project's folder, with forward slashes → the file's text. */
type SourceTree = ReadonlyMap<string, string>
/** A rule over the whole tree: the violations, each as one line that names its file. */
type Check = (tree: SourceTree) => string[]

const isIn = (folder: string, file: string) => file.startsWith(`${folder}/`)
/** Tests, and what only they import. */
const isTest = (file: string) => /\.(?:test|fixture)\.tsx?$/.test(file)

/** The text without its comments: what they mention is not used. Strings are kept, `//` in them too. */
function withoutComments(text: string): string {
  return text.replaceAll(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_whole, string: string | undefined) => string ?? ' ',
  )
}

/** The aliases that a file imports, exports from or loads later, each as a path below src/. */
function importsOf(text: string): string[] {
  const clauses = /\b(?:from|import)\s*\(?\s*['"]#([^'"]+)['"]/g
  return [...withoutComments(text).matchAll(clauses)].map(([, target = '']) =>
    isIn('e2e', target) ? target : `src/${target}`,
  )
}

/** Files whose code (not comments) matches, outside those where it belongs. */
function usedOutside(pattern: RegExp, inside: string, homes: readonly string[]): Check {
  return (tree) =>
    [...tree]
      .filter(([file]) => file.startsWith(inside) && !isTest(file) && !homes.includes(file))
      .filter(([, text]) => pattern.test(withoutComments(text)))
      .map(([file]) => file)
}

const KEY_STORAGE = 'src/web/accounts/key-storage.ts'
const JOURNAL = 'src/web/api/attempt-disk.ts'

/** The key lives in one file's hands; a draft may be kept, and a batch, for they hold no key. */
const webStorage = usedOutside(/\b(?:sessionStorage|localStorage|indexedDB)\b|\.cookie\b/, 'src/', [
  KEY_STORAGE,
  JOURNAL,
  // Moments and a choice.
  'src/web/accounts/lock-clock.ts',
  'src/web/ui/device-choice.ts',
  'src/web/posters/draft.ts',
  // A tab's own, as the draft: two tabs must never go on with one batch.
  'src/web/posters/batch-store.ts',
  'src/web/tasks/auto-refresh-choice.ts',
])

/** The journal of submissions is the one database in the browser; it holds no key either. */
const database = usedOutside(/\bindexedDB\b|['"]idb['"]/, 'src/web/', [JOURNAL])

/** Where a draft is kept, nothing of an account's key may come in. */
const keysOutsideTheirStorage: Check = (tree) =>
  [...tree]
    .filter(([file]) => file.startsWith('src/web/') && file !== KEY_STORAGE && !isTest(file))
    .filter(([, text]) => /\b(?:session|local)Storage\b|['"]idb['"]/.test(withoutComments(text)))
    .filter(([, text]) => /api_?key/i.test(withoutComments(text)))
    .map(([file]) => file)

/** One door to the service: no other file of the browser app makes a request. */
const requests = usedOutside(
  /(?<![.\w])fetch\s*\(|\bglobalThis\.fetch\b|\bwindow\.fetch\b|\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\b|\bWebSocket\b/,
  'src/web/',
  ['src/web/api/request.ts'],
)

/** Files that may name a value of the contract, each with the reason why it cannot do without. */
const enumLiteralHomes: Readonly<Record<string, string>> = {
  'src/web/ui/copy-button.tsx': 'copying failed, not a task',
  'src/web/posters/image-preview.tsx': 'an image failed, not a task',
  'src/web/insights/reading-result.tsx': 'reading failed, not a task',
}

const contractValues = [...POSTER_SCENES, ...TASK_SCENES, ...TASK_STATUSES]

/** A value of the specification is written once, in the contract. */
const enumLiterals: Check = (tree) =>
  usedOutside(
    new RegExp(`['"\`](?:${contractValues.join('|')})['"\`]`),
    'src/',
    Object.keys(enumLiteralHomes),
  )(tree).filter((file) => !isIn('src/contract', file))

/** The picture of docs: which folders a folder may import. Screens see their own folder alone. */
const below = ['src/web/api', 'src/web/ui', 'src/web/format', 'src/web/messages', 'src/contract']
const screen = (name: string) => [name, 'src/web/notices', ...below]
const mayImport: readonly (readonly [string, readonly string[]])[] = [
  ['src/contract', ['src/contract']],
  ['src/local-api', ['src/local-api', 'src/contract']],
  ['src/host', ['src/host', 'src/local-api', 'src/contract']],
  ['src/web/ui', ['src/web/ui', 'src/web/format']],
  ['src/web/format', ['src/web/format', 'src/web/messages', 'src/contract']],
  ['src/web/api', ['src/web/api', 'src/contract']],
  ['src/web/notices', ['src/web/notices', ...below]],
  ['src/web/tasks', screen('src/web/tasks')],
  ['src/web/posters', screen('src/web/posters')],
  // Forgetting everything forgets the kept shell, too.
  ['src/web/accounts', [...screen('src/web/accounts'), 'src/web/shell']],
  ['src/worker', ['src/worker']],
  ['src/web/shell', ['src/web/shell', ...below]],
  ['src/web/insights', screen('src/web/insights')],
  // It shows parts of the screens, and switches the theme.
  [
    'src/web/design',
    [
      ...screen('src/web/design'),
      'src/web/insights',
      'src/web/tasks',
      'src/web/posters',
      'src/web/shell',
    ],
  ],
  ['src/web', ['src/web', 'src/contract']],
  ['e2e', ['e2e', 'src/host', 'src/local-api', 'src/contract']],
  ['bench', ['src/host', 'src/local-api', 'src/contract', 'e2e']],
  ['scripts', ['src/host', 'src/local-api', 'src/contract', 'src/worker', 'e2e']],
]

const importDirections: Check = (tree) =>
  [...tree].flatMap(([file, text]) => {
    const [, allowed = null] = mayImport.find(([folder]) => isIn(folder, file)) ?? []
    if (allowed === null) return []
    return importsOf(text)
      .filter((target) => !allowed.some((folder) => isIn(folder, target)))
      .map((target) => `${file} imports ${target}`)
  })

/** Only routes themselves and what stands above them (the composition root) see routes. */
const importsOfRoutes: Check = (tree) =>
  [...tree]
    .filter(([file]) => !isIn('src/web/routes', file) && path.posix.dirname(file) !== 'src/web')
    .filter(
      ([file, text]) => !isTest(file) && importsOf(text).some((t) => isIn('src/web/routes', t)),
    )
    .map(([file]) => file)

/** The design page is no part of the app: what is imported is built. */
const importsOfDesign: Check = (tree) =>
  [...tree]
    .filter(([file]) => !isIn('src/web/design', file) && !isTest(file))
    .filter(([, text]) => importsOf(text).some((target) => isIn('src/web/design', target)))
    .map(([file]) => file)

/** One library of icons, each by its name so that only those that are shown are loaded; and drawings of our own, plots too. */
const icons = usedOutside(
  /<svg\b|\*\s*as\s+\w+\s+from\s*['"]lucide-react|['"]lucide-react\//,
  'src/web/',
  ['src/web/ui/mark.tsx', 'src/web/posters/scene-art.tsx', 'src/web/insights/column-plot.tsx'],
)

/** Nothing of a key names a query: the cache's keys are seen by tools and kept by whoever keeps the cache. */
const keysInQueryKeys = usedOutside(/queryKey:?\s*\[[^\]]*api_?key/i, 'src/web/', [])

/** Code that runs for people imports no fixture. */
const fixturesInUse: Check = (tree) =>
  [...tree]
    .filter(([file]) => isIn('src', file) && !isTest(file))
    .filter(([, text]) => importsOf(text).some((target) => target.endsWith('.fixture.ts')))
    .map(([file]) => file)

/** What tests alone import is named for it: `*.fixture.ts`. */
const fixturesWithoutTheirName: Check = (tree) => {
  const importers = new Map<string, string[]>()
  for (const [file, text] of tree) {
    // The examples in this file are no imports.
    if (file === 'src/architecture.test.ts') continue
    for (const target of importsOf(text)) {
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return [...importers]
    .filter(([target]) => isIn('src', target) && !isTest(target))
    .filter(([, files]) => files.every((file) => isTest(file) || isIn('e2e', file)))
    .map(([target]) => target)
}

/** Circles of imports, each as the path around it. */
const importCycles: Check = (tree) => {
  const cycles: string[] = []
  const done = new Set<string>()
  function visit(file: string, trail: readonly string[]): void {
    const start = trail.indexOf(file)
    if (start !== -1) {
      cycles.push([...trail.slice(start), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const target of importsOf(tree.get(file) ?? '')) visit(target, [...trail, file])
    done.add(file)
  }
  for (const file of tree.keys()) visit(file, [])
  return cycles
}

/** No junk drawers, no barrels, kebab-case; the router's own marks (__root, -private, $param) may lead. */
const names: Check = (tree) =>
  [...tree.keys()].filter((file) => {
    const parts = file.split('/')
    const name = (parts.pop() ?? '').replace(/(?:\.[a-z]+)+$/, '')
    const junk = /^(?:utils?|hooks?|helpers?|types|lib|libs|common|misc)$/
    const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
    if (parts.some((part) => junk.test(part) || !/^[a-z0-9-]+$/.test(part))) return true
    if (file === 'src/web/routes/index.tsx') return false
    if (name === 'index' || junk.test(name)) return true
    return !kebab.test(isIn('src/web/routes', file) ? name.replace(/^(?:__|-|\$)/, '') : name)
  })

const checks = {
  webStorage,
  database,
  keysOutsideTheirStorage,
  requests,
  enumLiterals,
  importDirections,
  importsOfRoutes,
  importsOfDesign,
  icons,
  keysInQueryKeys,
  fixturesInUse,
  fixturesWithoutTheirName,
  importCycles,
  names,
}

const generated = ['src/web/routeTree.gen.ts', 'src/web/messages/']

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function readTree(): SourceTree {
  const root = path.resolve(import.meta.dirname, '..')
  const files = ['src', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
      .filter((file) => /\.tsx?$/.test(file) && !generated.some((start) => file.startsWith(start))),
  )
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

const sources = readTree()

describe('the source tree', () => {
  it('was read', () => {
    expect(sources.size).toBeGreaterThan(20)
    expect(sources.has(KEY_STORAGE)).toBe(true)
    expect(sources.has('src/web/api/request.ts')).toBe(true)
  })

  it.each([
    ['touches Web Storage only where it is listed', checks.webStorage],
    ['opens a database in the browser only for the journal', checks.database],
    ['keeps API keys in one file', checks.keysOutsideTheirStorage],
    ['makes requests only through the one door', checks.requests],
    ["writes the specification's values only in the contract", checks.enumLiterals],
    ['imports in one direction', checks.importDirections],
    ['lets only the composition root import a route', checks.importsOfRoutes],
    ['leaves the design page out of the app', checks.importsOfDesign],
    ['takes its icons from one library, by name', checks.icons],
    ['names no query after a key', checks.keysInQueryKeys],
    ['leaves fixtures to tests', checks.fixturesInUse],
    ['calls a fixture what only tests import', checks.fixturesWithoutTheirName],
    ['has no import cycle', checks.importCycles],
    ['names files and folders for what they are about', checks.names],
  ])('%s', (_title, check) => {
    expect(check(sources)).toEqual([])
  })
})

it('shows every message of the catalogue somewhere', () => {
  const catalogue = path.resolve(import.meta.dirname, 'web/messages/en.json')
  const messages = Object.keys(z.record(z.string(), z.unknown()).parse(readJson(catalogue)))
  const texts = [...sources.values()].join('\n')
  const used = new Set(Array.from(texts.matchAll(/\bm\.(\w+)/g), ([, name]) => name))
  expect(messages.filter((name) => !used.has(name))).toEqual([])
})

describe('a planted violation is found:', () => {
  it.each<[keyof typeof checks, string, string]>([
    ['webStorage', 'src/web/tasks/filters.ts', "sessionStorage.setItem('x', 'y')"],
    ['webStorage', 'src/web/api/session.tsx', "window.localStorage.getItem('k')"],
    ['database', 'src/web/tasks/list.ts', "import { openDB } from 'idb'"],
    ['database', 'src/web/api/session.tsx', "globalThis['indexedDB'].open('x')"],
    ['keysOutsideTheirStorage', 'src/web/posters/draft.ts', 'sessionStorage.setItem(a, apiKey)'],
    ['keysOutsideTheirStorage', JOURNAL, "import { openDB } from 'idb'\nput(apiKey)"],
    ['requests', 'src/web/tasks/list.ts', "const reply = await fetch('/api')"],
    ['requests', 'src/web/tasks/list.ts', 'navigator.sendBeacon(url)'],
    ['enumLiterals', 'src/web/posters/form.tsx', "if (scene === 'youqian') return"],
    ['enumLiterals', 'src/local-api/app.ts', 'const scene = "celebrity"'],
    ['enumLiterals', 'src/web/tasks/badge.tsx', "status === 'pending'"],
    ['importDirections', 'src/contract/a.ts', "import { x } from '#host/config.ts'"],
    ['importDirections', 'src/local-api/a.ts', "export { x } from '#web/api/request.ts'"],
    ['importDirections', 'src/host/a.ts', "const x = await import('#web/main.tsx')"],
    ['importDirections', 'src/web/ui/a.tsx', "import { m } from '#web/messages/generated/m.js'"],
    ['importDirections', 'src/web/api/a.ts', "import { x } from '#web/tasks/screen.tsx'"],
    ['importDirections', 'src/web/tasks/a.tsx', "import type { X } from '#web/posters/form.tsx'"],
    ['importDirections', 'src/web/main.tsx', "import { x } from '#host/main.ts'"],
    ['importDirections', 'e2e/a.spec.ts', "import { x } from '#web/format/time.ts'"],
    ['importsOfRoutes', 'src/web/tasks/a.tsx', "import { Route } from '#web/routes/tasks.tsx'"],
    ['importsOfDesign', 'src/web/main.tsx', "import { x } from '#web/design/samples.ts'"],
    ['icons', 'src/web/tasks/a.tsx', "import * as icons from 'lucide-react'"],
    ['icons', 'src/web/tasks/a.tsx', 'return <svg viewBox="0 0 8 8" />'],
    ['importCycles', 'src/host/a.ts', "import { a } from '#host/a.ts'"],
    ['names', 'src/web/utils/format.ts', ''],
    ['names', 'src/web/tasks/hooks/use-list.ts', ''],
    ['names', 'src/web/tasks/helpers.ts', ''],
    ['names', 'src/web/tasks/index.ts', ''],
    ['keysInQueryKeys', 'src/web/api/a.ts', "{ queryKey: ['tasks', session.apiKey] }"],
    ['fixturesInUse', 'src/web/api/a.ts', "import { open } from '#web/api/b.fixture.ts'"],
    ['fixturesWithoutTheirName', 'src/host/a.test.ts', "import { open } from '#host/b.ts'"],
    ['names', 'src/web/tasks/TaskTable.tsx', ''],
    ['names', 'src/web/tasks/task_table.tsx', ''],
  ])('%s in %s', (name, file, text) => {
    expect(checks[name](new Map([[file, text]]))).toHaveLength(1)
  })

  it('importCycles over three files', () => {
    const tree = new Map([
      ['src/host/a.ts', "import { b } from '#host/b.ts'"],
      ['src/host/b.ts', "import { c } from '#host/c.ts'"],
      ['src/host/c.ts', "import { a } from '#host/a.ts'"],
    ])
    expect(importCycles(tree)).toEqual([
      'src/host/a.ts → src/host/b.ts → src/host/c.ts → src/host/a.ts',
    ])
  })
})

describe('nothing is found in', () => {
  it.each<[keyof typeof checks, string, string]>([
    ['webStorage', KEY_STORAGE, "sessionStorage.setItem('x', 'y')"],
    [
      'webStorage',
      'src/web/tasks/a.ts',
      '// sessionStorage is touched elsewhere\n/* localStorage */',
    ],
    ['requests', 'src/web/tasks/a.ts', 'query.refetch(); prefetch(params)'],
    ['enumLiterals', 'src/contract/video-tasks.ts', "['pending']"],
    ['importDirections', 'src/web/routes/tasks.tsx', "import { S } from '#web/tasks/screen.tsx'"],
    ['importsOfRoutes', 'src/web/routes/tasks.tsx', "import { a } from '#web/routes/-address.ts'"],
    ['fixturesInUse', 'src/web/api/a.test.ts', "import { open } from '#web/api/b.fixture.ts'"],
    ['names', 'src/web/routes/__root.tsx', ''],
    ['names', 'src/web/routes/-tasks-address.ts', ''],
    ['names', 'src/contract/video-tasks.rows.test.ts', ''],
    ['names', 'src/contract/globals.d.ts', ''],
  ])('%s: %s', (name, file, text) => {
    expect(checks[name](new Map([[file, text]]))).toEqual([])
  })
})
