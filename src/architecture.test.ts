import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

import * as z from 'zod/mini'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { isRecord } from '#contract/record.ts'
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

/** Everything that a file imports, exports from or loads later, as it is written. */
function specifiersOf(text: string): string[] {
  const known = specifiers.get(text)
  if (known !== undefined) return known
  const { staticImports, staticExports, dynamicImports } = parseSync('file.tsx', text).module
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    // A dynamic import is known by its place only; what is computed is a file of the build.
    ...dynamicImports.map(
      ({ moduleRequest: { start, end } }) => /^['"](.*)['"]$/.exec(text.slice(start, end))?.[1],
    ),
  ]
  const found = requests.filter((request) => request !== undefined)
  specifiers.set(text, found)
  return found
}
const specifiers = new Map<string, string[]>()

/** The files that a file imports by an alias, each as a path below the root. */
function importsOf(text: string): string[] {
  return specifiersOf(text)
    .filter((specifier) => specifier.startsWith('#'))
    .map((specifier) => specifier.slice(1))
    .map((target) => (TOP_LEVEL.has(target.split('/')[0] ?? '') ? target : `src/${target}`))
}

/** Files whose code (not comments) matches, outside those where it belongs. */
function usedOutside(pattern: RegExp, inside: string, homes: readonly string[]): Check {
  return (tree) =>
    [...tree]
      .filter(([file]) => file.startsWith(inside) && !isTest(file) && !homes.includes(file))
      .filter(([, text]) => pattern.test(withoutComments(text)))
      .map(([file]) => file)
}

const THIS_FILE = 'src/architecture.test.ts'
const KEY_STORAGE = 'src/web/accounts/key-storage.ts'
const RECORD_DATABASE = 'src/web/poster-records/record-database.ts'

/** The key lives in one file's hands; a form's input may be kept, and a batch, for they hold no key. */
const webStorage = usedOutside(/\b(?:sessionStorage|localStorage|indexedDB)\b|\.cookie\b/, 'src/', [
  KEY_STORAGE,
  RECORD_DATABASE,
  'src/web/ui/kept-choices.ts',
  'src/web/posters/form/poster-input.ts',
  // A tab's own, as the input: two tabs must never go on with one batch.
  'src/web/poster-records/mirror.ts',
  'src/web/tasks/refresh/auto-refresh.tsx',
])

