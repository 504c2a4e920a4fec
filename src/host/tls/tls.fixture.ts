// What the tests of TLS share.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { makeTestCertificate, type TestCertificate } from '#host/tls/certificate.fixture.ts'
import { writeFolder } from '#host/servers.fixture.ts'

/** A new certificate and its key in files of their own. */
export function writeTestCertificate() {
  const { cert, key } = makeTestCertificate()
  const folder = writeFolder({ 'cert.pem': cert, 'key.pem': key })
  return { cert, key, certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
}

/** Asks a host over a new connection, and takes no certificate but the given one. */
export async function getOverTls(
  url: string,
  { cert }: Pick<TestCertificate, 'cert'>,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { ca: cert, agent: false, headers }, resolve).once('error', reject)
  })
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}
