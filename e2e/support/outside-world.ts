import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import process from 'node:process'

import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'

import { greyPicture } from './pictures.ts'

/** The host outside that has images to make posters from. */
export const IMAGE_HOST = 'https://images.example'

/** The host whose addresses tell the local API how a creation shall end; see docs/local-api.md. */
const SENTINEL_HOST = 'https://sentinel.example'

/** A host that shares images, some of them on pages. */
const SHARE_HOST = 'https://www.dropbox.com'

const HOSTS = [IMAGE_HOST, SENTINEL_HOST, SHARE_HOST]

/** A name of this machine in a network without TLS: pages there have no secure context. */
export const LAN_NAME = 'marquee.lan.example'

/** A real picture, its size in pixels, and two addresses that have none. */
export const images = {
  portrait: `${IMAGE_HOST}/portrait.png`,
  portraitSize: { width: 480, height: 640 },
  missing: `${IMAGE_HOST}/missing.png`,
  notAnImage: `${IMAGE_HOST}/page.html`,
} as const

/** How browsers of this run reach the image server: set by global-setup.ts, read by the workers. */
const PORT = 'MARQUEE_IMAGES_PORT'
const SPKI = 'MARQUEE_IMAGES_SPKI'

/**
 * Starts a real HTTPS server in this process that answers for the image hosts, and tells the
 * workers' browsers about it through the environment.
 *
 * @returns how to stop it
 */
export async function startImageServer(): Promise<() => Promise<void>> {
  const { cert, key } = makeTestCertificate(HOSTS.map(hostnameOf))
  const picture = greyPicture(images.portraitSize)
  const server = createServer({ cert, key }, ({ url }, response) => {
    const { pathname } = new URL(url ?? '/', IMAGE_HOST)
    if (pathname === new URL(images.notAnImage).pathname) {
      response.setHeader('Content-Type', 'text/html').end('<p>Not an image</p>')
    } else if (pathname === new URL(images.missing).pathname) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found')
    } else response.setHeader('Content-Type', 'image/png').end(picture)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  process.env[PORT] = String((server.address() as AddressInfo).port)
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  process.env[SPKI] = createHash('sha256').update(publicKey).digest('base64')
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}

/**
 * Arguments for Chromium: the image hosts lead to the image server, whose certificate is trusted,
 * this machine can be reached, also by its name in a network, and no other name is found.
 */
export function outsideWorldArguments(): string[] {
  const [port, spki] = [process.env[PORT], process.env[SPKI]]
  const hosts = port === undefined ? [] : HOSTS.map(hostnameOf)
  const rules = [
    ...hosts.map((name) => `MAP ${name}:443 127.0.0.1:${String(port)}`),
    `MAP ${LAN_NAME} 127.0.0.1`,
    'MAP * ~NOTFOUND',
    'EXCLUDE 127.0.0.1',
  ]
  return [
    `--host-resolver-rules=${rules.join(', ')}`,
    ...(spki === undefined ? [] : [`--ignore-certificate-errors-spki-list=${spki}`]),
  ]
}

function hostnameOf(origin: string): string {
  return new URL(origin).hostname
}
