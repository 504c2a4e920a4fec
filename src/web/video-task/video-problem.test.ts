import { expect, test } from 'vitest'

import { isSameAddress, problemOf } from '#web/video-task/video-problem.ts'

const playsWebm = (type: string) => type === 'video/webm'

test.each([
  [3, 'https://a.example/v.webm', 'format'],
  [4, 'https://a.example/v.webm?x=.avi', 'not-loaded'],
  [4, 'https://a.example/V.AVI', 'format'],
  [4, 'https://a.example/video', 'not-loaded'],
  [4, 'https://a.example/v.constructor', 'not-loaded'],
  [2, 'https://a.example/v.avi', 'not-loaded'],
  [undefined, 'https://a.example/v.avi', 'not-loaded'],
] as const)('code %s of %s is %s', (code, url, problem) => {
  expect(problemOf(code, url, playsWebm)).toBe(problem)
})

test('matches a policy report, which leaves out the fragment', () => {
  expect(isSameAddress('https://a.example/v?x', 'https://a.example/v?x#t=1')).toBe(true)
  expect(isSameAddress('https://a.example/v', 'https://a.example/v?x')).toBe(false)
})
