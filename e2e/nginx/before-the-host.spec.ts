import { securityHeaders, strictTransportSecurity } from '#host/pages/security-headers.ts'
import { MAX_REQUEST_BYTES, operations, REQUEST_ID_HEADER } from '#contract/operations.ts'

import { MAX_UPLOAD_BYTES, UPLOAD_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import * as z from 'zod/mini'

import { expect } from '#e2e/support/fixtures.ts'
import { connect } from '#e2e/support/screens.ts'
import { plainJpeg } from '#e2e/support/pictures.ts'
import { jpeg, jpegParts } from '#host/uploads/jpeg.fixture.ts'
import type { HostProcess } from '#e2e/support/host-process.ts'
import { freePort } from '#host/free-port.fixture.ts'
import type { NginxProcess } from '#e2e/support/nginx-process.ts'
import { ask, connectListCreate, test as base } from './fixtures.ts'

const test = base.extend<{ host: HostProcess; nginx: NginxProcess; port: number }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  port: async ({}, use) => {
    await use(await freePort())
  },
  host: async ({ startOwnHost, port }, use) => {
    await use(await startOwnHost({ allowedHosts: [`127.0.0.1:${port}`] }))
  },
  nginx: async ({ host, port, startSite }, use) => {
    const replaced = { '127.0.0.1:4173': `127.0.0.1:${host.port}` }
    await use(await startSite('before-the-host.conf', port, replaced))
  },
})

test('through nginx one connects, reads the list and creates a poster', async ({
  page,
  host,
  nginx,
  guard,
}) => {
  const { demoKey = '' } = host
  guard.keepSecret(demoKey)
  await connectListCreate(page, nginx.origin, demoKey)
  expect(nginx.log()).toContain('POST /api/plugins/poster/tasks 200')
  expect(nginx.log()).not.toMatch(/\?|127\.0\.0\.1/)
  expect(nginx.log()).not.toContain(demoKey)
})

for (const path of ['/', '/tasks', '/sw.js', '/favicon.svg', '/assets/gone.js', '/host/info']) {
  test(`${path} comes as the host has it, over TLS for good`, async ({ request, host, nginx }) => {
    const [behind, direct] = await Promise.all(
      [nginx.origin, host.origin].map(async (origin) => ask(request, `${origin}${path}`)),
    )
    expect(behind?.status).toBe(direct?.status)
    expect(behind?.body).toEqual(direct?.body)
    const {
      server: _server,
      'strict-transport-security': strict,
      ...headers
    } = behind?.headers ?? {}
    expect(strict).toEqual([strictTransportSecurity('marquee.example')])
    // Each answer and each connection has its own.
    const own = new Set(['date', 'connection', 'keep-alive', REQUEST_ID_HEADER])
    const shared = (all: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !own.has(name)))
    expect(shared(headers)).toEqual(shared(direct?.headers ?? {}))
    for (const name of Object.keys(securityHeaders({ mediaHosts: [], delivery: 'http' }))) {
      expect(headers[name.toLowerCase()], name).toHaveLength(1)
    }
  })
}

test('what is too large is refused by the host, in words that the page can read', async ({
  request,
  host,
  nginx,
}) => {
  const answer = await ask(request, `${nginx.origin}/api${operations.createPosterTask.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${host.demoKey ?? ''}`,
      'content-type': 'application/json',
    },
    data: JSON.stringify({ image_url: 'x'.repeat(2 * MAX_REQUEST_BYTES), prompt: 'firework' }),
  })
  expect(answer.status).toBe(413)
  expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 413, data: null })
})

test('a picture of the largest size comes through, and its name is in no log', async ({
  request,
  host,
  nginx,
}) => {
  const headers = { authorization: `Bearer ${host.demoKey ?? ''}`, 'content-type': UPLOAD_TYPE }
  const data = jpeg(jpegParts(2048, 2048, MAX_UPLOAD_BYTES - jpeg().length + 100))
  const sent = await ask(request, nginx.origin + UPLOADS_PATH, { method: 'POST', headers, data })
  expect(sent.status).toBe(201)
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(sent.body.toString()))
  const picture = await ask(request, nginx.origin + url)
  expect(picture.body.equals(data)).toBe(true)
  expect(nginx.log()).toContain('GET /uploads/- 200')
  const [, name = ''] = /([^/]+)\.jpg$/.exec(url) ?? []
  for (const log of [nginx.log(), host.log()]) expect(log).not.toContain(name)
})

test('a picture that is too large for nginx is told apart from a sign-in', async ({
  page,
  host,
  port,
  startSite,
  expectConsole,
}) => {
  expectConsole(/413/)
  const nginx = await startSite('before-the-host.conf', port, {
    '127.0.0.1:4173': `127.0.0.1:${host.port}`,
    'client_max_body_size 2m;': 'client_max_body_size 1;',
  })
  await connect(page, host.demoKey ?? '', `${nginx.origin}/posters`)
  const field = page.getByRole('group', { name: 'Picture from this device' })
  await field
    .getByLabel('Choose pictures…')
    .setInputFiles({ name: 'lin.jpg', mimeType: 'image/jpeg', buffer: plainJpeg })
  await expect(field).toContainText('does not take files of this size (413)')
})

test('photos that are shared before there is a service worker lead to the form', async ({
  request,
  nginx,
}) => {
  const buffer = Buffer.alloc(5_000_000)
  const multipart = { pictures: { name: 'lin.jpg', mimeType: 'image/jpeg', buffer } }
  const answer = await request.post(`${nginx.origin}/share`, { multipart, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
  expect(answer.headers()['location']).toBe(`${nginx.origin}/posters?shared=lost`)
})

test('plain HTTP leads to TLS', async ({ request, nginx }) => {
  const answer = await ask(request, `${nginx.plainOrigin}/tasks?status=failed`)
  expect(answer.status).toBe(301)
  expect(answer.headers['location']).toEqual(['https://marquee.example/tasks?status=failed'])
})

test('the host is asked by the name that the browser used, and knows its own', async ({
  request,
  nginx,
}) => {
  const answer = await ask(request, `${nginx.origin}/healthz`, {
    headers: { host: 'rebound.example' },
  })
  expect(answer.status).toBe(403)
  expect(answer.body.toString()).toContain('ALLOWED_HOSTS')
})
