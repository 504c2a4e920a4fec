import { createHash, createHmac } from 'node:crypto'

import { SignatureV4 } from '@smithy/signature-v4'
import { afterEach, describe, expect, it } from 'vitest'

import { UPLOAD_TYPE, uploadName } from '#contract/uploads.ts'
import { closeTestServers, startService } from '#host/servers.fixture.ts'
import { type Bucket, openBucket } from '#host/uploads/bucket.ts'
import { configOf } from '#host/uploads/bucket.fixture.ts'

afterEach(closeTestServers)

const HOUR = 3_600_000
const LIST = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>'

/** A bucket that answers as a test says. */
const startScripted = (answer: (query: URLSearchParams) => string) =>
  startService((response, { url = '' }) => {
    response.end(answer(new URL(url, 'http://bucket.invalid').searchParams))
  })

async function collect(bucket: Bucket) {
  const pictures = []
  for await (const part of bucket.list()) pictures.push(...part)
  return pictures
}

describe('a list', () => {
  const names = Array.from({ length: 5 }, (_, at) =>
    uploadName(String(at).repeat(32), 2_000_000_000_000),
  )
  const keys = names.map((name) => `marquee/${name}.jpg`)
  const page = (some: readonly string[], isTruncated: boolean) =>
    [
      '<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
      `<IsTruncated>${String(isTruncated)}</IsTruncated>`,
      ...some.map((key) => `<Contents><Key>${key}</Key><Size>7</Size></Contents>`),
      '</ListBucketResult>',
    ].join('')

  it.each(['start-after', 'marker'])(
    'has several pages, also where only %s is known',
    async (parameter) => {
      const { url } = await startScripted((query) => {
        const rest = keys.filter((key) => key > (query.get(parameter) ?? ''))
        return page(rest.slice(0, 2), rest.length > 2)
      })
      expect(await collect(openBucket(configOf(url)))).toEqual(
        names.map((name) => ({ name, bytes: 7 })),
      )
    },
  )

  it.each([
    ['<html>Sign in</html>', 'NO_LIST'],
    ['', 'NO_LIST'],
    [page(keys, false).replace('>7<', '>many<'), 'NO_LIST'],
    [page(keys.slice(0, 1), true), 'NO_PROGRESS'],
    [page([], true), 'NO_PROGRESS'],
  ])('that is none, or does not end, is a fault: %j', async (body, reason) => {
    const { url } = await startScripted(() => body)
    await expect(collect(openBucket(configOf(url)))).rejects.toMatchObject({
      fault: { operation: 'list', reason },
    })
  })
})

describe('a signature', () => {
  const at = new Date('2026-11-28T12:00:00Z')
  const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey }
  const name = uploadName('0123456789abcdef'.repeat(2), at.getTime() + 24 * HOUR)

  /** A digest or an HMAC, as the other library wants one. */
  class Sha256 {
    readonly #hash
    constructor(key?: string | ArrayBuffer | ArrayBufferView) {
      const bytes = key instanceof ArrayBuffer ? Buffer.from(key) : key
      this.#hash = bytes === undefined ? createHash('sha256') : createHmac('sha256', asBytes(bytes))
    }
    update(data: Uint8Array) {
      this.#hash.update(data)
    }
    digest() {
      return Promise.resolve(new Uint8Array(this.#hash.digest()))
    }
  }
  const asBytes = (key: string | ArrayBufferView) =>
    typeof key === 'string' ? key : Buffer.from(key.buffer, key.byteOffset, key.byteLength)

  it.each([
    ['https://pictures.s3.eu-central-1.amazonaws.com', undefined],
    ['https://abc.supabase.co/storage/v1/s3/pictures', undefined],
    ['https://s3.example:9000/pictures', 'a/token+of==temporary/keys'],
  ])('for %s is that of the library of the makers of S3', async (url, sessionToken) => {
    const config = configOf(url, { ...credentials, region: 'eu-central-1', sessionToken })
    const bucket = openBucket(config, () => at.getTime())
    const signer = new SignatureV4({
      service: 's3',
      region: 'eu-central-1',
      sha256: Sha256,
      uriEscapePath: false,
      credentials: { ...credentials, ...(sessionToken !== undefined && { sessionToken }) },
    })
    const expected = async (method: string, expiresIn: number, headers: Record<string, string>) => {
      const { hostname, host, protocol, pathname } = new URL(`${url}/marquee/${name}.jpg`)
      // A body that is not read is not signed.
      const request = {
        method,
        protocol,
        hostname,
        path: pathname,
        headers: { host, ...headers },
        body: {},
      }
      const signableHeaders = new Set(Object.keys(headers))
      const signed = await signer.presign(request, { expiresIn, signingDate: at, signableHeaders })
      return signed.query
    }
    const query = (address: string) => Object.fromEntries(new URL(address).searchParams)
    expect(query(await bucket.putAddress(name, 1234))).toEqual(
      await expected('PUT', 300, { 'content-type': UPLOAD_TYPE, 'content-length': '1234' }),
    )
    expect(query(await bucket.addressOf(name, at.getTime() + 24 * HOUR))).toEqual(
      await expected('GET', 24 * 3600, {}),
    )
  })

  it('of what the host asks itself is, too: it is in the headers', async () => {
    const { url, received } = await startScripted(() => LIST)
    const sessionToken = 'a/token+of==temporary/keys'
    const bucket = openBucket(
      configOf(`${url}/storage/v1/pictures`, { ...credentials, sessionToken }),
      () => at.getTime(),
    )
    await bucket.has(name)
    await bucket.remove(name)
    await collect(bucket)
    const signer = new SignatureV4({
      service: 's3',
      region: 'us-east-1',
      sha256: Sha256,
      uriEscapePath: false,
      credentials: { ...credentials, sessionToken },
    })
    expect(received.map(({ method }) => method)).toEqual(['HEAD', 'DELETE', 'GET'])
    for (const { method, target, headers: pairs } of received) {
      const { protocol, hostname, host, pathname, searchParams } = new URL(target, url)
      expect(searchParams.has('X-Amz-Security-Token')).toBe(false)
      const { authorization, 'x-amz-content-sha256': digest = '' } = Object.fromEntries(pairs)
      const headers = { host, 'x-amz-content-sha256': digest }
      const query = Object.fromEntries(searchParams)
      const request = { method, protocol, hostname, path: pathname, query, headers }
      const signed = await signer.sign(request, { signingDate: at })
      expect(authorization).toBe(signed.headers['authorization'])
    }
  })
})
