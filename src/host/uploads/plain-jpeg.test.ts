import { describe, expect, it } from 'vitest'

import { jpeg, jpegParts, segment } from '#host/uploads/jpeg.fixture.ts'
import { plainJpegProblem } from '#host/uploads/plain-jpeg.ts'

const { scan, end, start, jfif, frame } = jpegParts()
const behind = (part: Buffer, text: string | Buffer) => Buffer.concat([part, Buffer.from(text)])

describe('a plain JPEG', () => {
  it.each([0xc0, 0xc1, 0xc2])(
    'may have a frame of kind %i, a profile and several scans',
    (kind) => {
      const content = frame.subarray(4)
      const parts = { frame: segment(kind, content), scan: Buffer.concat([scan, scan]) }
      expect(plainJpegProblem(jpeg(parts))).toBeUndefined()
    },
  )

  it.each([
    [1, 1],
    [2048, 2048],
  ])('may have %i × %i pixels', (width, height) => {
    expect(plainJpegProblem(jpeg(jpegParts(width, height)))).toBeUndefined()
  })

  it.each([
    ['EXIF', { jfif: segment(0xe1, 'Exif\0\0II*\0') }],
    ['XMP', { jfif: segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x/>') }],
    ['IPTC', { adobe: segment(0xed, 'Photoshop 3.0\0') }],
    ['a comment', { jfif: segment(0xfe, '<script>') }],
    [
      'a preview in JFIF',
      { jfif: segment(0xe0, 'JFIF\0\u0001\u0001\0\0\u0001\0\u0001\u0001\u0001abc') },
    ],
    ['a preview beside JFIF', { jfif: segment(0xe0, 'JFXX\0\u0010 a preview') }],
    ['several images (MPF)', { profile: segment(0xe2, 'MPF\0II*\0') }],
    ['more than Adobe writes', { adobe: segment(0xee, 'Adobe\0d\0\0\0\0\u0001 and more') }],
    ['a kind of frame that hardly anything decodes', { frame: segment(0xc9, frame.subarray(4)) }],
  ])('has no %s', (_, parts) => {
    expect(plainJpegProblem(jpeg(parts))).toMatch(/^The picture has a part .* \(marker ff..\)\.$/)
  })

  it.each([
    ['without pixels', 0, 10],
    ['that is too wide', 2049, 10],
    ['that is too high', 10, 2049],
  ])('is none %s', (_, width, height) => {
    expect(plainJpegProblem(jpeg(jpegParts(width, height)))).toMatch(/^Each side /)
  })

  it.each([
    ['an archive behind its end', jpeg({ end: behind(end, 'PK\u0003\u0004') })],
    ['a page behind its end', jpeg({ end: behind(end, '<!doctype html>') })],
    ['a second image behind its end', jpeg({ end: behind(end, jpeg()) })],
    ['no end', jpeg({ end: Buffer.alloc(0) })],
    ['an end only', Buffer.concat([start, end])],
    ['no scan', jpeg({ scan: Buffer.alloc(0) })],
    ['no frame', jpeg({ frame: Buffer.alloc(0) })],
    ['two frames', jpeg({ frame: Buffer.concat([frame, frame]) })],
    ['bytes between its parts', jpeg({ jfif: behind(jfif, 'GIF89a') })],
    ['another beginning', Buffer.concat([Buffer.from('GIF89a'), jpeg()])],
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>')],
  ])('is no file with %s', (_, file) => {
    expect(plainJpegProblem(file)).toBe(
      'The body is not one whole JPEG with nothing behind its end.',
    )
  })
})
