import exifr from 'exifr'
import { decode } from 'fast-png'
import { expect, it } from 'vitest'

import { jpegFrameSize, jpegSegments } from '#contract/jpeg.ts'

import {
  animatedGif,
  decompressionBomb,
  noisyPng,
  photo,
  plainJpeg,
  SECRETS,
  transparentPng,
} from './pictures.ts'

const ALL = { translateValues: false }

it('a photo says who took it and where, and the plain one does not', async () => {
  expect(await exifr.parse(photo(), ALL)).toMatchObject({
    Make: SECRETS.camera,
    Orientation: 6,
    latitude: expect.closeTo(31.2167, 3) as unknown,
    longitude: expect.closeTo(121.4667, 3) as unknown,
  })
  expect(photo().includes(SECRETS.comment)).toBe(true)
  expect(await exifr.parse(plainJpeg, ALL)).toBeUndefined()
})

it.each([
  ['the plain one', plainJpeg, [0xd8, 0xe0]],
  ['the photo', photo(), [0xd8, 0xe1, 0xfe, 0xe0]],
])('%s is a whole JPEG', (_, bytes, start) => {
  const segments = [...jpegSegments(bytes)]
  expect(segments.map(({ marker }) => marker).slice(0, start.length)).toEqual(start)
  expect(segments.at(-1)).toMatchObject({ marker: 0xd9, end: bytes.length })
  const sizes = segments.map((segment) => jpegFrameSize(bytes, segment)).filter(Boolean)
  expect(sizes).toEqual([{ width: 64, height: 32 }])
})

it('noise does not compress', () => {
  const png = noisyPng(40, 20)
  expect(decode(png)).toMatchObject({ width: 40, height: 20, channels: 3 })
  expect(png.length).toBeGreaterThan(40 * 20 * 3)
})

it('nothing of the transparent one shows', () => {
  expect(new Set(decode(transparentPng()).data)).toEqual(new Set([0]))
})

it('the bomb claims much and is small', () => {
  const bomb = decompressionBomb()
  expect([bomb.readUInt32BE(16), bomb.readUInt32BE(20)]).toEqual([50_000, 50_000])
  expect(bomb.length).toBeLessThan(500)
})

it('the animation has two frames that differ', () => {
  const frames = animatedGif().toString('latin1').split('\x2C\0\0\0\0').slice(1)
  expect(frames).toHaveLength(2)
  expect(frames[0]).not.toBe(frames[1])
})
