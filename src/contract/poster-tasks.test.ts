import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  POSTER_SCENES,
  readPosterPrefill,
  readPosterTaskCreated,
  readPosterTaskRequest,
} from '#contract/poster-tasks.ts'

import { checkNearImageUrl } from '#contract/uploads.ts'

const request = { image_url: 'https://images.example/me.jpg', prompt: 'firework' } as const

/** The names of the fields that a body is refused for. */
function refusedFor(body: unknown): string[] {
  const reading = readPosterTaskRequest(body)
  return reading.ok ? [] : reading.invalid.map(({ name }) => name)
}

describe('readPosterTaskRequest', () => {
  it.each(POSTER_SCENES)('reads the body of the specification with the prompt %s', (prompt) => {
    expect(readPosterTaskRequest({ ...request, prompt })).toEqual({
      ok: true,
      request: { ...request, prompt },
    })
  })

  it('has exactly the five scenes of the specification', () => {
    expect(POSTER_SCENES).toEqual(['youqian', 'zhongming', 'anime_cake', 'real_cake', 'firework'])
  })

  it('trims the URL and drops unknown fields', () => {
    const body = { ...request, image_url: `  ${request.image_url}\n`, points: 0, callback: 'x' }
    expect(readPosterTaskRequest(body)).toEqual({ ok: true, request })
  })

  it.each(['', 'Firework', ' firework', 'fireworks', null, 0, ['firework'], {}, undefined])(
    'refuses the prompt %j',
    (prompt) => {
      expect(refusedFor({ ...request, prompt })).toEqual(['prompt'])
    },
  )

  it.each(['', 'ftp://images.example/a', 'http://127.0.0.1/a', null, 1, ['https://a.example'], {}])(
    'refuses the image_url %j',
    (image_url) => {
      expect(refusedFor({ ...request, image_url })).toEqual(['image_url'])
    },
  )

  it('accepts a picture that this host keeps for a service that is near, and no other private address', () => {
    const kept = `http://127.0.0.1:4173/uploads/mq-${'0123456789abcdef'.repeat(2)}-t1qe4x.jpg`
    const body = (image_url: string) => ({ ...request, image_url })
    const near = (url: string) => checkNearImageUrl(url, () => true)
    expect(refusedFor(body(kept))).toEqual(['image_url'])
    expect(readPosterTaskRequest(body(kept), near)).toEqual({ ok: true, request: body(kept) })
    expect(readPosterTaskRequest(body('http://127.0.0.1/a'), near).ok).toBe(false)
    expect(readPosterTaskRequest(body(`x${kept}`), near).ok).toBe(false)
  })

  it.each([undefined, null, '', 'x', 7, [], [request], {}])('refuses the body %j', (body) => {
    expect(refusedFor(body)).toEqual(['image_url', 'prompt'])
  })

  it('says what each field accepts', () => {
    expect(readPosterTaskRequest({})).toMatchObject({
      ok: false,
      invalid: [
        { name: 'image_url', rule: { type: 'image-url', problem: 'empty' } },
        { name: 'prompt', rule: { type: 'one-of', values: POSTER_SCENES } },
      ],
    })
  })

  it('never throws, and accepts what it has accepted before', () => {
    const anyBody = fc.record({
      image_url: fc.oneof(fc.webUrl(), fc.anything()),
      prompt: fc.oneof(fc.constantFrom(...POSTER_SCENES), fc.anything()),
    })
    fc.assert(
      fc.property(fc.oneof(anyBody, fc.anything()), (body) => {
        const reading = readPosterTaskRequest(body)
        if (!reading.ok) return
        expect(readPosterTaskRequest(reading.request)).toEqual(reading)
      }),
    )
  })
})

describe('readPosterTaskCreated', () => {
  const payload = {
    uuid: '0b51b8a4-6a0a-4f5e-9a9e-7d0d1f6f2c11',
    remaining_points: 90,
    task_type: 'poster',
    message: 'Task created',
  }

  it('reads the payload of the specification', () => {
    expect(readPosterTaskCreated(payload)).toEqual({
      uuid: payload.uuid,
      remainingPoints: 90,
      taskType: 'poster',
      message: 'Task created',
    })
  })

  it.each([undefined, null, 'many', [], {}])(
    'is still a created task where everything but the uuid is %j',
    (odd) => {
      const data = { uuid: 'u', remaining_points: odd, task_type: 7, message: { text: odd } }
      expect(readPosterTaskCreated(data)).toEqual({
        uuid: 'u',
        remainingPoints: null,
        taskType: null,
        message: null,
      })
    },
  )

  it('keeps a balance that a double would round, and drops one out of bounds', () => {
    const points = (remaining_points: unknown) =>
      readPosterTaskCreated({ uuid: 'u', remaining_points })?.remainingPoints
    expect(points(2n ** 53n + 1n)).toBe(2n ** 53n + 1n)
    expect(points('9007199254740993')).toBe(2n ** 53n + 1n)
    expect(points(Infinity)).toBeNull()
    expect(points(Number.NaN)).toBeNull()
  })

  it('keeps a balance of zero and below', () => {
    expect(readPosterTaskCreated({ uuid: 'u', remaining_points: 0 })?.remainingPoints).toBe(0)
    expect(readPosterTaskCreated({ uuid: 'u', remaining_points: -5 })?.remainingPoints).toBe(-5)
  })

  it.each([
    undefined,
    null,
    'x',
    [],
    {},
    { uuid: '' },
    { uuid: 7 },
    { uuid: null },
    { uuid: 'null' },
    { uuid: ' ' },
    [payload],
  ])('sees no created task in %j', (data) => {
    expect(readPosterTaskCreated(data)).toBeUndefined()
  })

  it('sees no created task in the uuid of nothing', () => {
    expect(readPosterTaskCreated({ uuid: '00000000-0000-0000-0000-000000000000' })).toBeUndefined()
  })

  it('leaves words for nothing and the colours of a terminal out of its texts', () => {
    const odd = { uuid: 'u', task_type: 'None', message: '\u001b[32mTask created\u001b[0m' }
    expect(readPosterTaskCreated(odd)).toMatchObject({ taskType: null, message: 'Task created' })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        readPosterTaskCreated(data)
      }),
    )
  })
})

describe('readPosterPrefill', () => {
  it('fills in valid values', () => {
    expect(
      readPosterPrefill({ image_url: 'https://example.com/a.png', prompt: 'firework' }),
    ).toEqual({
      prefill: { imageUrl: 'https://example.com/a.png', scene: 'firework' },
      ignored: [],
    })
  })

  it('fills in an address that the form will refuse, as the form says why', () => {
    expect(readPosterPrefill({ image_url: 'nope' }).prefill).toEqual({ imageUrl: 'nope' })
  })

  it('fills in one line, as a field has it', () => {
    const image_url = 'https://exam\nple.com/a.png\r\n'
    expect(readPosterPrefill({ image_url }).prefill).toEqual({
      imageUrl: 'https://example.com/a.png',
    })
    expect(readPosterPrefill({ image_url: '\n' }).prefill).toEqual({})
  })

  it('missing or empty values change nothing', () => {
    const nothing = { prefill: {}, ignored: [] }
    expect(readPosterPrefill({})).toEqual(nothing)
    expect(readPosterPrefill({ image_url: '', prompt: '' })).toEqual(nothing)
  })

  it('reports values that cannot be used', () => {
    const { prefill, ignored } = readPosterPrefill({ image_url: ['a', 'b'], prompt: 'celebrity' })
    expect(prefill).toEqual({})
    expect(ignored.map(({ name }) => name)).toEqual(['image_url', 'prompt'])
  })
})
