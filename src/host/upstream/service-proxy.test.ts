import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { successEnvelope } from '#contract/envelope.ts'
import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { NOT_SENT_HEADER } from '#contract/operations.ts'
import {
  closeAfterTest,
  closeTestServers,
  openProxy,
  portOf,
  sendJson,
  startService,
} from '#host/servers.fixture.ts'
import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'
import { proxyFor, readProxyAddress } from '#host/config.ts'

afterEach(closeTestServers)

describe('the proxy for a service', () => {
  const chosen = (service: string, env: Record<string, string>) =>
    proxyFor(new URL(service), env)?.text
  const HTTPS_PROXY = 'http://proxy.example:3128'
  const HTTP_PROXY = 'http://other.example'

  it('is that of its scheme, in either case of letters; lower case counts first', () => {
    const env = { HTTPS_PROXY, HTTP_PROXY }
    expect(chosen('https://api.example', env)).toBe(HTTPS_PROXY)
    expect(chosen('http://api.example', env)).toBe(HTTP_PROXY)
    expect(chosen('http://api.example', { HTTPS_PROXY })).toBeUndefined()
    expect(chosen('https://api.example', { https_proxy: 'lower.example', HTTPS_PROXY })).toBe(
      'lower.example',
    )
    expect(chosen('https://api.example', { https_proxy: '', HTTPS_PROXY })).toBeUndefined()
    expect(chosen('https://api.example', {})).toBeUndefined()
  })

  it.each([
    ['https://api.example', 'api.example'],
    ['https://api.example', '.example'],
    ['https://api.example', '*.example'],
    ['https://api.example', 'example'],
    ['https://api.example', ' localhost ,API.EXAMPLE '],
    ['https://api.example', 'localhost api.example'],
    ['https://api.example', '*'],
    ['https://api.example:8443', 'api.example:8443'],
    ['https://api.example', 'api.example:443'],
    ['https://10.1.2.3', '10.0.0.0/8'],
    ['https://10.1.2.3', '10.1.2.3'],
    ['https://[fd00::1]', 'fd00::/8'],
    ['https://[fd00::1]', 'fd00::1'],
    ['https://[fd00::1]:8443', '[fd00::1]:8443'],
  ])('is none: %s with NO_PROXY %j', (service, NO_PROXY) => {
    expect(chosen(service, { HTTPS_PROXY, NO_PROXY })).toBeUndefined()
  })

  it.each([
    ['https://api.example', ''],
    ['https://api.example', 'pi.example'],
    ['https://api.example', 'api.example:8443'],
    ['https://api.example', 'api.example.org, ,.'],
    ['https://11.1.2.3', '10.0.0.0/8'],
    ['https://10.1.2.3', '10.0.0.0/99'],
    ['https://[fd00::1]', '10.0.0.0/8'],
  ])('is there: %s with NO_PROXY %j', (service, NO_PROXY) => {
    expect(chosen(service, { HTTPS_PROXY, NO_PROXY })).toBe(HTTPS_PROXY)
  })

  it('has an address with http or https, which may be left out', () => {
    expect(readProxyAddress('proxy.example:3128')?.href).toBe('http://proxy.example:3128/')
    expect(readProxyAddress('https://u:p@proxy.example')?.username).toBe('u')
    for (const text of ['socks5://proxy.example', 'http://', 'a b', 'http://x/path']) {
      expect(readProxyAddress(text)).toBeUndefined()
    }
  })
})

