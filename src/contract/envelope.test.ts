import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { errorEnvelope, readEnvelope, successEnvelope } from '#contract/envelope.ts'

describe('readEnvelope', () => {
  it('reads the success example of the specification', () => {
    const body = { code: 200, message: 'success', data: { list: [] } }
    expect(readEnvelope(200, body)).toEqual({
      kind: 'success',
      data: { list: [] },
    })
  })

  it.each([200, 201, 299])('takes code %i for a success', (code) => {
    expect(readEnvelope(200, { code, message: '', data: {} }).kind).toBe('success')
  })

  it.each([0, 199, 300, 400, 4001, -200])('takes code %i on HTTP 200 for a refusal', (code) => {
    expect(readEnvelope(200, { code, message: 'No face found', data: null })).toEqual({
      kind: 'refused',
      code,
    })
  })

  it('keeps the HTTP status of an error whose envelope claims success', () => {
    const body = { code: 200, message: 'ok', data: {} }
    expect(readEnvelope(503, body)).toEqual({ kind: 'refused', code: 503 })
  })

  it('prefers the code of the envelope to the HTTP status of an error', () => {
    const body = { code: 4011, message: 'expired', data: null }
    expect(readEnvelope(401, body)).toEqual({ kind: 'refused', code: 4011 })
  })

  it.each([undefined, null, '', '<html>', 7, [], {}, { code: '' }, { code: 200.5 }])(
    'cannot read %j on HTTP 200, and takes it for a refusal on HTTP 502',
    (body) => {
      expect(readEnvelope(200, body).kind).toBe('unreadable')
      expect(readEnvelope(502, body)).toEqual({ kind: 'refused', code: 502 })
    },
  )

  it.each([{ code: 200 }, { code: 200, message: null }, { code: 200, message: { text: 'x' } }])(
    'reads %j, which lacks a readable message',
    (body) => {
      expect(readEnvelope(200, body)).toEqual({ kind: 'success', data: undefined })
    },
  )

  it.each([' 200 ', '0200', 'success', 'OK'])('takes the text %j for a code of success', (code) => {
    expect(readEnvelope(200, { code, data: { total: 1 } })).toEqual({
      kind: 'success',
      data: { total: 1 },
    })
  })

  it.each([
    [{ code: '4003', data: [] }, 4003],
    [{ code: 'IMAGE_TOO_SMALL', data: null }, 200],
    [{ code: 'IMAGE_TOO_SMALL', status: 422 }, 422],
    [{ error: 'Daily limit reached' }, 200],
    [{ error: { code: 429, message: 'Daily limit reached' } }, 429],
    [{ errors: { image_url: ['is not reachable'] } }, 200],
    [{ detail: [{ loc: ['body', 'image_url'], msg: 'not reachable' }] }, 200],
    [{ title: 'Image too small', status: 422 }, 422],
    [{ success: false, message: 'no' }, 200],
  ])('reads the refusal %j, which a gateway has given HTTP 200', (body, code) => {
    expect(readEnvelope(200, body)).toEqual({ kind: 'refused', code })
  })

  it.each([
    { error: null, data: { list: [] } },
    { error: '', errors: [], status: 'ok' },
    { error: 'None' },
    { detail: 'The task is on its way' },
    { message: 'hello', title: 'x' },
    { status: 200, success: true },
    { code: null },
  ])('cannot tell a success from a refusal in %j', (body) => {
    expect(readEnvelope(200, body)).toEqual({ kind: 'unreadable' })
  })

  it('never takes a reply for a success unless status and code both say so', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.integer(),
        fc.json(),
        (http, code, data) => {
          const reply = readEnvelope(http, { code, message: '', data: JSON.parse(data) as unknown })
          const ok = http >= 200 && http <= 299 && code >= 200 && code <= 299
          expect(reply.kind).toBe(ok ? 'success' : 'refused')
        },
      ),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.anything(), (http, body) => {
        readEnvelope(http, body)
      }),
    )
  })
})

describe('the envelopes that are written', () => {
  it('are read back as what they are', () => {
    expect(readEnvelope(200, successEnvelope({ total: 1 }))).toEqual({
      kind: 'success',
      data: { total: 1 },
    })
    expect(readEnvelope(404, errorEnvelope(404, 'Not found'))).toEqual({
      kind: 'refused',
      code: 404,
    })
  })
})
