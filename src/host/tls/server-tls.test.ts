import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect, type ConnectionOptions } from 'node:tls'

import { afterEach, describe, expect, it } from 'vitest'

import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'
import { closeAfterTest, closeTestServers, sendRaw, startTestHost } from '#host/servers.fixture.ts'
import { getOverTls } from '#host/tls/tls.fixture.ts'

afterEach(closeTestServers)

const own = makeTestCertificate(['app.localhost', 'notlocalhost', 'localhost.example'])

const TWO_YEARS = 'max-age=63072000'

async function startTlsHost(options: Parameters<typeof startTestHost>[0] = {}) {
  const host = await startTestHost({ tls: own, ...options })
  const offer = async (offered: ConnectionOptions = {}) => {
    const socket = connect({ host: '127.0.0.1', port: host.port, ca: own.cert, ...offered })
    closeAfterTest(() => void socket.destroy())
    await once(socket, 'secureConnect')
    return socket
  }
  return { ...host, offer }
}

describe('a host with a certificate', () => {
  it('serves https, and prints an https address', async () => {
    const { url } = await startTlsHost()
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const { status, body } = await getOverTls(`${url}/tasks`, own)
    expect(status).toBe(200)
    expect(body).toContain('<title>Marquee</title>')
  })

  it.each([
    ['/', 200],
    ['/assets/gone.js', 404],
    ['/api/plugins/video/tasks', 200],
    ['/host/info', 200],
    ['/a//b', 400],
  ])('has browsers come back over TLS only, said at %s', async (path, status) => {
    const { url } = await startTlsHost()
    const answer = await getOverTls(`${url}${path}`, own)
    expect(answer.status).toBe(status)
    expect(answer.headers['strict-transport-security']).toBe(TWO_YEARS)
  })

  it.each(['localhost', 'LocalHost', 'app.localhost'])(
    'leaves plain HTTP to the other servers of %s',
    async (name) => {
      const { url, port } = await startTlsHost({ allowedHosts: ['app.localhost'] })
      const { status, headers } = await getOverTls(`${url}/`, own, { Host: `${name}:${port}` })
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('strict-transport-security')
    },
  )

  it('sends Strict-Transport-Security under every other name', async () => {
    const allowedHosts = ['notlocalhost', 'localhost.example']
    const { url, port } = await startTlsHost({ allowedHosts })
    for (const name of allowedHosts) {
      const { headers } = await getOverTls(`${url}/`, own, { Host: `${name}:${port}` })
      expect(headers['strict-transport-security']).toBe(TWO_YEARS)
    }
  })

  it('accepts TLS 1.2 and 1.3, with forward secrecy', async () => {
    const { offer } = await startTlsHost()
    expect((await offer()).getProtocol()).toBe('TLSv1.3')
    const older = await offer({ maxVersion: 'TLSv1.2' })
    expect(older.getProtocol()).toBe('TLSv1.2')
    expect(older.getCipher().standardName).toMatch(/^TLS_ECDHE_ECDSA_WITH_(?:AES_\d+_GCM|CHACHA20)/)
  })

  it.each<ConnectionOptions>([
    { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' },
  ])('does not agree on %o', async (offered) => {
    const { offer } = await startTlsHost()
    await expect(offer(offered)).rejects.toThrow(/alert|handshake/)
  })

  it('refuses what is not HTTP', async () => {
    const { offer } = await startTlsHost()
    const socket = await offer()
    socket.write('no HTTP at all\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('closes an unused connection without an answer', async () => {
    const { offer } = await startTlsHost({
      timeouts: { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 },
    })
    expect(await text(await offer())).toBe('')
  })

  it('cuts plain HTTP connections, and goes on', async () => {
    const { port, url } = await startTlsHost()
    expect(await sendRaw(port, `GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)).not.toMatch(
      /HTTP/,
    )
    expect((await getOverTls(url, own)).status).toBe(200)
  })

  it('gives new connections a renewed certificate', async () => {
    const host = await startTlsHost()
    const { url } = host
    const renewed = makeTestCertificate()
    expect((await getOverTls(url, own)).status).toBe(200)
    await expect(getOverTls(url, renewed)).rejects.toThrow(/self-signed/)
    host.renewTls(renewed)
    expect((await getOverTls(url, renewed)).status).toBe(200)
    await expect(getOverTls(url, own)).rejects.toThrow(/self-signed/)
  })

  it('is not delayed at its stop by connections without a handshake', async () => {
    const host = await startTlsHost({ timeouts: { handshakeTimeout: 60_000 } })
    const { port, url, offer } = host
    const silent: Socket = connectPlain(port, '127.0.0.1')
    closeAfterTest(() => void silent.destroy())
    await once(silent, 'connect')
    const idle = await offer()
    // What came before is known to the host.
    await getOverTls(url, own)
    const gone = Promise.all([once(silent, 'close'), once(idle, 'close')])
    await host.drain(60_000)
    await gone
    await expect(offer()).rejects.toThrow(/ECONNREFUSED/)
  })
})

it('never sends Strict-Transport-Security over plain HTTP', async () => {
  const { url } = await startTestHost()
  expect((await fetch(url)).headers.get('strict-transport-security')).toBeNull()
})
