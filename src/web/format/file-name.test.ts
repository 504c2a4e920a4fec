import fc from 'fast-check'
import { expect, test } from 'vitest'

import { safeFileName } from '#web/format/file-name.ts'

test.each([
  ['0b51b8a4', '/media/silk.webm', '0b51b8a4.webm'],
  ['0b51-b8a4_1', '/v.MP4', '0b51-b8a4_1.mp4'],
  ['任务 7', '/v.mp4', '任务_7.mp4'],
  ['#12', '/v', '12'],
])('%s of %s is saved as %s', (name, path, expected) => {
  expect(safeFileName(name, path)).toBe(expected)
})

test.each([
  ['../../etc', 'etc'],
  ['C:\\a', 'C_a'],
  ['v\u202e4pm', 'v_4pm'],
  ['.bashrc', 'bashrc'],
  ['-rf', 'rf'],
  ['name. ', 'name'],
  ['con', 'videocon'],
  ['COM1', 'videoCOM1'],
  ['lpt²', 'videolpt²'],
  ['***', 'video'],
  ['', 'video'],
])('%j, which is no name for a file, becomes %s', (name, expected) => {
  expect(safeFileName(name, '/v.mp4')).toBe(`${expected}.mp4`)
})

test.each(['/v.exe', '/v.html', '/v.svg', '/v.mp4.lnk', '/v.mp4/', '/v.mp4%00.scr'])(
  'the ending of %s is not kept',
  (path) => {
    expect(safeFileName('a', path)).toBe('a')
  },
)

test('whatever comes, a name is letters and digits, and has one ending at most', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.webPath(), (name, path) => {
      expect(safeFileName(name, path)).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}_-]*(?:\.[a-z\d]{3,4})?$/u)
    }),
  )
})
