import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import process from 'node:process'

import { operations } from '#contract/operations.ts'
import { securityHeaders, strictTransportSecurity } from '#host/pages/security-headers.ts'
import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'

import { expect } from '#e2e/support/fixtures.ts'
import { freePort } from '#host/free-port.fixture.ts'
import type { NginxProcess } from '#e2e/support/nginx-process.ts'
import { ask, connectListCreate, test as base } from './fixtures.ts'

/** A build with VITE_TASK_API_BASE_URL=/task-api, by npm run test:nginx. */
const files = process.env['NGINX_FILES'] ?? ''
const LIST = `/task-api${operations.listVideoTasks.path}`
const CREATE = `/task-api${operations.createPosterTask.path}`

const service = makeTestCertificate(['service.example'])

interface Fixtures {
  /** starts nginx before a service that listens on a port of this machine, over TLS */
  serveFiles: (servicePort: number) => Promise<NginxProcess>
  /** the same before a service with scripted answers */
  serveBefore: (answer: RequestListener) => Promise<NginxProcess>
}

const test = base.extend<Fixtures>({
  serveFiles: async ({ startSite }, use, testInfo) => {
    const authority = testInfo.outputPath('service.pem')
    writeFileSync(authority, service.cert)
    await use(async (servicePort) =>
      startSite('plain-files.conf', await freePort(), {
        '/srv/marquee': files,
        'service.example:443': `127.0.0.1:${servicePort}`,
        '/etc/ssl/certs/ca-certificates.crt': authority,
        // Where the module is there, the line about it is part of the configuration.
        ...(process.env['NGINX_BROTLI'] !== undefined && {
          '# With libnginx-mod-http-brotli-static: ': '',
        }),
      }),
    )
  },
  serveBefore: async ({ serveFiles }, use) => {
    const server = createServer(service)
    await use(async (answer) => {
      server.on('request', answer)
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve)
      })
      const address: AddressInfo | string | null = server.address()
      return serveFiles(address !== null && typeof address === 'object' ? address.port : 0)
    })
    server.close()
    server.closeAllConnections()
  },
})

/** What is said of every answer, each header once. */
const everywhere = Object.fromEntries(
  Object.entries({
    ...securityHeaders({ mediaHosts: [], delivery: 'https' }),
    'Strict-Transport-Security': strictTransportSecurity('marquee.example'),
  })
    // Policies differ by kind of answer, and reports of violations are not collected here.
    .filter(([name]) => !['Content-Security-Policy', 'Reporting-Endpoints'].includes(name))
    .map(([name, value]) => [name.toLowerCase(), [value]]),
)

test('from plain files one connects, reads the list and creates a poster', async ({
  page,
  guard,
  startOwnHost,
  serveFiles,
}) => {
  const { port, demoKey = '' } = await startOwnHost({
    tls: service,
    allowedHosts: ['service.example'],
  })
  guard.keepSecret(demoKey)
  const nginx = await serveFiles(port)
  await connectListCreate(page, nginx.origin, demoKey)
  expect(nginx.log()).toContain(`POST ${CREATE} 200`)
  expect(nginx.log()).not.toMatch(/\?|127\.0\.0\.1/)
  expect(nginx.log()).not.toContain(demoKey)
})

const code = existsSync(files)
  ? (readdirSync(path.join(files, 'assets')).find((name) => name.endsWith('.js')) ?? '')
  : ''
const html = 'text/html; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const hour = 'public, max-age=3600'
/** Address, status, type, caching. */
const places: [address: string, status: number, type: string, caching: string][] = [
  ['/', 200, html, 'no-store'],
  ['/tasks?status=failed', 200, html, 'no-store'],
  ['/nowhere/at/all', 200, html, 'no-store'],
  ['/index.html', 200, html, 'no-store'],
  ['/sw.js', 200, script, 'no-cache'],
  [`/assets/${code}`, 200, script, 'public, max-age=31536000, immutable'],
  ['/favicon.svg', 200, 'image/svg+xml', hour],
  ['/icons/192.png', 200, 'image/png', hour],
  ['/manifest.webmanifest', 200, 'application/manifest+json', hour],
  ['/media/silk.webm', 200, 'video/webm', hour],
  ['/assets/gone.js', 404, 'text/plain; charset=utf-8', 'no-store'],
  ['/assets/', 404, 'text/plain; charset=utf-8', 'no-store'],
  ['/robots.txt', 404, 'text/plain; charset=utf-8', 'no-store'],
  ['/.vite/manifest.en.json', 404, 'text/plain; charset=utf-8', 'no-store'],
]

test('each file has its type, its caching and the headers of the host', async ({
  request,
  serveFiles,
}) => {
  const nginx = await serveFiles(await freePort())
  for (const [address, status, type, caching] of places) {
    const answer = await ask(request, `${nginx.origin}${address}`)
    expect({ address, status: answer.status, headers: answer.headers }).toMatchObject({
      address,
      status,
      headers: { ...everywhere, 'content-type': [type], 'cache-control': [caching] },
    })
    expect(answer.headers['content-security-policy'], address).toHaveLength(1)
  }
})

