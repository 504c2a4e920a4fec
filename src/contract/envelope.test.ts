import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  errorEnvelope,
  readCodeWord,
  readEnvelope,
  readServiceWords,
  successEnvelope,
  withoutTerminalCodes,
} from '#contract/envelope.ts'

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

describe('readServiceWords', () => {
  it.each<[string, unknown, string]>([
    ['the envelope', { code: 4001, message: 'No face', data: null }, 'No face'],
    ['FastAPI, a text', { detail: 'Image is not reachable' }, 'Image is not reachable'],
    [
      'FastAPI, a list',
      { detail: [{ loc: ['body', 'image_url'], msg: 'not reachable', type: 'value_error' }] },
      'image_url: not reachable',
    ],
    [
      'FastAPI, two problems',
      {
        detail: [
          { loc: ['body', 'a', 0], msg: 'x' },
          { loc: ['body', 'b'], msg: 'y' },
        ],
      },
      'a.0: x; b: y',
    ],
    [
      'an error with a message',
      { error: { message: 'Daily limit reached' } },
      'Daily limit reached',
    ],
    ['an error as a text', { error: 'Daily limit reached' }, 'Daily limit reached'],
    [
      'a code as a word',
      { code: 'IMAGE_TOO_SMALL', message: 'Too small', data: null },
      'Too small',
    ],
    [
      'problem details',
      { type: 'https://example.com/p', title: 'Bad image', status: 422, detail: '180 pixels' },
      'Bad image; 180 pixels',
    ],
    [
      'a title alone',
      { type: 'about:blank', title: 'Image too small', status: 422 },
      'Image too small',
    ],
    ['msg', { code: 500, msg: '图片太小' }, '图片太小'],
    ['capitals', { Message: 'Denied' }, 'Denied'],
    [
      'nested in data',
      { code: 1, message: 'error', data: { message: 'No face' } },
      'error; No face',
    ],
    ['data as a text', { code: 4003, message: '', data: 'No face' }, 'No face'],
    [
      'Laravel',
      { message: 'The given data was invalid.', errors: { image_url: ['is not reachable'] } },
      'The given data was invalid.; image_url: is not reachable',
    ],
    [
      'a list of errors',
      { errors: [{ field: 'image_url', message: 'too dark' }] },
      'image_url: too dark',
    ],
    ['a list of texts', { errors: ['too dark', 'too small'] }, 'too dark; too small'],
    [
      'Spring',
      { status: 400, error: 'Bad Request', message: 'Too small', path: '/x' },
      'Too small',
    ],
    [
      'OAuth',
      { error: 'invalid_request', error_description: 'The image is missing' },
      'The image is missing',
    ],
    [
      'the same words twice',
      { message: 'Too small', error: { message: 'Too small' } },
      'Too small',
    ],
    ['a text alone', 'Too many requests', 'Too many requests'],
    ['a list alone', [{ message: 'No face' }], 'No face'],
    ['words that mean success', { code: 4003, message: 'success', data: null }, ''],
    ['words that mean nothing', { message: null, detail: 'None', error: [] }, ''],
    ['another payload', { code: 4003, data: { id: 'x', url: 'y' } }, ''],
    ['colours of a terminal', { detail: '\u001b[31mNo face\u001b[0m' }, 'No face'],
    ['nothing', undefined, ''],
  ])('reads %s', (_, body, words) => {
    expect(readServiceWords(body)).toBe(words)
  })

  it('never throws, and always comes to an end', () => {
    fc.assert(fc.property(fc.anything(), (body) => typeof readServiceWords(body) === 'string'))
    const around: { error?: unknown } = {}
    around.error = around
    expect(readServiceWords(around)).toBe('')
  })
})

it.each<[unknown, string | undefined]>([
  [{ code: 'IMAGE_TOO_SMALL' }, 'IMAGE_TOO_SMALL'],
  [{ error: { code: 'rate_limit_exceeded', message: 'x' } }, 'rate_limit_exceeded'],
  [{ error_code: 'E.17' }, 'E.17'],
  [{ code: 400 }, undefined],
  [{ code: '400' }, undefined],
  [{ code: 'two words' }, undefined],
  ['IMAGE_TOO_SMALL', undefined],
])('reads the word of a code in %j', (body, word) => {
  expect(readCodeWord(body)).toBe(word)
})

it.each([
  [
    '\u001b[31mRuntimeError\u001b[0m: no face found in \u001b[1mface.jpg\u001b[22m',
    'RuntimeError: no face found in face.jpg',
  ],
  ['\u001b[38;5;196mred\u001b[m and \u001b[48;2;0;0;0mblack\u001b[49m', 'red and black'],
  ['50 %\u001b[2K\u001b[1G100 %', '50 %100 %'],
  ['\u001b[?25lWorking\u001b[?25h', 'Working'],
  ['\u001b]8;;https://docs.example/e1\u0007E1\u001b]8;;\u0007 failed', 'E1 failed'],
  ['\u001b]0;title\u001b\\done', 'done'],
  ['\u001b(Bplain\u001b7', 'plain'],
  ['\u009b31mError\u009b0m', 'Error'],
  // written out by what passed it on
  [String.raw`\u001b[31mError\u001b[0m`, 'Error'],
  [String.raw`\x1b[1;31mError\033[0m \e[2mdim`, 'Error dim'],
  ['^[[31mError^[[0m', 'Error'],
  ['␛[31mError␛[0m', 'Error'],
  // the character ESC was lost
  ['[31mError[0m: [1;33mface.jpg[0m', 'Error: face.jpg'],
  ['�[31mError�[0m', 'Error'],
])('leaves the codes of %j out', (text, plain) => {
  expect(withoutTerminalCodes(text)).toBe(plain)
})

it.each([
  'No face found in the image.',
  'index [0] of [1m] is out of range',
  'the part [31m was too long',
  'faces[0], faces[1]: expected [0-9]+',
  'step [3/6] failed [E1001]',
  String.raw`C:\entries\[a].jpg`,
  'array[10]m',
  String.raw`C:\e[a]\x1b[b]`,
])('leaves %j as it is', (text) => {
  expect(withoutTerminalCodes(text)).toBe(text)
})

it('takes a megabyte of brackets for what it is, in one pass', () => {
  const text = '\u001b]'.repeat(300_000) + '['.repeat(400_000)
  expect(withoutTerminalCodes(text).length).toBeGreaterThan(0)
})
