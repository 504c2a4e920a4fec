import { expect, test } from 'vitest'

import { isAddressInDoubt, isSameAddress, problemOf } from '#web/video-task/video-problem.ts'

const playsWebm = (type: string) => type === 'video/webm'

test.each([
  [3, 'https://a.example/v.webm', 'format'],
  [4, 'https://a.example/v.webm?x=.avi', 'unclear'],
  [4, 'https://a.example/V.AVI', 'format'],
  [4, 'https://a.example/video', 'unclear'],
  [4, 'https://a.example/v.constructor', 'unclear'],
  [2, 'https://a.example/v.avi', 'not-loaded'],
] as const)('code %s of %s is %s', (code, url, problem) => {
  expect(problemOf({ code, message: 'Format error' }, url, playsWebm)).toBe(problem)
})

test.each([
  // An address without an answer, an HTTP 404, and a video that is sent as text.
  ['MEDIA_ELEMENT_ERROR: Format error', 'unclear'],
  ['', 'unclear'],
  ['PipelineStatus::DEMUXER_ERROR_NO_SUPPORTED_STREAMS: FFmpegDemuxer: …', 'format'],
  ['PipelineStatus::DECODER_ERROR_NOT_SUPPORTED: …', 'format'],
  ['PipelineStatus::DEMUXER_ERROR_COULD_NOT_OPEN: FFmpegDemuxer: …', 'not-video'],
] as const)('what Chromium says beside code 4 counts: %s is %s', (message, problem) => {
  const url = 'https://a.example/v.webm'
  expect(problemOf({ code: 4, message }, url, playsWebm)).toBe(problem)
})

test('a video without an error did not load', () => {
  expect(problemOf(null, 'https://a.example/v.avi', playsWebm)).toBe('not-loaded')
})

test('another address does not help a format', () => {
  expect(isAddressInDoubt('format')).toBe(false)
  expect(isAddressInDoubt('sound-only')).toBe(false)
  expect(isAddressInDoubt('not-loaded')).toBe(true)
  expect(isAddressInDoubt('unclear')).toBe(true)
})

test('matches a policy report, which leaves out the fragment', () => {
  expect(isSameAddress('https://a.example/v?x', 'https://a.example/v?x#t=1')).toBe(true)
  expect(isSameAddress('https://a.example/v', 'https://a.example/v?x')).toBe(false)
})
