import { beforeEach, describe, expect, it, vi } from 'vitest'

import { HOST_ERROR_CODE_HEADER, HOST_MARK_HEADER } from '#contract/host-error-code.ts'
import { deletePicture, sendPicture } from '#web/api/uploads.ts'

const HERE = 'https://marquee.example/posters'
const URL_THERE = 'https://pictures.example/p/mq-1.jpg'
const PUT = 'https://bucket.example/p/mq-1.jpg?X-Amz-Signature=1'
const picture = new Blob(['12345'], { type: 'image/jpeg' })

/** A request that does nothing by itself. */
class FakeRequest extends EventTarget {
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  readonly withCredentials = false
  opened: unknown[] = []
  sent: unknown
  isAborted = false
  /** whether its answer is not that of our host */
  isOfFront = false
  status = 0
  responseText = ''
  open(...opened: unknown[]) {
    this.opened = opened
    requests.push(this)
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getAllResponseHeaders() {
    return this.isOfFront ? 'server: nginx\r\n' : `${HOST_MARK_HEADER}: 1\r\n`
  }
  send(body: unknown) {
    this.sent = body
    onSent()
  }
  abort() {
    this.isAborted = true
    this.end('abort')
  }
  end(event: 'load' | 'abort' | 'error' | 'timeout') {
    this.dispatchEvent(new Event(event))
    this.dispatchEvent(new Event('loadend'))
  }
  answer(status: number, body: string) {
    this.status = status
    this.responseText = body
    this.end('load')
  }
  progress(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 5 }))
  }
}
let requests: FakeRequest[]
let onSent: () => void
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  requests = []
  fetched.mockReset()
  hostSays(201, { url: URL_THERE, put: PUT })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { href: HERE })
})

function hostSays(status: number, body: unknown, headers: Record<string, string> = {}) {
  fetched.mockImplementation(() => {
    const init = { status, headers: { [HOST_MARK_HEADER]: '1', ...headers } }
    return Promise.resolve(new Response(JSON.stringify(body), init))
  })
}

/** Uploads the picture. @returns its request, once it is sent, and the result */
async function startSending(inBucket = true) {
  const sent = new Promise<void>((resolve) => {
    onSent = resolve
  })
  const cancelling = new AbortController()
  const parts: number[] = []
  const result = sendPicture(caller(cancelling.signal), picture, inBucket, (part) =>
    parts.push(part),
  )
  await sent
  const [request] = requests
  if (request === undefined) throw new Error('nothing was sent')
  return { request, result, parts, cancelling }
}