test('the page cannot be framed, and the rest of its policy is in a meta tag', async ({
  request,
  serveFiles,
}) => {
  const nginx = await serveFiles(await freePort())
  const { headers, body } = await ask(request, `${nginx.origin}/tasks`)
  expect(headers['content-security-policy']).toEqual(["frame-ancestors 'none'"])
  expect(body.toString()).toMatch(
    /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'sha256-/,
  )
})

test('the smaller copies of the build are what travels', async ({ request, serveFiles }) => {
  const nginx = await serveFiles(await freePort())
  const file = path.join(files, 'assets', code)
  const encodings = [
    ['identity', undefined, ''],
    ['gzip, deflate', 'gzip', '.gz'],
    ...(process.env['NGINX_BROTLI'] === undefined ? [] : [['gzip, deflate, br', 'br', '.br']]),
  ]
  for (const [accepts = '', encoding, ending = ''] of encodings) {
    const { headers, body } = await ask(request, `${nginx.origin}/assets/${code}`, {
      headers: { 'accept-encoding': accepts },
    })
    expect(headers['content-encoding']?.[0]).toBe(encoding)
    expect(headers['content-length']).toEqual([String(readFileSync(`${file}${ending}`).length)])
    expect(headers['vary']).toEqual(['Accept-Encoding'])
    expect(body).toEqual(readFileSync(file))
  }
})

test('of a request the service sees what the specification names', async ({
  request,
  serveBefore,
}) => {
  const seen: unknown[] = []
  const nginx = await serveBefore((message, response) => {
    seen.push({ method: message.method, url: message.url, headers: message.headers })
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
  const everything = {
    authorization: 'Bearer k',
    accept: '*/*',
    cookie: 'a=b',
    origin: nginx.origin,
    referer: `${nginx.origin}/tasks`,
    'x-forwarded-for': '10.0.0.1',
    'idempotency-key': '1',
  }
  await ask(request, `${nginx.origin}${LIST}?page=2`, { headers: everything })
  await ask(request, `${nginx.origin}${CREATE}`, {
    method: 'POST',
    headers: { ...everything, 'content-type': 'application/json' },
    data: '{"prompt":"firework"}',
  })
  const always = {
    host: 'service.example',
    connection: 'close',
    authorization: 'Bearer k',
    accept: 'application/json',
  }
  expect(seen).toEqual([
    { method: 'GET', url: `/api${operations.listVideoTasks.path}?page=2`, headers: always },
    {
      method: 'POST',
      url: `/api${operations.createPosterTask.path}`,
      headers: { ...always, 'content-type': 'application/json', 'content-length': '21' },
    },
  ])
})

test('nothing else than the two operations reaches the service', async ({
  request,
  serveBefore,
}) => {
  let requests = 0
  const nginx = await serveBefore((_, response) => {
    requests += 1
    response.end('{}')
  })
  for (const [method, address] of [
    ['DELETE', LIST],
    ['POST', LIST],
    ['GET', CREATE],
    ['GET', '/task-api/'],
    ['GET', '/task-api/account'],
    ['GET', `${LIST}/1`],
  ] as const) {
    const answer = await ask(request, `${nginx.origin}${address}`, { method })
    expect(answer.status, `${method} ${address}`).toBe(404)
  }
  expect(requests).toBe(0)
})

test('an answer of the service neither steers nginx nor weakens its headers', async ({
  request,
  serveBefore,
}) => {
  const nginx = await serveBefore((_, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'X-Accel-Redirect': '/index.html',
      'Set-Cookie': 'a=b',
      'Cache-Control': 'public',
      'Content-Security-Policy': "script-src 'unsafe-inline'",
      'Referrer-Policy': 'unsafe-url',
      'X-Marquee-Not-Sent': '1',
    })
    response.end('{"code":200}')
  })
  const { headers, body } = await ask(request, `${nginx.origin}${LIST}`)
  expect(body.toString()).toBe('{"code":200}')
  expect(headers).toMatchObject({
    ...everywhere,
    'cache-control': ['no-store'],
    'content-security-policy': ["default-src 'none'; sandbox"],
  })
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers['x-marquee-not-sent']).toBeUndefined()
})

test('a 421 of the service does not make a browser send a creation again', async ({
  request,
  serveBefore,
}) => {
  const nginx = await serveBefore((_, response) => void response.writeHead(421).end())
  const answer = await ask(request, `${nginx.origin}${CREATE}`, { method: 'POST', data: '{}' })
  expect(answer.status).toBe(504)
  expect(answer.headers).toMatchObject({ ...everywhere, 'content-type': ['application/json'] })
  expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 504, data: null })
})

test('a creation whose answer breaks off is not sent on a second time', async ({
  request,
  serveBefore,
}) => {
  let creations = 0
  const nginx = await serveBefore((message) => {
    creations += 1
    message.socket.destroy()
  })
  const answer = await ask(request, `${nginx.origin}${CREATE}`, { method: 'POST', data: '{}' })
  expect(answer.status).toBe(502)
  expect(creations).toBe(1)
})
