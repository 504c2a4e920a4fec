import { createHash } from 'node:crypto'

import { AwsV4Signer } from 'aws4fetch'

import { UPLOAD_TYPE } from '#contract/uploads.ts'
import type { BucketConfig } from '#host/config.ts'
import { type Exchange, exchange, openConnections } from '#host/upstream/upstream-exchange.ts'

/** Pictures in a bucket of S3, or of a service like it. */
export type Bucket = ReturnType<typeof openBucket>

/** A picture in a list of the bucket. */
export interface ListedPicture {
  name: string
  bytes: number
}

type OwnOperation = 'list' | 'look-up' | 'delete'

/** The bucket has refused a request of the host, or has not answered it as S3 does. */
export class BucketFault extends Error {
  /** for the log; reason: a code */
  readonly fault: { operation: OwnOperation; reason: string }

  constructor(operation: OwnOperation, reason: string) {
    super(`The bucket has failed to ${operation}.`)
    this.fault = { operation, reason }
  }
}

/** How long a browser has to begin its upload, in seconds. */
const PUT_S = 300

const CONNECT_MS = 5000
const LIMITS = { totalMs: 10_000, responseBytes: 4_000_000 }
/** A creation waits for this. Longer would take from the time that the service has. */
const LOOK_UP_LIMITS = { ...LIMITS, totalMs: 1000 }

const EMPTY_BODY = createHash('sha256').digest('hex')

/**
 * Opens a bucket. Nothing is sent yet.
 *
 * @param now milliseconds since the epoch; another clock is for tests
 */
export function openBucket(config: BucketConfig, now: () => number = Date.now) {
  const { url, prefix, publicUrl, region, proxy } = config
  const { accessKeyId, secretAccessKey, sessionToken } = config
  const { origin } = new URL(url)
  const connections = openConnections(origin, { isFresh: true, connectMs: CONNECT_MS, proxy })
  const keyOf = (name: string) => `${prefix}${name}.jpg`

  /** Signs a request (AWS Signature Version 4). seconds: in its address, for so long; undefined: in its headers */
  async function sign(
    method: string,
    address: string,
    headers: Readonly<Record<string, string>>,
    seconds?: number,
  ) {
    const target = new URL(address)
    if (seconds !== undefined) target.searchParams.set('X-Amz-Expires', String(seconds))
    const signer = new AwsV4Signer({
      method,
      url: target.href,
      headers,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      region,
      datetime: new Date(now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
      signQuery: seconds !== undefined,
      // Otherwise the type and the length would not be signed.
      allHeaders: true,
    })
    const signed = await signer.sign()
    return { url: signed.url, headers: Object.fromEntries(signed.headers) }
  }
  /** @throws BucketFault unless it answers with one of these statuses */
  async function ask(
    operation: OwnOperation,
    address: string,
    accepted: readonly number[],
  ): Promise<{ status: number; body: string }> {
    const method = METHODS[operation]
    // Not in the address: logs of the bucket would have it.
    const signed = await sign(method, address, { 'x-amz-content-sha256': EMPTY_BODY })
    const path = signed.url.pathname + signed.url.search
    const { headers } = signed
    const request = { path, method, headers, body: undefined, clientSignal: undefined }
    const limits = operation === 'look-up' ? LOOK_UP_LIMITS : LIMITS
    const answer = await exchange(connections, request, limits)
    if (answer.kind === 'answer' && accepted.includes(answer.status)) return answer
    throw new BucketFault(operation, reasonOf(answer))
  }
  const signedAddress = async (method: string, name: string, seconds: number, headers = {}) =>
    (await sign(method, `${url}/${keyOf(name)}`, headers, seconds)).url.href

  return {
    /**
     * The address of a picture: public, or signed until its end.
     *
     * @param until milliseconds since the epoch
     */
    addressOf: async (name: string, until: number) =>
      publicUrl === undefined
        ? signedAddress('GET', name, Math.ceil((until - now()) / 1000))
        : `${publicUrl}/${keyOf(name)}`,
    /** Whether an address is that of a picture in the bucket, signed or public. */
    isAddress: ({ origin: asked, pathname }: URL, name: string) =>
      [url, publicUrl ?? url].some((base) => `${base}/${keyOf(name)}` === asked + pathname),
    /** Where a browser PUTs a picture, as UPLOAD_TYPE and with exactly so many bytes. It ends after PUT_S. */
    putAddress: async (name: string, bytes: number) =>
      signedAddress('PUT', name, PUT_S, {
        'content-type': UPLOAD_TYPE,
        'content-length': String(bytes),
      }),
    /** Whether the bucket has a picture. @throws BucketFault */
    has: async (name: string) =>
      (await ask('look-up', `${url}/${keyOf(name)}`, [200, 404])).status === 200,
    /** Deletes a picture, if it is there. @throws BucketFault */
    async remove(name: string): Promise<void> {
      await ask('delete', `${url}/${keyOf(name)}`, [200, 204, 404])
    },
    /** The pictures of the bucket, in parts. @throws BucketFault */
    async *list(): AsyncGenerator<readonly ListedPicture[]> {
      let after: string | undefined = ''
      while (after !== undefined) {
        // Not with the tokens of lists: some services know only the first version, with "marker".
        const from: Record<string, string> =
          after === '' ? {} : { 'start-after': after, marker: after }
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}mq-`, ...from })
        const { body } = await ask('list', `${url}?${query.toString()}`, [200])
        const { keys, sizes, isWhole } = readList(body)
        const last = keys.at(-1) ?? ''
        if (!isWhole && last <= after) throw new BucketFault('list', 'NO_PROGRESS')
        yield keys.flatMap((key, at) => {
          const name = key.slice(prefix.length).replace(/\.jpg$/, '')
          return key === keyOf(name) ? [{ name, bytes: sizes[at] ?? 0 }] : []
        })
        after = isWhole ? undefined : last
      }
    },
    close: () => connections.close(),
  }
}

const METHODS = { list: 'GET', 'look-up': 'HEAD', delete: 'DELETE' } as const

/** Reads a list of objects. @throws BucketFault if it is none */
function readList(xml: string) {
  const items = Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, item = '']) => item)
  const keys = items.map((item) => textOf(item, 'Key'))
  const sizes = items.map((item) => Number(textOf(item, 'Size')))
  const isWhole = textOf(xml, 'IsTruncated') !== 'true'
  if (!xml.includes('<ListBucketResult') || !sizes.every((size) => size >= 0)) {
    throw new BucketFault('list', 'NO_LIST')
  }
  return { keys, sizes, isWhole }
}

/** The text of the first element of that name. Names of pictures have no entities. */
function textOf(xml: string, element: string): string {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? ''
}

function reasonOf(answer: Exchange): string {
  if (answer.kind === 'answer') {
    // A short name of S3, such as AccessDenied.
    const code = /^\w{1,60}$/.exec(textOf(answer.body, 'Code'))?.[0] ?? ''
    return `HTTP ${answer.status} ${code}`.trimEnd()
  }
  return 'reason' in answer ? answer.reason : answer.kind
}
