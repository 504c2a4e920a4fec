/**
 * A part of `npm run check`: measures the connections between the modules of src. Files that are clean one by one can be tiring
 * as a whole. Tests, fixtures and generated code do not count.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

import { parseSync } from 'vite'

/** A file of at most so many lines with one importer could stand in that importer. */
const SMALL_LINES = 40

/** Reads of the document that tell what a component could know itself. They belong into `ui`. */
const DOM_QUERY =
  /querySelector|activeElement|getElementById|getSelection\(|\.closest[<(]|\.matches\(/g
const CONTEXT = /\bcreateContext[<(]/g
const EFFECT = /\buse(?:Layout)?Effect\(/g

/** The figures of a tree. */
export interface Connections {
  files: number
  lines: number
  /** exports that exactly one file imports, in percent of all */
  singleImporters: number
  /** small files with one importer, which they could stand in */
  smallFiles: string[]
  /** per 1,000 lines */
  effects: number
  /** in src/web, outside of `ui` and the screen before React */
  domQueries: number
  /** React contexts */
  contexts: number
  /** what the page carries and runs before React: the files that its scripts need, and their lines */
  earlyFiles: number
  earlyLines: number
}

/** The scripts of the page. */
const EARLY = ['src/web/start.ts', 'src/web/early/send-request.ts']

/** A change that lowers a figure lowers its limit, too. One that raises a figure says why in decision 60. */
const LIMITS: Readonly<Record<keyof Connections, number>> = {
  files: 397,
  lines: 49_781,
  singleImporters: 37.6,
  smallFiles: 0,
  effects: 1.2,
  domQueries: 9,
  contexts: 5,
  earlyFiles: 43,
  earlyLines: 3_441,
}

/** @param tree path from the root, below src → the file's text */
export function measureConnections(tree: ReadonlyMap<string, string>): Connections {
  const importers = new Map<string, Set<string>>()
  const note = (what: string, file: string) => {
    importers.set(what, (importers.get(what) ?? new Set()).add(file))
  }
  const exported: string[] = []
  /** a file → the files whose values it imports at once */
  const needs = new Map<string, string[]>()
  /** what is loaded later, or imported for its effect alone, is a file of its own */
  const standsAlone = new Set<string>()
  for (const [file, text] of tree) {
    const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
    for (const { moduleRequest, entries } of staticImports) {
      const from = `src/${moduleRequest.value.slice(1)}`
      note(from, file)
      const names = entries.flatMap(({ importName, localName }) =>
        importName.kind === 'NamespaceObject' ? membersOf(localName.value, text) : importName.name,
      )
      for (const name of names) note(`${from} ${name ?? ''}`, file)
    }
    const imports = staticImports.filter(
      ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
    )
    needs.set(
      file,
      imports.map(({ moduleRequest }) => `src/${moduleRequest.value.slice(1)}`),
    )
    for (const { moduleRequest } of dynamicImports) {
      standsAlone.add(`src/${text.slice(moduleRequest.start + 2, moduleRequest.end - 1)}`)
    }
    const own = staticExports.flatMap(({ entries }) => entries)
    if (own.length === 0) standsAlone.add(file)
    exported.push(...own.map(({ exportName }) => `${file} ${exportName.name ?? ''}`))
  }
  const files = [...tree]
  const lines = sum(files.map(([, text]) => lineCount(text)))
  const screens = files.filter(([file]) => /^src\/web\/(?!ui\/|early\/)/.test(file))
  const count = (texts: typeof files, pattern: RegExp) =>
    sum(texts.map(([, text]) => text.match(pattern)?.length ?? 0))
  const early = new Set(EARLY)
  // A set is walked with what is added on the way.
  for (const file of early) for (const needed of needs.get(file) ?? []) early.add(needed)
  const earlyTexts = [...early].map((file) => tree.get(file)).filter((text) => text !== undefined)
  const isSingle = (what: string) => importers.get(what)?.size === 1
  return {
    files: tree.size,
    lines,
    singleImporters: (exported.filter(isSingle).length / exported.length) * 100,
    smallFiles: files
      .filter(([file, text]) => lineCount(text) <= SMALL_LINES && isSingle(file))
      .filter(([file]) => !standsAlone.has(file))
      .map(([file]) => file),
    effects: (count(files, EFFECT) / lines) * 1_000,
    domQueries: count(screens, DOM_QUERY),
    contexts: count(files, CONTEXT),
    earlyFiles: earlyTexts.length,
    earlyLines: sum(earlyTexts.map(lineCount)),
  }
}

/** The figures above their limits, each as one line; none: the tree is as well connected as before. */
export function overLimit(
  found: Connections,
  limits: Readonly<Record<string, number>> = LIMITS,
): string[] {
  return figuresOf(found)
    .filter(([name, value]) => value > (limits[name] ?? 0))
    .map(([name, value]) => `${name}: ${shown(value)} of at most ${String(limits[name])}`)
}

function figuresOf({ smallFiles, ...figures }: Connections): [string, number][] {
  return Object.entries({ ...figures, smallFiles: smallFiles.length })
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2)
}

/** The exports that a file uses of a module that it imports as a whole. */
function membersOf(name: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member = '']) => member)
}

function lineCount(text: string): number {
  return text.split('\n').length - 1
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(import.meta.dirname, '..')
  const listed = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
  const files = listed
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture|gen|d)\.tsx?$/.test(file))
  const found = measureConnections(
    new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])),
  )
  console.log(
    figuresOf(found)
      .map(([name, value]) => `${name} ${shown(value)}`)
      .join(', '),
  )
  const over = overLimit(found)
  if (over.length > 0) {
    console.error([...over, ...found.smallFiles].join('\n'))
    process.exit(1)
  }
}
