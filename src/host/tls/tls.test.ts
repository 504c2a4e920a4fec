import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'
import { closeTestServers, writeFolder } from '#host/servers.fixture.ts'
import { readTlsFiles } from '#host/tls/tls.ts'

afterEach(closeTestServers)

const own = makeTestCertificate()
const other = makeTestCertificate()

/** What is read from two files with this in them. */
function read(cert: string | Buffer, key: string | Buffer) {
  const folder = writeFolder({ cert, key })
  const files = { cert: join(folder, 'cert'), key: join(folder, 'key') }
  try {
    readTlsFiles(files)
    return 'ok'
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll(folder, '') : ''
  }
}

it('accepts a certificate and its key, with and without a chain', () => {
  expect(read(own.cert, own.key)).toBe('ok')
  expect(read(own.cert + other.cert, own.key)).toBe('ok')
  const key = createPrivateKey(own.key)
  expect(read(own.cert, key.export({ type: 'sec1', format: 'pem' }).toString())).toBe('ok')
})

it('refuses a key of another certificate', () => {
  const problem =
    'TLS_KEY is "/key", which does not fit the certificate of TLS_CERT; set both to one pair.'
  expect(read(own.cert, other.key)).toBe(problem)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  expect(read(own.cert, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBe(
    problem,
  )
})

it.each([
  ['', own.key],
  [own.key, own.cert],
  ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', own.key],
  // DER, which Node would read here, but not when it serves.
  [Buffer.from(own.cert.replaceAll(/-----.*-----|\n/g, ''), 'base64'), own.key],
])('refuses an invalid certificate: %#', (cert, key) => {
  expect(read(cert, key)).toBe(
    'TLS_CERT is "/cert", which holds no certificate; set it to a PEM file that does.',
  )
})

it.each(['', own.cert, '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'])(
  'refuses an invalid key: %#',
  (key) => {
    expect(read(own.cert, key)).toBe(
      'TLS_KEY is "/key", which holds no private key; set it to a PEM file that does.',
    )
  },
)

it.each(['pkcs8', 'sec1'] as const)('refuses a key with a passphrase: %s', (type) => {
  const options = { type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const
  const locked = createPrivateKey(own.key).export(options).toString()
  expect(read(own.cert, locked)).toBe(
    'TLS_KEY is "/key", which is locked with a passphrase; set it to a PEM file that is not.',
  )
})

it('refuses a chain that TLS does not accept', () => {
  const broken = `${own.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`
  expect(read(broken, own.key)).toMatch(
    /^TLS_CERT is "\/cert", which TLS does not take \(\w+\); set/,
  )
})

it('names the file that cannot be read', () => {
  const folder = writeFolder({ 'cert.pem': own.cert })
  const cert = join(folder, 'cert.pem')
  expect(() => readTlsFiles({ cert: '/none.pem', key: cert })).toThrow(
    'TLS_CERT is "/none.pem", which cannot be read (ENOENT); set it to a PEM file that this process may read.',
  )
  expect(() => readTlsFiles({ cert, key: folder })).toThrow(
    /^TLS_KEY is ".*", which cannot be read \(EISDIR\); set it/,
  )
})
