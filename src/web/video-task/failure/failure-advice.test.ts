import { expect, test } from 'vitest'

import { failureAdvice } from '#web/video-task/failure/advice-text.tsx'

test.each([
  [
    'No face found in the image. Use a photo in which one face is clearly visible.',
    /from the front/,
  ],
  ['生成失败：图片中的人脸过小或被遮挡，请更换一张正面照片后重试。', /from the front/],
  ['More than one face found in the image (3). Exactly one is needed.', /only one person/],
  ['The image could not be downloaded: the server answered 404.', /without signing in/],
  ['The image is too small: 180 × 240 pixels. At least 512 pixels are needed.', /larger image/],
  ['Rendering failed after 3 attempts: the worker ran out of memory.', /Try again later/],
])('a failure of a known kind has advice: %s', (message, advice) => {
  expect(failureAdvice(message)).toMatch(/^Our advice: /)
  expect(failureAdvice(message)).toMatch(advice)
})

test.each(['', 'E1042', 'surface not supported', '审核未通过'])(
  'a failure of another kind has none: %s',
  (message) => {
    expect(failureAdvice(message)).toBeUndefined()
  },
)
