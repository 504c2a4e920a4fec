import { expect, test } from 'vitest'

import { allFiles, answerTo, filesToOpen, isOfBuild } from '#worker/shell-files.ts'

const files = {
  page: ['/', '/favicon.svg'],
  builds: {
    en: ['/assets/main-1a2b.js', '/assets/schemas-5e6f.js'],
    'zh-CN': ['/assets/main-3c4d.js', '/assets/schemas-5e6f.js'],
  },
  rest: ['/icons/512.png'],
}

test.each([
  ['en', '/assets/main-1a2b.js'],
  ['zh-CN', '/assets/main-3c4d.js'],
])('the app opens in %s with the page and the files of that language', (language, start) => {
  expect([...filesToOpen(files, language)]).toEqual([
    '/',
    '/favicon.svg',
    start,
    '/assets/schemas-5e6f.js',
  ])
})

test.each([null, '', 'tlh'])('where the language is %j, all files come first', (language) => {
  expect(filesToOpen(files, language)).toEqual(allFiles(files))
})

test('all files are those of every language, and the files that the app does not need to open come last', () => {
  expect([...allFiles(files)]).toEqual([
    '/',
    '/favicon.svg',
    '/assets/main-1a2b.js',
    '/assets/schemas-5e6f.js',
    '/assets/main-3c4d.js',
    '/icons/512.png',
  ])
})

test.each([
  ['the page of this build', '/assets/main-1a2b.js /assets/main-3c4d.js', true],
  ['a page that has one language of it', '/assets/main-1a2b.js /assets/main-0000.js', false],
  ['the page of another build', '/assets/main-0000.js', false],
  ["a proxy's own page", 'Bad gateway', false],
])('%s is recognised by the files that start it', (_, page, isOurs) => {
  expect(isOfBuild(files, page)).toBe(isOurs)
})

const paths = new Set(['/', '/assets/main-1a2b.js', '/favicon.svg'])
const origin = 'https://marquee.example'
const ask = (address: string, request: { isNavigation?: boolean; method?: string } = {}) =>
  answerTo(
    { isNavigation: false, method: 'GET', url: new URL(address, origin), ...request },
    paths,
    origin,
  )

test.each(['/', '/tasks?status=failed', '/posters', '/accounts', '/nowhere'])(
  'opening %s gives the page',
  (address) => {
    expect(ask(address, { isNavigation: true })).toEqual({ from: 'page' })
  },
)

test.each(['/assets/main-1a2b.js', '/favicon.svg', '/'])('%s comes from the cache', (address) => {
  expect(ask(address)).toEqual({ from: 'kept', path: address })
})

test('code of another version may be in the cache of that version', () => {
  expect(ask('/assets/main-0000.js')).toEqual({ from: 'kept', path: '/assets/main-0000.js' })
})

test.each([
  ['a list of tasks', '/api/plugins/video/tasks?page=1'],
  ['the host information', '/host/info'],
  ['a clip', '/media/silk.webm'],
  ['the worker', '/sw.js'],
  ['a file of another host', 'https://media.example/assets/main-1a2b.js'],
])('%s comes from the network', (_, address) => {
  expect(ask(address)).toEqual({ from: 'network' })
})

test.each([
  '/api/plugins/video/tasks',
  '/host/info',
  '/csp-report',
  '/media/silk.webm',
  '/robots.txt',
])('opening %s is left to the network', (address) => {
  expect(ask(address, { isNavigation: true })).toEqual({ from: 'network' })
})

test.each(['POST', 'HEAD', 'PUT'])('%s is left to the network', (method) => {
  expect(ask('/', { method })).toEqual({ from: 'network' })
  expect(ask('/tasks', { method, isNavigation: true })).toEqual({ from: 'network' })
})

test('what is shared with the app is answered here, and only that', () => {
  const share = { method: 'POST', isNavigation: true }
  expect(ask('/share', share)).toEqual({ from: 'share' })
  for (const address of ['/shared', '/share/1', 'https://media.example/share']) {
    expect(ask(address, share)).toEqual({ from: 'network' })
  }
  expect(ask('/share', { method: 'POST' })).toEqual({ from: 'network' })
  expect(ask('/share', { isNavigation: true })).toEqual({ from: 'page' })
})
