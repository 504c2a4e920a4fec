import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type ApiFailure, failureOfRefusal } from '#web/api/api-error.ts'
import { describeFailure } from '#web/notices/describe-failure.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
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

test('a fault without such a time says what can be done', () => {
  const failure: ApiFailure = {
    kind: 'server',
    status: 500,
    message: 'x',
    notSent: false,
    retryAt: null,
  }
  expect(describeFailure(failure)).toEqual({
    what: 'The service has a problem of its own (500).',
    advice: 'Nothing can be done here but to try again in a moment.',
    serviceMessage: 'x',
  })
})

test('where the host could not reach the service, it is not the service that is blamed', () => {
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

test('too early is not blamed on the request', () => {
  const early = failureOfRefusal({
    status: 425,
    code: 425,
    message: '',
    retryAt: null,
    notSent: false,
  })
  expect(describeFailure(early).advice).toBe('Wait a moment, then try again.')
})
