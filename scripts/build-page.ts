/** The last steps of a build: the one page of the app, for all of its languages, and smaller copies of all files. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import * as z from 'zod/mini'

import { contentSecurityPolicy } from '#host/pages/security-headers.ts'

import { PAGE, type ShellFiles } from '#worker/shell-files.ts'

import type { Language } from './languages.ts'

/** Vite's build manifest: a chunk's name → its file, and what it imports at once. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.optional(z.string()),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
    assets: z.optional(z.array(z.string())),
  }),
)
export type Manifest = z.infer<typeof manifestSchema>

/** Where a language's build leaves its manifest, below the folder of the built app. */
export const manifestFile = (language: string) => `.vite/manifest.${language}.json`

/** Reads the manifest of a language's build. */
export async function readManifest(outDir: string, language: string): Promise<Manifest> {
  const text = await readFile(path.join(outDir, manifestFile(language)), 'utf8')
  return manifestSchema.parse(JSON.parse(text))
}

/** The chunk of the first screen. The page loads it together with the libraries, not after them. */
const FIRST_SCREEN = 'tasks'

/**
 * The chunks that a browser needs before the first row of /tasks: the entry first.
 *
 * @throws Error if the first screen has no chunk; vite.config.ts names it
 */
export function firstChunks(manifest: Manifest): string[] {
  const chunks = Object.entries(manifest)
  const starts = [
    ...chunks.filter(([, { isEntry }]) => isEntry === true),
    ...chunks.filter(([, { name }]) => name === FIRST_SCREEN),
  ].map(([name]) => name)
  if (starts.length !== 2)
    throw new Error('no chunk has the name "tasks": see the groups of vite.config.ts')
  // The loop also visits what it adds.
  const reached = new Set(starts)
  for (const name of reached) {
    for (const imported of manifest[name]?.imports ?? []) reached.add(imported)
  }
  return [...reached]
}

/**
 * Writes the page: index.html with the early screen, which loads the app in the visitor's language.
 *
 * @param options.outDir folder of the built app
 * @param options.languages that the app was built in
 * @param options.request the script at its top
 * @param options.start the script at its end
 * @param options.styles of the early screen
 * @param options.template index.html, as the development server has it
 * @param options.apiBaseUrl from readApiBaseUrl; undefined: the host sends the policy in its headers
 */
export async function writePage(options: {
  outDir: string
  languages: readonly Language[]
  request: string
  start: string
  styles: string
  template: string
  apiBaseUrl: string | undefined
}): Promise<void> {
  const { outDir, languages, request, start, styles, template, apiBaseUrl } = options
  const manifests = await Promise.all(
    languages.map(async (language) => [language, await readManifest(outDir, language)] as const),
  )
  const builds = manifests.map(([language, manifest]) => {
    const first = firstChunks(manifest).flatMap((name) => manifest[name] ?? [])
    const [entry, ...imports] = first.map(({ file }) => `/${file}`)
    // A part that is loaded later brings its own.
    const all = first.flatMap(({ css = [] }) => css)
    return [
      language,
      { entry, imports, styles: [...new Set(all)].map((file) => `/${file}`) },
    ] as const
  })
  const head = [
    `<script id="builds" type="application/json">${JSON.stringify(Object.fromEntries(builds))}</script>`,
    `<style>${styles.trim()}</style>`,
  ]
  const page = template
    .replace(/^.*<script type="module".*$/m, () => `    ${inlineScript(start)}`)
    // It sets the colours that the tags above it name.
    .replace('<title>', (title) => `${inlineScript(request)}\n    ${title}`)
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
  await writeFile(path.join(outDir, 'index.html'), withPolicy(page, apiBaseUrl))
  const modules = builds.flatMap(([, { entry = '', imports }]) => [entry, ...imports])
  await Promise.all(modules.map((file) => compileAtOnce(path.join(outDir, file))))
}

/**
 * The first line of a script most of whose functions are called at the start. Chromium then compiles all of them as the file
 * arrives, on another thread. At its first call each would be compiled where the page is drawn.
 */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n'

