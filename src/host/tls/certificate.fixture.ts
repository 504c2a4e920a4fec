// A certificate for tests, made in the process: no machine has to have a tool for it.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate that nobody has signed but its own key, and that key; both PEM. */
export interface TestCertificate {
  cert: string
  key: string
}

const DAY_MS = 86_400_000

const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  // Fields of a certificate that are known by their number.
  version: 0xa0,
  extensions: 0xa3,
  // The kinds of a subject's other names.
  dnsName: 0x82,
  ipAddress: 0x87,
} as const

// Object identifiers, encoded (RFC 5280, RFC 5758).
const COMMON_NAME = '550403'
const SUBJECT_ALT_NAME = '551d11'
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'

/**
 * Makes a certificate for localhost, 127.0.0.1 and the given names, valid from yesterday for ten
 * days: X.509 version 3 over a new P-256 key.
 */
export function makeTestCertificate(names: readonly string[] = []): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der('sequence', oid(ECDSA_WITH_SHA256))
  const name = der('sequence', der('set', der('sequence', oid(COMMON_NAME), text('Marquee test'))))
  const now = Date.now()
  const otherNames = der(
    'sequence',
    ...['localhost', ...names].map((dns) => der('dnsName', Buffer.from(dns))),
    der('ipAddress', Buffer.from([127, 0, 0, 1])),
  )
  const toBeSigned = der(
    'sequence',
    der('version', der('integer', Buffer.from([2]))),
    // A number is negative where its first bit is set.
    der('integer', Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    der('sequence', time(now - DAY_MS), time(now + 9 * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      'extensions',
      der('sequence', der('sequence', oid(SUBJECT_ALT_NAME), der('octets', otherNames))),
    ),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = der('sequence', toBeSigned, algorithm, bits(signature))
  return {
    cert: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** One value in DER: its tag, its length, its content. */
function der(tag: keyof typeof TAG, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  const head = length < 0x80 ? [length] : long
  return Buffer.concat([Buffer.from([TAG[tag], ...head]), content])
}

function oid(hex: string): Buffer {
  return der('oid', Buffer.from(hex, 'hex'))
}

function text(value: string): Buffer {
  return der('utf8', Buffer.from(value))
}

/** UTCTime, which holds until 2049: 260102030405Z. */
function time(ms: number): Buffer {
  return der('time', Buffer.from(new Date(ms).toISOString().replaceAll(/^..|\.\d+|[-:T]/g, '')))
}

/** A string of bits begins with how many of its last byte do not count. */
function bits(content: Buffer): Buffer {
  return der('bits', Buffer.from([0]), content)
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
