import { expect, test } from 'vitest'

import { numberedNames } from '#web/video-task/download/download-videos.tsx'

test.each([
  [
    ['a.mp4', 'b.mp4'],
    ['a.mp4', 'b.mp4'],
  ],
  [
    ['a.mp4', 'a.mp4', 'a.mp4'],
    ['a.mp4', 'a-2.mp4', 'a-3.mp4'],
  ],
  [
    ['a', 'A', 'a.webm'],
    ['a', 'A-2', 'a.webm'],
  ],
  // A name that a number would give is taken, too.
  [
    ['a-2.mp4', 'a.mp4', 'a.mp4'],
    ['a-2.mp4', 'a.mp4', 'a-3.mp4'],
  ],
])('of %s no two are the same', (names, free) => {
  expect(numberedNames(names)).toEqual(free)
})
