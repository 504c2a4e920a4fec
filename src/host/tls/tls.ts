import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContextOptions } from 'node:tls'

import type { TlsFiles } from '#host/config.ts'

/** A certificate, perhaps with its chain, and its key, as PEM. */
export interface TlsCredentials {
  cert: string
  key: string
}

/** The credentials, or the sentence the start stops with. */
export type TlsReading = { ok: true; credentials: TlsCredentials } | { ok: false; message: string }

/** Ciphers with forward secrecy; every current browser supports one. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

/** The host's TLS: at least 1.2, even if flags of Node allow less. */
export function tlsOptions({ cert, key }: TlsCredentials): SecureContextOptions {
  return { cert, key, minVersion: 'TLSv1.2', ciphers: CIPHERS, honorCipherOrder: true }
}

/** Reads a certificate and its key, and checks that a server can start with them. */
export function readTlsFiles(files: TlsFiles): TlsReading {
  const inCert = `TLS_CERT is ${JSON.stringify(files.cert)}`
  const inKey = `TLS_KEY is ${JSON.stringify(files.key)}`
  const cert = readPem(files.cert)
  if (typeof cert !== 'string') return refuse(inCert, cannotRead(cert))
  const key = readPem(files.key)
  if (typeof key !== 'string') return refuse(inKey, cannotRead(key))

  let certificate: X509Certificate
  try {
    if (!cert.includes('-----BEGIN CERTIFICATE-----')) throw new Error('not PEM')
    certificate = new X509Certificate(cert)
  } catch {
    return refuse(inCert, 'which holds no certificate; set it to a PEM file that does')
  }
  let privateKey: KeyObject
  try {
    privateKey = createPrivateKey(key)
  } catch {
    return /^-----BEGIN ENCRYPTED|^Proc-Type:.*ENCRYPTED/m.test(key)
      ? refuse(inKey, 'which is locked with a passphrase; set it to a PEM file that is not')
      : refuse(inKey, 'which holds no private key; set it to a PEM file that does')
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    return refuse(inKey, 'which does not fit the certificate of TLS_CERT; set both to one pair')
  }
  const credentials = { cert, key }
  try {
    createSecureContext(tlsOptions(credentials))
  } catch (error) {
    const cause = `which TLS does not take (${codeOf(error)})`
    return refuse(inCert, `${cause}; set it to a certificate that is newer and has a longer key`)
  }
  return { ok: true, credentials }
}

function refuse(variable: string, problem: string): TlsReading {
  return { ok: false, message: `${variable}, ${problem}.` }
}

function cannotRead({ code }: { code: string }): string {
  return `which cannot be read (${code}); set it to a PEM file that this process may read`
}

function readPem(file: string): string | { code: string } {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return { code: codeOf(error) }
  }
}

/** A short name for what went wrong, such as ENOENT. A message may quote the file. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'no reason given'
}
