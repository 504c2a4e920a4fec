import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readCodeWord, readServiceWords } from '#contract/service-words.ts'

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
