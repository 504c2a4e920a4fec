import { describe, expect, it } from 'vitest'

import {
  hasBrokenName,
  hostAddress,
  isAllowedHost,
  isOwnOrigin,
  isOwnSite,
  isPlainTarget,
} from '#host/request-checks.ts'

describe('the Host header', () => {
  const names = {
    scheme: 'http',
    host: '192.0.2.7',
    port: 4173,
    allowedHosts: ['marquee.example', 'inner:81'],
  } as const

  it.each([
    '127.0.0.1:4173',
    'localhost:4173',
    'LOCALHOST:4173',
    '[::1]:4173',
    '192.0.2.7:4173',
    'marquee.example',
    'marquee.example:8443',
    'inner:81',
  ])('may be %s', (header) => {
    expect(isAllowedHost(header, names)).toBe(true)
  })

  it.each([
    undefined,
    '',
    'localhost',
    'localhost:4174',
    'localhost:04173',
    'evil.example:4173',
    'evil.marquee.example',
    'marquee.example.',
    'localhost:4173@evil.example',
    'inner:82',
    'inner',
    '[::1',
  ])('may not be %j', (header) => {
    expect(isAllowedHost(header, names)).toBe(false)
  })

  it('needs no port on port 80, nor over TLS on port 443', () => {
    expect(isAllowedHost('localhost', { ...names, port: 80 })).toBe(true)
    expect(isAllowedHost('localhost', { ...names, port: 443 })).toBe(false)
    expect(isAllowedHost('[::1]', { ...names, scheme: 'https', port: 443 })).toBe(true)
    expect(isAllowedHost('localhost', { ...names, scheme: 'https', port: 80 })).toBe(false)
  })

  it('is never the address of all interfaces', () => {
    expect(isAllowedHost('0.0.0.0:4173', { ...names, host: '0.0.0.0' })).toBe(false)
  })
})

it.each([
  ['127.0.0.1', '127.0.0.1:80'],
  ['0.0.0.0', '127.0.0.1:80'],
  ['::', '[::1]:80'],
  ['fe80::1', '[fe80::1]:80'],
])('shows %s as an address to open', (host, address) => {
  expect(hostAddress({ scheme: 'http', host, port: 80 })).toBe(`http://${address}`)
  expect(hostAddress({ scheme: 'https', host, port: 80 })).toBe(`https://${address}`)
})

it.each(['/', '/tasks?status=failed', '/api/plugins/video/tasks?scene=a//../b', '/a.b/..c/%41'])(
  'takes the target %s',
  (target) => {
    expect(isPlainTarget(target)).toBe(true)
  },
)

it.each([
  '',
  '*',
  'api',
  'http://evil.example/api',
  '//evil.example/api',
  '/api//plugins/video/tasks',
  '/api/../x',
  '/api/..',
  '/api/./x',
  '/api/%2e%2E/x',
  '/api/.%2e/x',
  '/api%2fplugins/video/tasks',
  '/api/plugins%5Cvideo',
  '/api\\plugins',
  '/api/%00',
  '/api/%252e%252e/x',
  '/x#y',
  '/api\tplugins',
  '/tasks?x=a\tb',
  '/tasks?x=\xe9',
  '/tasks?x=\0',
])('refuses the target %j', (target) => {
  expect(isPlainTarget(target)).toBe(false)
})

it.each(['X Y', 'Authorization ', '', 'X(Y)', 'X\0', 'X\xe9', 'X:'])(
  'knows that %j is no name of a header',
  (name) => {
    expect(hasBrokenName(['Host', 'a b', name, 'x'])).toBe(true)
    expect(hasBrokenName(['Host', name, "!#$%&'*+-.^_`|~09azAZ", name])).toBe(false)
  },
)

it('accepts our own page and programs other than browsers', () => {
  expect([undefined, 'same-origin'].every(isOwnSite)).toBe(true)
  expect(['cross-site', 'same-site', 'none', ''].some(isOwnSite)).toBe(false)
})

describe('an origin', () => {
  const names = {
    scheme: 'http',
    host: '192.0.2.7',
    port: 4173,
    allowedHosts: ['marquee.example', 'inner.example:443', 'plain.example:80', 'other.example:81'],
  } as const

  it.each([
    'http://127.0.0.1:4173',
    'http://localhost:4173',
    'http://[::1]:4173',
    'http://192.0.2.7:4173',
    'https://marquee.example',
    'http://marquee.example',
    'https://marquee.example:8443',
    'https://inner.example',
    'http://plain.example',
    'https://other.example:81',
  ])('is ours: %s', (origin) => {
    expect(isOwnOrigin(origin, names)).toBe(true)
  })

  it.each([
    '',
    'null',
    'marquee.example',
    '//marquee.example',
    'http://localhost',
    'http://localhost:4174',
    'https://evil.example',
    'https://marquee.example.evil.example',
    'https://evil-marquee.example',
    'https://marquee.example@evil.example',
    'https://marquee.example/',
    'https://marquee.example, https://evil.example',
    'http://inner.example',
    'https://plain.example',
    'https://other.example',
    'ftp://marquee.example',
    'file://',
    'chrome-extension://marquee.example',
    'javascript://marquee.example',
  ])('is not ours: %j', (origin) => {
    expect(isOwnOrigin(origin, names)).toBe(false)
  })

  it('must be https if the host has TLS', () => {
    const overTls = { ...names, scheme: 'https' } as const
    expect(isOwnOrigin('https://localhost:4173', overTls)).toBe(true)
    expect(isOwnOrigin('https://marquee.example', overTls)).toBe(true)
    expect(isOwnOrigin('http://localhost:4173', overTls)).toBe(false)
    expect(isOwnOrigin('http://marquee.example', overTls)).toBe(false)
    expect(isOwnOrigin('https://localhost', { ...overTls, port: 443 })).toBe(true)
  })
})
