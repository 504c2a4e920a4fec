import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContextOptions } from 'node:tls'

import type { TlsFiles } from '#host/config.ts'

/** A certificate, perhaps with its chain, and its key, as PEM. */
export interface TlsCredentials {
  cert: string
  key: string
}

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

/** Reads a certificate and its key, and checks that a server can start with them. @throws Error with a sentence if not */
export function readTlsFiles(files: TlsFiles): TlsCredentials {
  const inCert = `TLS_CERT is ${JSON.stringify(files.cert)}`
  const inKey = `TLS_KEY is ${JSON.stringify(files.key)}`
  const cert = readPem(files.cert, inCert)
  const key = readPem(files.key, inKey)

  let certificate: X509Certificate
  try {
    if (!cert.includes('-----BEGIN CERTIFICATE-----')) throw new Error('not PEM')
    certificate = new X509Certificate(cert)
  } catch {
    throw refusal(inCert, 'which holds no certificate; set it to a PEM file that does')
  }
  let privateKey: KeyObject
  try {
    privateKey = createPrivateKey(key)
  } catch {
    throw /^-----BEGIN ENCRYPTED|^Proc-Type:.*ENCRYPTED/m.test(key)
      ? refusal(inKey, 'which is locked with a passphrase; set it to a PEM file that is not')
      : refusal(inKey, 'which holds no private key; set it to a PEM file that does')
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    throw refusal(inKey, 'which does not fit the certificate of TLS_CERT; set both to one pair')
  }
  const credentials = { cert, key }
  try {
    createSecureContext(tlsOptions(credentials))
  } catch (error) {
    const cause = `which TLS does not take (${codeOf(error)})`
    throw refusal(inCert, `${cause}; set it to a certificate that is newer and has a longer key`)
  }
  return credentials
}

function refusal(variable: string, problem: string): Error {
  return new Error(`${variable}, ${problem}.`)
}

function readPem(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const problem = `which cannot be read (${codeOf(error)})`
    throw refusal(variable, `${problem}; set it to a PEM file that this process may read`)
  }
}

/** A short name for what went wrong, such as ENOENT. A message may quote the file. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'no reason given'
}