async function compileAtOnce(file: string): Promise<void> {
  const code = await readFile(file, 'utf8')
  await writeFile(file, `${COMPILE_AT_ONCE}${code}`)
}

/** A script for the page: compiling each function at its first call costs 25 ms more. */
function inlineScript(code: string): string {
  return `<script>${COMPILE_AT_ONCE}${code.trim()}</script>`
}

/** Writes the policy into the page if it is hosted as plain files, without the host's headers. */
function withPolicy(page: string, apiBaseUrl: string | undefined): string {
  if (apiBaseUrl === undefined) return page
  const isElsewhere = URL.canParse(apiBaseUrl)
  const policy = contentSecurityPolicy({
    mediaHosts: [],
    page,
    connectOrigins: isElsewhere ? [new URL(apiBaseUrl).origin] : [],
    delivery: 'meta',
  })
  const tag = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`
  return page.replace('<head>', () => `<head>\n    ${tag}`)
}

/** What browsers load besides code: icons of the tab and the home screen. */
const ICONS = /^(?:favicon\.svg|manifest\.webmanifest|icons\/.+)$/

/** The worker that prepares pictures: no manifest names it, and no screen needs it to open. */
export const PICTURE_WORKER = /^assets\/picture-worker-[^/]+\.js$/

/**
 * Lists the files that the service worker caches: first those of a language, by the manifest of its build.
 *
 * @param manifests language → manifest of its build
 * @param page the written page
 * @param files everything in the folder of the built app
 */
export function shellFiles(
  manifests: Readonly<Record<string, Manifest>>,
  page: string,
  files: readonly string[],
): ShellFiles {
  const icons = files
    .filter((file) => ICONS.test(file))
    .toSorted()
    .map((file) => `/${file}`)
  const workers = files.filter((file) => PICTURE_WORKER.test(file)).map((file) => `/${file}`)
  const isNamed = (icon: string) => page.includes(`"${icon}"`)
  return {
    page: [PAGE, ...icons.filter(isNamed)],
    builds: Object.fromEntries(
      Object.entries(manifests).map(([language, manifest]) => [language, filesOf(manifest)]),
    ),
    rest: [...workers, ...icons.filter((icon) => !isNamed(icon))],
  }
}

/** All files of a build, the one that starts it first. */
function filesOf(manifest: Manifest): string[] {
  const chunks = Object.values(manifest)
  const start = chunks.filter(({ isEntry }) => isEntry === true)
  const all = [...start, ...chunks].flatMap(({ file, css = [] }) => [file, ...css])
  return [...new Set(all.map((file) => `/${file}`))]
}

/**
 * Writes the service worker, with the files that it caches.
 *
 * @param outDir folder of the built app; the page is in it
 * @param languages that the app was built in
 * @param worker the built script
 */
export async function writeWorker(
  outDir: string,
  languages: readonly Language[],
  worker: string,
): Promise<void> {
  const manifests = await Promise.all(
    languages.map(async (language) => [language, await readManifest(outDir, language)] as const),
  )
  const shell = shellFiles(
    Object.fromEntries(manifests),
    await readFile(path.join(outDir, 'index.html'), 'utf8'),
    await readdir(outDir, { recursive: true }),
  )
  await writeFile(
    path.join(outDir, 'sw.js'),
    `const SHELL_FILES=${JSON.stringify(shell)};${worker}`,
  )
}

const compressible = /\.(?:html|js|css|svg|json|webmanifest|txt)$/

/** Writes a .br and a .gz file beside every text file of the built app: the host never compresses. */
export async function precompress(outDir: string): Promise<void> {
  const files = await readdir(outDir, { recursive: true })
  await Promise.all(
    files
      .filter((file) => compressible.test(file))
      .map(async (file) => {
        const target = path.join(outDir, file)
        const bytes = await readFile(target)
        const brotliOptions = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
        await writeFile(`${target}.br`, await promisify(brotliCompress)(bytes, brotliOptions))
        await writeFile(`${target}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      }),
  )
}
