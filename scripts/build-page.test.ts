import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

import { type Manifest, manifestFile, shellFiles, writePage } from './build-page.ts'

/** A build of one language, as Vite writes it down: a screen, and what two screens share. */
const manifestOf = (language: string): Manifest => ({
  '_schemas.js': { file: 'assets/schemas-5e6f.js' },
  'src/web/routes/posters.tsx': {
    file: `assets/posters-${language}.js`,
    imports: ['_schemas.js'],
    css: ['assets/posters-3c4d.css'],
  },
  'src/web/main.tsx': {
    file: `assets/main-${language}.js`,
    isEntry: true,
    css: ['assets/main-7a8b.css'],
  },
})

const shell = shellFiles(
  { en: manifestOf('en'), 'zh-CN': manifestOf('zh-CN') },
  '<link rel="icon" href="/favicon.svg" /><script src="/assets/main-en.js"></script>',
  [
    'index.html',
    'favicon.svg',
    'icons',
    'icons/512.png',
    'media/silk.webm',
    'assets/main-en.js',
    'assets/picture-worker-1a2b.js',
  ],
)

test.each(['en', 'zh-CN'])(
  'the worker keeps for %s what its manifest names, the start first',
  (language) => {
    expect(shell.builds[language]).toEqual([
      `/assets/main-${language}.js`,
      '/assets/main-7a8b.css',
      '/assets/schemas-5e6f.js',
      `/assets/posters-${language}.js`,
      '/assets/posters-3c4d.css',
    ])
  },
)

test('files that the page links to are cached with it, other icons and the worker for pictures later, clips never', () => {
  expect(shell.page).toEqual(['/', '/favicon.svg'])
  expect(shell.rest).toEqual(['/assets/picture-worker-1a2b.js', '/icons/512.png'])
})

test('the page names the files that start the app, and browsers compile those as they arrive', async () => {
  const outDir = await mkdtemp(path.join(tmpdir(), 'page-'))
  await mkdir(path.join(outDir, 'assets'))
  await mkdir(path.join(outDir, '.vite'))
  const manifest: Manifest = {
    ...manifestOf('en'),
    'src/web/routes/tasks.tsx': { file: 'assets/tasks-en.js', name: 'tasks' },
  }
  const names = ['main', 'tasks', 'posters']
  await Promise.all([
    writeFile(path.join(outDir, manifestFile('en')), JSON.stringify(manifest)),
    ...names.map((name) => writeFile(path.join(outDir, `assets/${name}-en.js`), name)),
  ])
  await writePage({
    outDir,
    languages: ['en'],
    request: 'request()',
    start: 'start()',
    styles: 'a {}',
    template:
      '<head><meta charset="utf-8" /><title></title></head>\n<script type="module"></script>',
    apiBaseUrl: undefined,
  })
  const start = { entry: '/assets/main-en.js', imports: ['/assets/tasks-en.js'] }
  const page = await readFile(path.join(outDir, 'index.html'), 'utf8')
  expect(page).toContain(JSON.stringify({ en: { ...start, styles: ['/assets/main-7a8b.css'] } }))
  // The request waits for nothing else that stands in the page.
  expect(page).toMatch(/charset[^]+request\(\)[^]+a \{\}[^]+start\(\)/)
  const files = names.map((name) => readFile(path.join(outDir, `assets/${name}-en.js`), 'utf8'))
  expect(await Promise.all(files)).toEqual([
    '//# allFunctionsCalledOnLoad\nmain',
    '//# allFunctionsCalledOnLoad\ntasks',
    'posters',
  ])
})
