import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { HOST_ERROR_CODES, type HostErrorCode } from '#contract/host-error-code.ts'
import { type ApiFailure, failureOfRefusal, isAboutKey } from '#web/api/api-error.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  vi.stubGlobal('location', { host: 'marquee.example:8443' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const retryAt = new Date(2026, 2, 1, 14, 5, 29, 200).getTime()

test.each<[string, ApiFailure]>([
  ['a pause that is asked for', { kind: 'rate-limited', message: '', retryAt }],
  ['too early', { kind: 'refused', code: 425, message: '', retryAt }],
  ['a fault', { kind: 'server', status: 503, message: '', notSent: false, retryAt }],
])('%s says when to try again, and no second too early', (_, failure) => {
  expect(describeFailure(failure).advice).toBe('Try again after 14:05:30.')
})

test('a fault without a retry time says what can be done', () => {
  const failure: ApiFailure = {
    kind: 'server',
    status: 500,
    message: 'x',
    notSent: false,
    retryAt: null,
  }
  expect(describeFailure(failure)).toEqual({
    what: 'The service has a problem (500).',
    advice: 'Try again in a moment.',
    serviceMessage: 'x',
  })
})

test('does not blame the service if the host could not reach it', () => {
  const failure: ApiFailure = {
    kind: 'server',
    status: 502,
    message: 'x',
    notSent: true,
    retryAt: null,
  }
  const { what, serviceMessage } = describeFailure(failure)
  expect(what).toBe('The service could not be reached.')
  expect(serviceMessage).toBe('')
})

test.each([401, 403])('HTTP %i that our host says by itself is not about the key', (status) => {
  const by = (hostErrorCode: HostErrorCode | null) => {
    const message = hostErrorCode === null ? 'no such key' : ''
    const reply = { status, code: status, message, retryAt: null, notSent: false, hostErrorCode }
    const failure = failureOfRefusal(reply)
    const { what } = describeFailure(failure)
    return { isAboutKey: isAboutKey(failure), what }
  }
  expect(by('host-name').isAboutKey).toBe(false)
  expect(by('host-name').what).toMatch(/name marquee\.example:8443.* ALLOWED_HOSTS/)
  expect(by('no-key').isAboutKey).toBe(false)
  expect(by('no-key').what).toContain('did not reach')
  expect(by('not-allowed').isAboutKey).toBe(false)
  // The service's own, be it in JSON or not.
  expect(by(null).isAboutKey).toBe(true)
  expect(by('not-json').isAboutKey).toBe(true)
})

test('a sign-in in front of the page is named, and basic authentication as what cannot work', () => {
  const sign = (isBasic: boolean) => describeFailure({ kind: 'sign-in', notSent: true, isBasic })
  expect(sign(false).what).toMatch(/wants you to sign in.*key is kept/)
  expect(sign(false).advice).toContain('Sign in')
  expect(sign(true).advice).toContain('Basic authentication cannot work beside an API key')
})

test.each([
  [413, 'Something in front of this page refused the request (413).', 'Tell the people who'],
  [524, 'Something in front of this page, or its host, failed to answer (524).', 'Try again'],
])('HTTP %i in front of the page is not blamed on the service', (status, what, advice) => {
  const said = describeFailure({ kind: 'front', status, retryAt: null })
  expect(said).toMatchObject({ what, serviceMessage: '' })
  expect(said.advice).toContain(advice)
  expect(describeFailure({ kind: 'front', status, retryAt }).advice).toContain('14:05:30')
})

describe.each(HOST_ERROR_CODES)('the error code of our host: %s', (hostErrorCode) => {
  const said = {
    status: 502,
    code: 502,
    message: 'The connection broke (HPE_INVALID_CONSTANT).',
    retryAt: null,
    notSent: false,
    hostErrorCode,
  }

  test('has our own text, and is not shown as a message of the service', () => {
    const { what, advice, serviceMessage } = describeFailure(failureOfRefusal(said))
    expect(what).not.toMatch(/HPE_INVALID|has a problem \(/)
    expect(what + advice).not.toBe('')
    expect(serviceMessage).toBe('')
  })

  test('is not a message of the service if the status is a refusal', () => {
    for (const status of [400, 401, 403, 404, 429]) {
      const failure = failureOfRefusal({ ...said, status, code: status })
      expect(describeFailure(failure).serviceMessage).toBe('')
    }
  })
})

test.each([
  [422, 'image too dark', 'Follow the service’s message, then try again.'],
  [400, '', 'It gave no reason. If it keeps refusing, contact the service’s support.'],
  [
    402,
    'not enough points',
    'Follow the service’s message. If that does not help, contact its support.',
  ],
  [
    4001,
    'under review',
    'Follow the service’s message. If that does not help, contact its support.',
  ],
])('the advice on a refusal fits its code %i and its message %j', (code, message, advice) => {
  expect(describeFailure({ kind: 'refused', code, message }).advice).toBe(advice)
})

test('Too Early does not blame the request', () => {
  const early = failureOfRefusal({
    status: 425,
    code: 425,
    message: '',
    retryAt: null,
    notSent: false,
    hostErrorCode: null,
  })
  expect(describeFailure(early).advice).toBe('Wait a moment, then try again.')
})

test('the code of a refusal may be a word', () => {
  const failure = { kind: 'refused', code: 400, word: 'IMAGE_TOO_SMALL', message: 'x' } as const
  expect(describeFailure(failure).what).toBe(
    'The service refused the request (code IMAGE_TOO_SMALL).',
  )
})

test('a refusal with a status of success has no code', () => {
  const failure = { kind: 'refused', code: 200, message: 'x' } as const
  expect(describeFailure(failure).what).toBe('The service refused the request.')
})

test('a reason that our host could not read is not called missing', () => {
  const failure = { kind: 'refused', code: 400, message: '', hostErrorCode: 'not-json' } as const
  expect(describeFailure(failure).advice).toMatch(/could not read its reason/)
})
