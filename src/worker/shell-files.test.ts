import { expect, test } from 'vitest'

import { answerTo } from '#worker/shell-files.ts'

const paths = new Set(['/', '/assets/main-1a2b.js', '/favicon.svg'])
const origin = 'https://marquee.example'
const ask = (address: string, request: { isNavigation?: boolean; method?: string } = {}) =>
  answerTo(
    { isNavigation: false, method: 'GET', url: new URL(address, origin), ...request },
    paths,
    origin,
  )

test.each(['/', '/tasks?status=failed', '/posters', '/accounts', '/nowhere'])(
  'whoever opens %s gets the page',
  (address) => {
    expect(ask(address, { isNavigation: true })).toEqual({ from: 'page' })
  },
)

test.each(['/assets/main-1a2b.js', '/favicon.svg', '/'])('%s is kept', (address) => {
  expect(ask(address)).toEqual({ from: 'kept', path: address })
})

test('code of another version may be kept by that one', () => {
  expect(ask('/assets/main-0000.js')).toEqual({ from: 'kept', path: '/assets/main-0000.js' })
})

test.each([
  ['a list of tasks', '/api/plugins/video/tasks?page=1'],
  ['what the host says of itself', '/host/info'],
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
])('whoever opens %s gets that', (address) => {
  expect(ask(address, { isNavigation: true })).toEqual({ from: 'network' })
})

test.each(['POST', 'HEAD', 'PUT'])('%s is nothing to keep', (method) => {
  expect(ask('/', { method })).toEqual({ from: 'network' })
  expect(ask('/tasks', { method, isNavigation: true })).toEqual({ from: 'network' })
})