describe('to a host without a bucket, a picture', () => {
  it('is sent in one request, with the key', async () => {
    const { request, result, parts } = await startSending(false)
    expect(request.opened).toEqual(['POST', '/host/uploads'])
    expect(request.headers).toEqual({
      accept: 'application/json',
      authorization: 'Bearer key-1',
      'content-type': 'image/jpeg',
    })
    expect(request.sent).toBe(picture)
    request.progress(1)
    request.answer(201, '{"url":"/uploads/mq-1.jpg"}')
    expect(await result).toEqual({ ok: true, url: 'https://marquee.example/uploads/mq-1.jpg' })
    expect(parts).toEqual([0.2])
    expect(requests).toHaveLength(1)
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe.each([403, 411, 413, 429, 502, 504, 520, 524, 530])(
  'HTTP %i by something in front of the host',
  (status) => {
    const failure = { kind: 'front', status, retryAt: null }
    const page = `<html><head><title>${status}</title></head></html>`

    it('is neither a sign-in nor a fault of the service, which was never asked', async () => {
      const { request, result } = await startSending(false)
      request.isOfFront = true
      request.answer(status, page)
      expect(await result).toEqual({
        ok: false,
        failure: { kind: 'other', failure, isLost: false },
      })
    })

    it('is the same where the host has a bucket, and for a deletion', async () => {
      fetched.mockImplementation(() => Promise.resolve(new Response(page, { status })))
      expect(await sendPicture(caller(), picture, true, vi.fn())).toMatchObject({
        failure: { failure },
      })
      await expect(deletePicture(caller(), 'mq-1')).rejects.toMatchObject({ failure })
      expect(requests).toEqual([])
    })
  },
)

describe('to a bucket, a picture', () => {
  it('is announced to the host with the key, and sent without it; its progress is reported', async () => {
    const { request, result, parts } = await startSending()
    const [asked, init] = fetched.mock.calls[0] ?? []
    expect(asked).toBe('/host/uploads')
    expect(init).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer key-1', 'content-type': 'application/json' },
      body: '{"bytes":5}',
    })
    expect(request.opened).toEqual(['PUT', PUT])
    expect(request.headers).toEqual({ 'content-type': 'image/jpeg' })
    expect(request.withCredentials).toBe(false)
    expect(request.sent).toBe(picture)
    request.progress(1)
    request.progress(5)
    request.answer(200, '')
    expect(await result).toEqual({ ok: true, url: URL_THERE })
    expect(parts).toEqual([0.2, 1])
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(requests).toHaveLength(1)
  })

  it.each([
    [409, { kind: 'outdated' }],
    [413, { kind: 'not-taken' }],
    [429, { kind: 'too-many' }],
    [507, { kind: 'full' }],
    [502, { kind: 'other', isLost: false, failure: { kind: 'server', status: 502 } }],
  ])('is not sent if the host refuses it with %i', async (status, failure) => {
    hostSays(status, { code: status, message: 'no' }, { [HOST_ERROR_CODE_HEADER]: 'host-error' })
    const result = sendPicture(caller(), picture, true, vi.fn())
    expect(await result).toMatchObject({ ok: false, failure })
    expect(requests).toEqual([])
  })

  it('is not sent if the service refuses the key, whatever the status', async () => {
    for (const [status, kind] of [
      [401, 'unauthorized'],
      [429, 'rate-limited'],
    ] as const) {
      hostSays(status, { code: status, message: 'no' })
      expect(await sendPicture(caller(), picture, true, vi.fn())).toMatchObject({
        failure: { kind: 'other', failure: { kind } },
      })
    }
    expect(requests).toEqual([])
  })

  it('has no address if the host does not say where it goes', async () => {
    hostSays(201, { url: URL_THERE })
    expect(await sendPicture(caller(), picture, true, vi.fn())).toMatchObject({
      failure: { kind: 'other', failure: { kind: 'unreadable' } },
    })
  })

  it.each([403, 503, 301])('may be refused by the bucket with %i', async (status) => {
    const { request, result } = await startSending()
    request.answer(status, '<Error><Code>AccessDenied</Code></Error>')
    expect(await result).toEqual({ ok: false, failure: { kind: 'bucket', status } })
  })

  it.each([
    ['error', true, { kind: 'bucket', status: undefined }],
    ['error', false, { kind: 'other', failure: { kind: 'offline' }, isLost: true }],
    ['timeout', true, { kind: 'bucket', status: undefined }],
  ] as const)('is lost if there is no answer: %s, online %s', async (event, onLine, failure) => {
    const { request, result } = await startSending()
    vi.stubGlobal('navigator', { onLine })
    request.end(event)
    expect(await result).toEqual({ ok: false, failure })
  })

  it('is not sent if it is cancelled once the host has answered', async () => {
    const cancelling = new AbortController()
    fetched.mockImplementation(() => {
      // Its answer has been read before anybody looks at the signal.
      const body = new ReadableStream<Uint8Array>({
        pull(stream) {
          stream.enqueue(new TextEncoder().encode(JSON.stringify({ url: URL_THERE, put: PUT })))
          stream.close()
          cancelling.abort()
        },
      })
      const init = { status: 201, headers: { [HOST_MARK_HEADER]: '1' } }
      return Promise.resolve(new Response(body, init))
    })
    const result = sendPicture(caller(cancelling.signal), picture, true, vi.fn())
    expect(await result).toEqual({ ok: false, failure: { kind: 'cancelled' } })
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(requests.filter(({ sent }) => sent !== undefined)).toEqual([])
  })

  it('is broken off if it is cancelled on its way', async () => {
    const { request, result, cancelling } = await startSending()
    request.progress(2)
    cancelling.abort()
    expect(request.isAborted).toBe(true)
    expect(await result).toEqual({ ok: false, failure: { kind: 'cancelled' } })
  })
})

function caller(signal = new AbortController().signal) {
  return { apiKey: 'key-1', signal }
}
