import { errorReply, jsonReply, rawReply } from '#local-api/replies.ts'

/**
 * How an account can deviate from the specification, so that every failure can be reached from the real
 * screen. docs/local-api.md describes them.
 */
export type Behaviour =
  | 'forbidden'
  | 'rate-limited'
  | 'down'
  | 'html'
  | 'slow'
  /** creates at once, but answers only when a test changes the behaviour */
  | 'held'
  | 'odd'
  | 'refuses-creations'
  /** lists as services of the world write them, see foreign-lists.ts */
  | 'list-null'
  | 'list-left-out'
  | 'texts'
  | 'foreign'
  | 'wrong-total'
  /** a refusal whose code is a word */
  | 'code-word'

/** The answers of accounts that never reach an operation. */
const INSTEAD: { readonly [Name in Behaviour]?: () => Response } = {
  forbidden: () => errorReply(403, 'this key may not use the service'),
  'rate-limited': () => errorReply(429, 'too many requests', { 'retry-after': '30' }),
  down: () => errorReply(503, 'the service is down for maintenance'),
  html: htmlReply,
  'code-word': () =>
    jsonReply(400, {
      code: 'ACCOUNT_SUSPENDED',
      message: 'the account is suspended since 1 March',
      data: null,
    }),
}

/** The answer of an account that never reaches an operation. */
export function replyInstead(behaviour: Behaviour | null): Response | undefined {
  return behaviour === null ? undefined : INSTEAD[behaviour]?.()
}

/** The answer of some gateways: HTTP 200 and a web page. */
export function htmlReply(): Response {
  return rawReply('<!doctype html><title>Welcome</title><h1>It works</h1>', 200, {
    'content-type': 'text/html; charset=utf-8',
  })
}

/** A refusal with HTTP 200 and a custom code in the envelope. */
export function refusalWithHttp200(): Response {
  const message = 'image_url was rejected by content review; no points were taken'
  return jsonReply(200, { code: 4001, message, data: null })
}

/** The images at sentinel.example, by the names of their files. Each is answered in its own way. */
const SENTINEL_IMAGES = [
  'no-face',
  'no-picture',
  'refused',
  'repeats-key',
  'unreadable',
  'no-reply',
  'slow',
  'points-nan',
  'points-as-text',
  'detail',
  'error',
  'problem',
  'code-word',
  'nested',
] as const
type SentinelImage = (typeof SENTINEL_IMAGES)[number]

/** The refusals of images, most in a form which the specification does not show (spec: "Errors": not shown). */
const REFUSALS: { readonly [Image in SentinelImage]?: () => Response } = {
  refused: () => errorReply(422, 'image_url was refused: the image does not show a person'),
  // FastAPI
  detail: () =>
    jsonReply(422, {
      detail: [{ loc: ['body', 'image_url'], msg: 'image is not reachable', type: 'value_error' }],
    }),
  error: () =>
    jsonReply(
      429,
      { error: { message: 'the daily limit is reached', type: 'rate_limit' } },
      { 'retry-after': '120' },
    ),
  // RFC 9457
  problem: () =>
    jsonReply(
      409,
      { title: 'Image known', status: 409, detail: 'this image was sent before' },
      { 'content-type': 'application/problem+json' },
    ),
  'code-word': () =>
    jsonReply(400, {
      code: 'IMAGE_TOO_SMALL',
      message: 'the image has 180 pixels on its shorter side',
      data: null,
    }),
  nested: () =>
    jsonReply(200, {
      code: '4003',
      message: 'error',
      data: { message: 'the image shows no person' },
    }),
}

/** The refusal of an image, if it is one that is refused. */
export function refusalOf(sentinel: SentinelImage | undefined): Response | undefined {
  return sentinel && REFUSALS[sentinel]?.()
}

/** Which sentinel an image URL is, if it is one. */
export function sentinelImageOf(imageUrl: string): SentinelImage | undefined {
  return SENTINEL_IMAGES.find((name) => imageUrl === `https://sentinel.example/${name}.jpg`)
}

/**
 * An answer that is cut off in the middle, which is a network error for the client. Its first part is sent
 * before, because a browser may repeat a POST by itself if no byte of the answer has come.
 *
 * @param pause waits until the beginning has been sent
 */
export function cutReply(pause: () => Promise<void>): Response {
  const beginning = new TextEncoder().encode('{"code":200,')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(beginning)
    },
    async pull(controller) {
      await pause()
      const cut = new Error('an answer was cut off on purpose: sentinel image no-reply.jpg')
      // No stack: servers print it, and this error is intended.
      cut.stack = cut.message
      controller.error(cut)
    },
  })
  return rawReply(body)
}
