import { errorReply, jsonReply } from '#local-api/replies.ts'

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

/** How long a slow answer takes, in milliseconds. */
export const SLOW_ANSWER = 3000

/** How often the app checks whether an account is still held, in milliseconds. */
export const HELD_EVERY = 20

/** The answer of an account that never reaches an operation. */
export function replyInstead(behaviour: Behaviour | null): Response | undefined {
  switch (behaviour) {
    case 'forbidden':
      return errorReply(403, 'this key may not use the service')
    case 'rate-limited':
      return errorReply(429, 'too many requests', { 'retry-after': '30' })
    case 'down':
      return errorReply(503, 'the service is down for maintenance')
    case 'html':
      return htmlReply()
    case 'code-word':
      return jsonReply(400, {
        code: 'ACCOUNT_SUSPENDED',
        message: 'the account is suspended since 1 March',
        data: null,
      })
    case 'slow':
    case 'held':
    case 'odd':
    case 'refuses-creations':
    case 'list-null':
    case 'list-left-out':
    case 'texts':
    case 'foreign':
    case 'wrong-total':
    case null:
      return undefined
  }
}

/** The answer of some gateways: HTTP 200 and a web page. */
export function htmlReply(): Response {
  return new Response('<!doctype html><title>Welcome</title><h1>It works</h1>', {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** A refusal with HTTP 200 and a custom code in the envelope. */
export function refusalWithHttp200(): Response {
  const message = 'image_url was rejected by content review; no points were taken'
  return jsonReply(200, { code: 4001, message, data: null })
}

/** The behaviours of the images at sentinel.example. */
export type SentinelImage =
  | 'no-face'
  | 'no-picture'
  | 'refused'
  | 'repeats-key'
  | 'unreadable'
  | 'no-reply'
  | 'slow'
  | 'points-nan'
  | 'points-as-text'
  | RefusedImage

/** The images that are refused in a form which the specification does not show (spec: "Errors": not shown). */
type RefusedImage = 'detail' | 'error' | 'problem' | 'code-word' | 'nested'

const SENTINEL_IMAGES: Readonly<Record<string, SentinelImage>> = {
  'https://sentinel.example/no-face.jpg': 'no-face',
  'https://sentinel.example/no-picture.jpg': 'no-picture',
  'https://sentinel.example/refused.jpg': 'refused',
  'https://sentinel.example/repeats-key.jpg': 'repeats-key',
  'https://sentinel.example/unreadable.jpg': 'unreadable',
  'https://sentinel.example/no-reply.jpg': 'no-reply',
  'https://sentinel.example/slow.jpg': 'slow',
  'https://sentinel.example/points-nan.jpg': 'points-nan',
  'https://sentinel.example/points-as-text.jpg': 'points-as-text',
  'https://sentinel.example/detail.jpg': 'detail',
  'https://sentinel.example/error.jpg': 'error',
  'https://sentinel.example/problem.jpg': 'problem',
  'https://sentinel.example/code-word.jpg': 'code-word',
  'https://sentinel.example/nested.jpg': 'nested',
}

/** The refusal of an image, if it is one of those in other forms. */
export function refusalOf(sentinel: SentinelImage | undefined): Response | undefined {
  switch (sentinel) {
    case 'detail':
      // FastAPI
      return jsonReply(422, {
        detail: [
          { loc: ['body', 'image_url'], msg: 'image is not reachable', type: 'value_error' },
        ],
      })
    case 'error':
      return jsonReply(
        429,
        { error: { message: 'the daily limit is reached', type: 'rate_limit' } },
        { 'retry-after': '120' },
      )
    case 'problem':
      // RFC 9457
      return jsonReply(
        409,
        { title: 'Image known', status: 409, detail: 'this image was sent before' },
        { 'content-type': 'application/problem+json' },
      )
    case 'code-word':
      return jsonReply(400, {
        code: 'IMAGE_TOO_SMALL',
        message: 'the image has 180 pixels on its shorter side',
        data: null,
      })
    case 'nested':
      return jsonReply(200, {
        code: '4003',
        message: 'error',
        data: { message: 'the image shows no person' },
      })
    case 'no-face':
    case 'no-picture':
    case 'refused':
    case 'repeats-key':
    case 'unreadable':
    case 'no-reply':
    case 'slow':
    case 'points-nan':
    case 'points-as-text':
    case undefined:
      return undefined
  }
}

/** Which sentinel an image URL is, if it is one. */
export function sentinelImageOf(imageUrl: string): SentinelImage | undefined {
  return Object.hasOwn(SENTINEL_IMAGES, imageUrl) ? SENTINEL_IMAGES[imageUrl] : undefined
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
  return new Response(body, {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