/** A proxy: what it was asked for, with the authorization. It forwards both tunnels and whole requests. */
async function startProxy(refusal?: number) {
  const asked: (string | undefined)[][] = []
  const note = ({ method, url, headers }: IncomingMessage) =>
    asked.push([method, url, headers['proxy-authorization']])
  const forward: RequestListener = (request, response) => {
    note(request)
    if (refusal === undefined) sendJson(response, 200, successEnvelope({ uuid: 'u' }))
    else response.writeHead(refusal).end()
  }
  const server = createServer(forward).on('connect', (request: IncomingMessage, client) => {
    note(request)
    client.on('error', () => undefined)
    if (refusal !== undefined) {
      client.end(`HTTP/1.1 ${refusal} No\r\n\r\n`)
      return
    }
    const { hostname, port } = new URL(`https://${request.url ?? ''}`)
    const onward = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(client).pipe(onward)
    })
    onward.on('error', () => client.destroy())
    client.on('close', () => onward.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterTest(() => {
    server.close()
    server.closeAllConnections()
  })
  return { asked, port: portOf(server) }
}

const BASIC = `Basic ${Buffer.from('user:p@ss').toString('base64')}`

describe('a service behind a proxy', () => {
  it('is asked through a tunnel if it has https', async () => {
    // Nothing has signed the certificate of the test.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    closeAfterTest(() => vi.unstubAllEnvs())
    const { url, received } = await startService(
      (response) => sendJson(response, 200, successEnvelope({ uuid: 'u' })),
      makeTestCertificate(),
    )
    const { asked, port } = await startProxy()
    const proxy = new URL(`http://user:p%40ss@127.0.0.1:${port}`)
    const { list, create } = openProxy(url, {}, { proxy })
    expect(await list()).toMatchObject({ status: 200 })
    await nextTurn()
    await nextTurn()
    expect(await list()).toMatchObject({ status: 200 })
    expect(await create()).toMatchObject({ status: 200, json: { data: { uuid: 'u' } } })
    const target = new URL(url).host
    // The second list has used the connection of the first one.
    expect(asked).toEqual([
      ['CONNECT', target, BASIC],
      ['CONNECT', target, BASIC],
    ])
    expect(received).toHaveLength(3)
    expect(JSON.stringify(received)).not.toMatch(/proxy-authorization/i)
  })

  it('is asked by its whole address if it has http', async () => {
    const { asked, port } = await startProxy()
    const { list } = openProxy(
      'http://api.example/v1',
      {},
      {
        proxy: new URL(`http://127.0.0.1:${port}`),
      },
    )
    expect(await list()).toMatchObject({ status: 200 })
    expect(asked).toEqual([['GET', 'http://api.example/v1/plugins/video/tasks', undefined]])
  })

  it.each([
    ['https://api.example', 407],
    ['https://api.example', 502],
    ['http://api.example', 407],
  ])('gets nothing if the proxy refuses: %s, %i', async (service, status) => {
    const { port } = await startProxy(status)
    const proxy = new URL(`http://user:S3CRET@127.0.0.1:${port}`)
    const { create, lines } = openProxy(service, {}, { proxy })
    const created = await create()
    expect(created.message).toBe(
      `The proxy on the way to the Task API could not be used (PROXY_HTTP_${status}); nothing was sent.`,
    )
    expect(created.headers.get(NOT_SENT_HEADER)).toBe('1')
    expect(created.headers.get(HOST_ERROR_CODE_HEADER)).toBe('unreachable')
    expect(lines.join()).toContain(`"reason":"PROXY_HTTP_${status}"`)
    expect(lines.join()).not.toContain('S3CRET')
  })

  it.each(['https://api.example', 'http://api.example'])(
    'gets nothing if the proxy of %s is not there, which is named',
    async (service) => {
      const { create, lines } = openProxy(service, {}, { proxy: new URL('http://127.0.0.1:1') })
      expect(await create()).toMatchObject({
        status: 502,
        message:
          'The proxy on the way to the Task API could not be used (PROXY_ECONNREFUSED); nothing was sent.',
      })
      expect(lines.join()).toContain('"reason":"PROXY_ECONNREFUSED"')
    },
  )

  it('gets nothing if the proxy does not answer in time', async () => {
    const server = createServer()
      .on('connect', () => undefined)
      .listen(0, '127.0.0.1')
    await once(server, 'listening')
    closeAfterTest(() => {
      server.close()
      server.closeAllConnections()
    })
    const proxy = new URL(`http://127.0.0.1:${portOf(server)}`)
    const { create } = openProxy('https://api.example', { connectMs: 30 }, { proxy })
    const { status, message } = await create()
    expect(status).toBe(504)
    expect(message).toContain('PROXY_TIMEOUT')
  })
})