/** Poster records are the only thing in an IndexedDB database; it holds no key either. */
const database = usedOutside(/\bindexedDB\b|['"]idb['"]/, 'src/web/', [RECORD_DATABASE])

/** Where input is kept, nothing of an account's key may come in. */
const keysOutsideTheirStorage: Check = (tree) =>
  [...tree]
    .filter(([file]) => file.startsWith('src/web/') && file !== KEY_STORAGE && !isTest(file))
    .filter(([, text]) => /\b(?:session|local)Storage\b|['"]idb['"]/.test(withoutComments(text)))
    .filter(([, text]) => /api_?key/i.test(withoutComments(text)))
    .map(([file]) => file)

/** Only the API client makes requests. `fetch` does not say how much of an upload was sent, and sendRequest reads no video. */
const requests = usedOutside(
  /(?<![.\w])fetch\s*\(|\bglobalThis\.fetch\b|\bwindow\.fetch\b|\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\b|\bWebSocket\b/,
  'src/web/',
  ['src/web/api/send.ts', 'src/web/api/uploads.ts', 'src/web/api/media.ts'],
)

/** Classes whose rules the browser has to try on every element: the parent's class and the child's tag (`[&>p]:`), or a gap, cost nothing elsewhere. */
const classesForAnyChild = usedOutside(
  /['"`\s:](?:\*{1,2}:[[a-z]|(?:space|divide)-[xy])/,
  'src/web/',
  [],
)

/** Files that may name a value of the contract, each with the reason why it cannot do without. */
const enumLiteralHomes: Readonly<Record<string, string>> = {
  'src/web/video-task/copy-button.tsx': 'copying failed, not a task',
  'src/web/posters/form/image-preview.tsx': 'an image failed, not a task',
}

const contractValues = [...POSTER_SCENES, ...TASK_SCENES, ...TASK_STATUSES]

/** A value of the specification is written once, in the contract. */
const enumLiterals: Check = (tree) =>
  usedOutside(
    new RegExp(`['"\`](?:${contractValues.join('|')})['"\`]`),
    'src/',
    Object.keys(enumLiteralHomes),
  )(tree).filter((file) => !isIn('src/contract', file))

/** A row of the table of module boundaries: paths of folders from the root, names of packages. */
interface Boundary {
  folder: string
  imports: readonly string[]
  packages: readonly string[]
}

const ANY_PACKAGE = 'any'

/** What unit tests and fixtures may import wherever they are. */
const TEST_PACKAGES = [
  'vitest',
  'vite',
  'fast-check',
  'fake-indexeddb',
  'fast-png',
  's3rver',
  '@smithy/signature-v4',
]

/** Reads the rows of the table from CONTRIBUTING.md, the only place that says who may import whom. */
function readBoundaries(markdown: string): Boundary[] {
  const namesIn = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
  return markdown
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 6 && cells[1]?.startsWith('`') === true)
    .map(([, folder, , imports, packages]) => ({
      folder: namesIn(folder).join(),
      imports: namesIn(imports).map((name) => (TOP_LEVEL.has(name) ? name : `src/${name}`)),
      packages: packages === ANY_PACKAGE ? [ANY_PACKAGE] : namesIn(packages),
    }))
}

const TOP_LEVEL = new Set(['design', 'e2e', 'bench', 'scripts'])
const boundaries = readBoundaries(
  readFileSync(path.resolve(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8'),
)

/** The row of a file: that of the deepest folder around it. */
function boundaryOf(file: string): Boundary | undefined {
  return boundaries
    .filter(({ folder }) => isIn(folder, file))
    .toSorted((one, other) => other.folder.length - one.folder.length)[0]
}

/** Imports of files that the table does not allow. */
const importDirections: Check = (tree) =>
  [...tree].flatMap(([file, text]) => {
    if (file === THIS_FILE) return []
    const home = boundaryOf(file)
    const part = /^src\/[^/]+/.exec(file)?.[0] ?? ''
    return importsOf(text)
      .filter((target) => {
        const there = boundaryOf(target)
        const isAllowed =
          home?.folder === there?.folder || home?.imports.includes(there?.folder ?? '')
        return isAllowed !== true && !(isTest(file) && isIn(part, target))
      })
      .map((target) => `${file} imports ${target}`)
  })

/** Imports of packages that the table does not allow. */
const packageImports: Check = (tree) =>
  [...tree].flatMap(([file, text]) => {
    const allowed = [...(boundaryOf(file)?.packages ?? []), ...(isTest(file) ? TEST_PACKAGES : [])]
    if (allowed.includes(ANY_PACKAGE) || file === THIS_FILE) return []
    return specifiersOf(text)
      .filter((specifier) => !/^[#.]/.test(specifier))
      .filter((specifier) => !allowed.some((name) => isOfPackage(specifier, name)))
      .map((specifier) => `${file} imports ${specifier}`)
  })

function isOfPackage(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`)
}

/** Folders of source code without a row of their own, or of a folder above them. */
const foldersWithoutBoundary: Check = (tree) => [
  ...new Set(
    [...tree.keys()]
      .map((file) => /^src\/(?:web\/)?[^/]+(?=\/)/.exec(file)?.[0])
      .filter((folder) => folder !== undefined)
      .filter((folder) => !boundaries.some((row) => row.folder === folder)),
  ),
]

/**
 * Texts that are not alone in an element. A browser that translates puts elements in the place of such a text, React goes on
 * with the text that is gone, and either the old words stay or the page crashes. The only text of an element is safe.
 */
const bareTexts: Check = (tree) =>
  [...tree]
    .filter(([file]) => isIn('src/web', file) && file.endsWith('.tsx') && !isTest(file))
    .flatMap(([file, text]) =>
      bareTextsIn(parseSync('file.tsx', text).program).map(
        ({ start, end }) => `${file}: ${text.slice(Number(start), Number(end))}`,
      ),
    )

type SyntaxNode = Record<string, unknown>

function bareTextsIn(node: unknown): SyntaxNode[] {
  if (Array.isArray(node)) return node.flatMap(bareTextsIn)
  if (!isRecord(node)) return []
  const inside = Object.values(node).flatMap((part) =>
    typeof part === 'object' ? bareTextsIn(part) : [],
  )
  return [...childrenBeside(node), ...returnedBy(node)].filter(isText).concat(inside)
}

/** The children of an element or fragment that React does not set as its only text. */
function childrenBeside({ type, children, openingElement }: SyntaxNode): SyntaxNode[] {
  if ((type !== 'JSXElement' && type !== 'JSXFragment') || !Array.isArray(children)) return []
  const shown = children.filter(isRecord).filter(({ type: kind, value, expression }) => {
    if (kind === 'JSXText') return !/^\s*\n\s*$/.test(String(value))
    return !(isRecord(expression) && expression['type'] === 'JSXEmptyExpression')
  })
  const tag = isRecord(openingElement) && isRecord(openingElement['name']) && openingElement['name']
  const isFragment = tag === false || tag['name'] === 'Fragment'
  // A list of texts is as many texts.
  const isList = /^(?:flatM|m)ap$/.test(calledMethod(shown[0]?.['expression']))
  return isFragment || isList || shown.length > 1 ? shown : []
}

/** What a component returns: it may stand beside something. */
function returnedBy({ type, id, body }: SyntaxNode): SyntaxNode[] {
  const isComponent =
    type === 'FunctionDeclaration' && isRecord(id) && /^[A-Z]/.test(String(id['name']))
  return isComponent ? returnsIn(body) : []
}

function returnsIn(node: unknown): SyntaxNode[] {
  if (Array.isArray(node)) return node.flatMap(returnsIn)
  if (!isRecord(node) || String(node['type']).includes('Function')) return []
  if (node['type'] === 'ReturnStatement') return [node['argument']].filter(isRecord)
  return Object.values(node).flatMap((part) => (typeof part === 'object' ? returnsIn(part) : []))
}

/** Whether an expression is a text by its looks: what a variable holds is not known here. */
function isText(node: unknown): boolean {
  if (!isRecord(node)) return false
  switch (node['type']) {
    case 'JSXText':
    case 'TemplateLiteral':
      return true
    case 'Literal':
      return typeof node['value'] === 'string' || typeof node['value'] === 'number'
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return isText(node['expression'])
    case 'ConditionalExpression':
      return isText(node['consequent']) || isText(node['alternate'])
    case 'LogicalExpression':
      return isText(node['right']) || (node['operator'] !== '&&' && isText(node['left']))
    case 'CallExpression':
      return /^(?:flatM|m)ap$/.test(calledMethod(node)) ? isText(mapped(node)) : isCallForText(node)
    default:
      return false
  }
}

/** Whether a call is of a message, or of a function that is named for texts. */
function isCallForText({ callee }: SyntaxNode): boolean {
  if (!isRecord(callee)) return false
  const { object, name } = callee
  const isMessage = isRecord(object) && object['name'] === 'm'
  return isMessage || /^(?:format|show|describe|join)[A-Z]/.test(String(name))
}

/** What the callback of a map returns, if it is only that. */
function mapped({ arguments: passed }: SyntaxNode): unknown {
  const callback: unknown = Array.isArray(passed) ? passed[0] : undefined
  return isRecord(callback) ? callback['body'] : undefined
}

/** The name of the method that an expression calls; '': none. */
function calledMethod(node: unknown): string {
  const callee = isRecord(node) && isRecord(node['callee']) ? node['callee'] : {}
  return isRecord(callee['property']) ? String(callee['property']['name']) : ''
}

/** Files that may listen to key presses without `pressedKey`, each with the reason. */
const keyListenerHomes: Readonly<Record<string, string>> = {
  'src/web/ui/key-press.ts': 'it is the place of pressedKey',
  'src/web/accounts/lock/account-watch.ts': 'any key is a sign of use, and runs nothing',
  'src/web/video-task/changes/tell-changes.ts': 'any key is a sign of attention, and runs nothing',
  'src/web/early/early-stage.ts': 'it repeats a kept key',
}

/** Whoever handles keys asks pressedKey which one it is: input methods and extensions press keys, too. */
const keyListeners: Check = (tree) => {
  const homes = Object.keys(keyListenerHomes)
  const listeners = usedOutside(
    /['"]key(?:down|up|press)['"]|\bonKey(?:Down|Up|Press)\b/,
    'src/web/',
    homes,
  )
  return [
    ...listeners(tree).filter((file) => !/\bpressedKey(?:Alone)?\(/.test(tree.get(file) ?? '')),
    ...usedOutside(/\b(?:isComposing|keyCode)\b/, 'src/web/', homes)(tree),
  ]
}

/** One library of icons, each by its name so that only those that are shown are loaded; and drawings of our own, plots too. */
const icons = usedOutside(
  /<svg\b|\*\s*as\s+\w+\s+from\s*['"]lucide-react|['"]lucide-react\//,
  'src/web/',
  ['src/web/posters/scenes/scene-art.tsx', 'src/web/insights/plots/column-plot.tsx'],
)

/** No query key holds an API key: developer tools show query keys, and they live as long as the cache. */
const keysInQueryKeys = usedOutside(/queryKey:?\s*\[[^\]]*api_?key/i, 'src/web/', [])

/** What tests alone import is named for it: `*.fixture.ts`. */
const fixturesWithoutTheirName: Check = (tree) => {
  const importers = new Map<string, string[]>()
  for (const [file, text] of tree) {
    for (const target of importsOf(text)) {
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return (
    [...importers]
      // A file that is no code is read by the build.
      .filter(([target]) => isIn('src', target) && /\.tsx?$/.test(target) && !isTest(target))
      .filter(([, files]) => files.every((file) => isTest(file) || isIn('e2e', file)))
      .map(([target]) => target)
  )
}

/** What comments may cite of the specification: the headings of its description. */
const specHeadings = new Set(
  Array.from(
    readFileSync(path.resolve(import.meta.dirname, '../docs/task-api.md'), 'utf8').matchAll(
      /^##+ (.+)$/gm,
    ),
    ([, heading]) => heading,
  ),
)

/** Comments that cite a heading that docs/task-api.md does not have; "(spec: not shown)" cites none. */
const specCitations: Check = (tree) =>
  [...tree].flatMap(([file, text]) => {
    if (file === THIS_FILE) return []
    const oneLine = text.replaceAll(/\n\s*(?:\*|\/\/)\s*/g, ' ')
    return Array.from(oneLine.matchAll(/\(spec[:,][^)]*/g), ([citation]) => citation)
      .filter((citation) => {
        const cited = Array.from(citation.matchAll(/"([^":]+)[^"]*"/g), ([, heading]) => heading)
        if (cited.length === 0) return !citation.startsWith('(spec: not shown')
        return !cited.every((heading) => specHeadings.has(heading))
      })
      .map((citation) => `${file}: ${citation})`)
  })

/** No junk drawers, and folders in kebab-case. The linter checks the names of files. */
const names: Check = (tree) =>
  [...tree.keys()].filter((file) => {
    const parts = file.split('/')
    const name = (parts.pop() ?? '').replace(/(?:\.[a-z]+)+$/, '')
    const junk = /^(?:index|utils?|hooks?|helpers?|types|lib|libs|common|misc)$/
    if (parts.some((part) => junk.test(part) || !/^[a-z0-9-]+$/.test(part))) return true
    return junk.test(name) && file !== 'src/web/routes/index.tsx'
  })

const checks = {
  webStorage,
  database,
  keysOutsideTheirStorage,
  requests,
  classesForAnyChild,
  enumLiterals,
  importDirections,
  packageImports,
  foldersWithoutBoundary,
  icons,
  keysInQueryKeys,
  keyListeners,
  bareTexts,
  fixturesWithoutTheirName,
  specCitations,
  names,
}

const generated = ['src/web/routeTree.gen.ts', 'src/web/messages/']

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function readTree(): SourceTree {
  const root = path.resolve(import.meta.dirname, '..')
  const files = ['src', 'design', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
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
    ['opens a database in the browser only for poster records', checks.database],
    ['keeps API keys in one file', checks.keysOutsideTheirStorage],
    ['makes requests only in the API client', checks.requests],
    ['has no class for any child', checks.classesForAnyChild],
    ["writes the specification's values only in the contract", checks.enumLiterals],
    ['imports what the table of CONTRIBUTING.md allows', checks.importDirections],
    ['imports the packages that the table allows', checks.packageImports],
    ['has a row of the table for each folder', checks.foldersWithoutBoundary],
    ['takes its icons from one library, by name', checks.icons],
    ['names no query after a key', checks.keysInQueryKeys],
    ['asks pressedKey for the key of a press', checks.keyListeners],
    ['has no text beside something else in an element', checks.bareTexts],
    ['calls a fixture what only tests import', checks.fixturesWithoutTheirName],
    ['cites the specification by headings of docs/task-api.md', checks.specCitations],
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
    [
      'keysOutsideTheirStorage',
      'src/web/posters/form/poster-input.ts',
      'sessionStorage.setItem(a, apiKey)',
    ],
    ['keysOutsideTheirStorage', RECORD_DATABASE, "import { openDB } from 'idb'\nput(apiKey)"],
    ['requests', 'src/web/tasks/list.ts', "const reply = await fetch('/api')"],
    ['requests', 'src/web/tasks/list.ts', 'navigator.sendBeacon(url)'],
    ['classesForAnyChild', 'src/web/tasks/a.tsx', '<p className="max-lg:*:shrink-0" />'],
    ['classesForAnyChild', 'src/web/tasks/a.ts', "const classes = 'flex space-y-1'"],
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
    ['importDirections', 'src/web/tasks/a.test.ts', "import { x } from '#host/main.ts'"],
    ['packageImports', 'src/contract/a.ts', "import { useState } from 'react'"],
    ['packageImports', 'src/web/tasks/a.tsx', "import { readFile } from 'node:fs/promises'"],
    ['packageImports', 'src/host/a.ts', "import * as z from 'zod'"],
    ['packageImports', 'src/local-api/a.ts', "const x = await import('libsql')"],
    ['foldersWithoutBoundary', 'src/web/reports/screen.tsx', ''],
    ['importDirections', 'src/web/tasks/a.tsx', "import { Route } from '#web/routes/tasks.tsx'"],
    ['importDirections', 'src/web/main.tsx', "import { x } from '#design/samples.ts'"],
    ['icons', 'src/web/tasks/a.tsx', "import * as icons from 'lucide-react'"],
    ['icons', 'src/web/tasks/a.tsx', 'return <svg viewBox="0 0 8 8" />'],
    ['keyListeners', 'src/web/tasks/a.ts', "document.addEventListener('keydown', onKey)"],
    ['keyListeners', 'src/web/tasks/a.tsx', '<li onKeyDown={move} />'],
    ['keyListeners', 'src/web/tasks/a.ts', 'if (event.isComposing) return'],
    ['bareTexts', 'src/web/tasks/a.tsx', '<p><Icon />{m.retry()}</p>'],
    ['bareTexts', 'src/web/tasks/a.tsx', '<p>· <b /></p>'],
    ['bareTexts', 'src/web/tasks/a.tsx', '<p>{isOld && m.retry()}{next && <b />}</p>'],
    ['bareTexts', 'src/web/tasks/a.tsx', "<p>{a ?? '—'}<b /></p>"],
    ['bareTexts', 'src/web/tasks/a.tsx', '<>{formatNumber(one)}</>'],
    ['bareTexts', 'src/web/tasks/a.tsx', '<p>{names.map((name) => m.named({ name }))}</p>'],
    ['bareTexts', 'src/web/tasks/a.tsx', 'function Name() { return m.retry() }'],
    ['specCitations', 'src/contract/a.ts', '/** (spec: "Create a task") */'],
    ['specCitations', 'src/contract/a.ts', '/**\n * (spec: "Limits",\n * "Bounds") */'],
    ['specCitations', 'src/contract/a.ts', '// (spec: error bodies)'],
    ['names', 'src/web/utils/format.ts', ''],
    ['names', 'src/web/tasks/hooks/use-list.ts', ''],
    ['names', 'src/web/tasks/helpers.ts', ''],
    ['names', 'src/web/tasks/index.ts', ''],
    ['keysInQueryKeys', 'src/web/api/a.ts', "{ queryKey: ['tasks', session.apiKey] }"],
    ['fixturesWithoutTheirName', 'src/host/a.test.ts', "import { open } from '#host/b.ts'"],
  ])('%s in %s', (name, file, text) => {
    expect(checks[name](new Map([[file, text]]))).toHaveLength(1)
  })
})

describe('nothing is found in', () => {
  it.each<[keyof typeof checks, string, string]>([
    ['bareTexts', 'src/web/tasks/a.tsx', '<p>{isOld ? m.retry() : <b />}</p>'],
    ['bareTexts', 'src/web/tasks/a.tsx', '<p>\n  <Icon />\n  <span>{m.retry()}</span>\n</p>'],
    ['webStorage', KEY_STORAGE, "sessionStorage.setItem('x', 'y')"],
    [
      'webStorage',
      'src/web/tasks/a.ts',
      '// sessionStorage is touched elsewhere\n/* localStorage */',
    ],
    ['requests', 'src/web/tasks/a.ts', 'query.refetch(); prefetch(params)'],
    ['enumLiterals', 'src/contract/video-tasks.ts', "['pending']"],
    ['importDirections', 'src/web/routes/tasks.tsx', "import { S } from '#web/tasks/screen.tsx'"],
    ['importDirections', 'src/web/api/a.test.ts', "import { S } from '#web/tasks/screen.tsx'"],
    ['packageImports', 'src/host/a.ts', "import { serve } from '@hono/node-server'"],
    ['packageImports', 'src/web/api/a.ts', "const text = `import { x } from 'lodash'`"],
    ['foldersWithoutBoundary', 'src/web/tasks/table/columns.ts', ''],
    ['names', 'src/web/routes/index.tsx', ''],
    ['names', 'src/web/tasks/table/columns.ts', ''],
    ['specCitations', 'src/contract/a.ts', '/** (spec: not shown; a URL needs less) */'],
    ['specCitations', 'src/contract/a.ts', '/**\n * (spec: "List\n * video tasks", scene) */'],
  ])('%s: %s', (name, file, text) => {
    expect(checks[name](new Map([[file, text]]))).toEqual([])
  })
})
