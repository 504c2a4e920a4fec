import { beforeEach, describe, expect, it, vi } from 'vitest'

import { MAX_FILE_BYTES, cleanPicture } from './clean-picture.ts'

const word = (value: number) => [value >> 8, value & 0xff]
const text = (content: string) => [...Buffer.from(content, 'latin1')]
const segment = (marker: number, content: readonly number[]) => [
  0xff,
  marker,
  ...word(content.length + 2),
  ...content,
]
const SOI = [0xff, 0xd8]
const EOI = [0xff, 0xd9]
const frame = (width: number, height: number) =>
  segment(0xc0, [8, ...word(height), ...word(width), 1, 1, 0x11, 0])
const scan = (length: number) => [
  ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ...Array.from({ length }, () => 7),
]
const jfif = segment(0xe0, text('JFIF\0\x01\x01'))
const profile = segment(0xe2, text('ICC_PROFILE\0\x01\x01colours'))
const adobe = segment(0xee, text('Adobe\0d'))
const tables = [...segment(0xdb, [0, 1, 2]), ...segment(0xc4, [0, 3])]

const fileOf = (...parts: readonly (readonly number[])[]) =>
  new Blob([Uint8Array.from(parts.flat())])
const photo = (width: number, height: number) => fileOf(SOI, frame(width, height), scan(3), EOI)

/** What the browser was asked to do. */
interface Asked {
  sizes: string[]
  qualities: number[]
  ground: unknown[]
  drawn: unknown[]
  /** what of the picture was drawn */
  areas: unknown[]
  closed: number
}
let asked: Asked

/** The pixels of the canvas that this browser was last given. */
let pixels = new Uint8ClampedArray()

/**
 * A browser that decodes a picture of this size, and encodes it as these bytes.
 *
 * @param scramble what it makes of the pixels of a canvas before it gives them to a page
 */
function startBrowser(
  bitmap: { width: number; height: number } | 'unreadable',
  encoded: (size: { width: number; quality: number }) => readonly number[] | Blob,
  scramble: (data: Uint8ClampedArray) => void = () => undefined,
) {
  vi.stubGlobal('createImageBitmap', (_: Blob, ofPattern?: object) => {
    if (bitmap === 'unreadable' && ofPattern === undefined) {
      return Promise.reject(new DOMException('no', 'InvalidStateError'))
    }
    const size = bitmap === 'unreadable' ? {} : bitmap
    return Promise.resolve({ ...size, close: () => (asked.closed += 1) })
  })
  class Canvas {
    readonly width: number
    readonly height: number
    constructor(width: number, height: number) {
      this.width = width
      this.height = height
    }
    getContext() {
      return {
        createImageData: (width: number, height: number) => {
          return { data: new Uint8ClampedArray(width * height * 4) }
        },
        putImageData: ({ data }: ImageData) => (pixels = data.slice()),
        getImageData: () => {
          return { data: pixels }
        },
        clearRect: () => undefined,
        fillRect: (...area: unknown[]) => {
          asked.sizes.push(`${String(area[2])} × ${String(area[3])}`)
          asked.ground.push(area)
        },
        drawImage: (_: unknown, ...areas: unknown[]) => {
          if (areas.length === 2) return
          asked.areas.push(areas.slice(0, 4))
          asked.drawn.push(areas.slice(4))
        },
      }
    }
    convertToBlob({ type, quality }: { type: string; quality: number }) {
      if (type === 'image/png') {
        scramble(pixels)
        return Promise.resolve(new Blob())
      }
      asked.qualities.push(quality)
      const bytes = encoded({ width: this.width, quality })
      return Promise.resolve(bytes instanceof Blob ? bytes : fileOf(bytes))
    }
  }
  vi.stubGlobal('OffscreenCanvas', Canvas)
}
const small = () => [...SOI, ...frame(8, 8), ...scan(3), ...EOI]

beforeEach(() => {
  asked = { sizes: [], qualities: [], ground: [], drawn: [], areas: [], closed: 0 }
})

describe('a file that is not decoded', () => {
  it.each([
    ['is empty', new Blob([]), { problem: 'empty' }],
    ['is no picture', new Blob(['<svg/>'], { type: 'image/png' }), { problem: 'not-a-picture' }],
    ['has too many pixels', photo(10_001, 10_000), { problem: 'too-many-pixels' }],
    ['has a side that is too long', photo(30_001, 1), { problem: 'too-many-pixels' }],
    [
      'is too large',
      Object.defineProperty(new Blob(['x']), 'size', { value: MAX_FILE_BYTES + 1 }),
      { problem: 'too-large' },
    ],
    [
      'is gone',
      Object.assign(new Blob(['x']), {
        arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')),
      }),
      { problem: 'unreadable' },
    ],
  ])('%s', async (_, file, expected) => {
    const decode = vi.fn<() => void>()
    startBrowser({ width: 8, height: 8 }, small)
    vi.stubGlobal('createImageBitmap', decode)
    expect(await cleanPicture(file)).toEqual({ ok: false, ...expected })
    expect(decode).not.toHaveBeenCalled()
  })
})

it('a picture at the limits is decoded', async () => {
  startBrowser({ width: 10_000, height: 10_000 }, small)
  expect(await cleanPicture(photo(10_000, 10_000))).toMatchObject({ ok: true })
})

it('a picture that the browser cannot decode is unreadable, and its type is known', async () => {
  startBrowser('unreadable', small)
  const result = await cleanPicture(photo(8, 8))
  expect(result).toEqual({ ok: false, problem: 'unreadable', type: 'jpeg' })
})

describe('the size', () => {
  it.each([
    ['is that of the picture if it fits', [640, 480], [640, 480], '96 × 72'],
    ['is never larger', [40, 20], [40, 20], '40 × 20'],
    ['fits by the longer side', [3000, 4000], [1536, 2048], '72 × 96'],
    ['is at least one pixel', [20_000, 2], [2048, 1], '96 × 1'],
  ])('%s', async (_, [width = 0, height = 0], [newWidth, newHeight], thumbnail) => {
    startBrowser({ width, height }, small)
    expect(await cleanPicture(photo(width, height))).toMatchObject({
      picture: { width: newWidth, height: newHeight },
    })
    expect(asked.sizes.at(-1)).toEqual(thumbnail)
    // A white ground of the whole size comes first.
    expect(asked.ground).toEqual(asked.drawn)
    expect(asked.closed).toBe(1)
  })

  it('is at most halved at once, because browsers leave pixels out otherwise', async () => {
    startBrowser({ width: 9001, height: 1000 }, small)
    await cleanPicture(photo(9001, 1000))
    const widths = [9001, ...asked.sizes.map((size) => Number.parseInt(size, 10))]
    expect(widths).toEqual([9001, 4501, 2251, 2048, 1024, 512, 256, 128, 96])
  })
})

describe('a part', () => {
  it('is drawn in its own size if it fits', async () => {
    startBrowser({ width: 4000, height: 3000 }, small)
    const result = await cleanPicture(photo(3000, 4000), {
      x: 0.5,
      y: 0.1,
      width: 0.25,
      height: 0.5,
    })
    expect(asked.areas[0]).toEqual([2000, 300, 1000, 1500])
    expect(asked.sizes.at(-1)).toBe('64 × 96')
    const size = { width: 1000, height: 1500 }
    expect(result).toMatchObject({ picture: { ...size, full: size } })
  })

  it('is reduced as a whole picture is', async () => {
    startBrowser({ width: 10_000, height: 8000 }, small)
    const result = await cleanPicture(photo(10_000, 8000), { x: 0.1, y: 0, width: 0.5, height: 1 })
    expect(asked.areas.slice(0, 2)).toEqual([
      [1000, 0, 5000, 8000],
      [0, 0, 2500, 4000],
    ])
    const full = { width: 5000, height: 8000 }
    expect(result).toMatchObject({ picture: { width: 1280, height: 2048, full } })
  })
})

it.each([
  ['one bit', (data: Uint8ClampedArray) => (data[1302] = (data[1302] ?? 0) ^ 1)],
  ['the first bit', (data: Uint8ClampedArray) => (data[0] = (data[0] ?? 0) ^ 1)],
  ['the last colour', (data: Uint8ClampedArray) => (data[4094] = (data[4094] ?? 0) ^ 1)],
  ['everything to white', (data: Uint8ClampedArray) => data.fill(255)],
  ['everything to noise', (data: Uint8ClampedArray) => data.set(data.map((value) => value * 31))],
])('a browser that changes %s of a canvas makes no picture', async (_, scramble) => {
  startBrowser({ width: 8, height: 8 }, small, scramble)
  expect(await cleanPicture(photo(8, 8))).toEqual({ ok: false, problem: 'scrambled' })
  expect(asked.drawn).toEqual([])
})

it('lowers the quality first, then the size, until the picture is small enough', async () => {
  startBrowser({ width: 4000, height: 2000 }, ({ width, quality }) => {
    const isSmall = width <= 96 || (width < 2000 && quality < 0.9)
    const data = new Blob([new Uint8Array(isSmall ? 3 : 2_000_000)])
    return new Blob([fileOf(SOI, frame(width, 8), scan(0)), data, fileOf(EOI)])
  })
  const result = await cleanPicture(photo(4000, 2000))
  expect(asked.sizes.slice(0, 2)).toEqual(['2048 × 1024', '1536 × 768'])
  expect(asked.qualities).toEqual([0.9, 0.8, 0.65, 0.9, 0.8, 0.9])
  expect(result).toMatchObject({ ok: true, picture: { width: 1536, height: 768 } })
})

it('takes everything out of the JPEG that the host would refuse', async () => {
  const needed = [
    jfif,
    profile,
    adobe,
    tables,
    segment(0xdd, [0, 4]),
    frame(8, 8),
    scan(50),
    scan(5),
  ]
  const extras = [
    segment(0xe1, text('Exif\0\0secret')),
    segment(0xe0, text('JFXX\0secret')),
    segment(0xe2, text('MPF\0secret')),
    segment(0xed, text('Photoshop 3.0\0secret')),
    segment(0xfe, text('secret')),
    segment(0xe0, text('JF')),
  ]
  const mixed = needed.flatMap((part, index) => [...part, ...(extras[index] ?? [])])
  startBrowser({ width: 8, height: 8 }, () => [...SOI, ...mixed, ...EOI, ...text('PK secret')])
  const file = photo(8, 8)
  const result = await cleanPicture(file)
  if (!result.ok) throw new Error(result.problem)
  const clean = Uint8Array.from([SOI, ...needed, EOI].flat())
  expect(await result.picture.blob.bytes()).toEqual(clean)
  expect(result.picture).toMatchObject({ width: 8, height: 8, before: file.size })
  expect(result.picture.blob.type).toBe('image/jpeg')
  expect(Buffer.from(result.picture.thumbnail, 'base64')).toEqual(Buffer.from(clean))
})

it.each([
  ['writes another format', () => text('\x89PNG')],
  ['writes half a JPEG', () => [...SOI, ...frame(8, 8)]],
])('a browser that %s is of no use', async (_, encoded) => {
  startBrowser({ width: 8, height: 8 }, encoded)
  expect(await cleanPicture(photo(8, 8))).toEqual({ ok: false, problem: 'unsupported' })
  expect(asked.closed).toBe(1)
})

it('a browser without OffscreenCanvas is of no use', async () => {
  startBrowser({ width: 8, height: 8 }, small)
  vi.stubGlobal('OffscreenCanvas', undefined)
  expect(await cleanPicture(photo(8, 8))).toEqual({ ok: false, problem: 'unsupported' })
})

it('without memory for a canvas, a picture is unreadable', async () => {
  startBrowser({ width: 8, height: 8 }, small)
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null
    },
  )
  const result = await cleanPicture(photo(8, 8))
  expect(result).toEqual({ ok: false, problem: 'unreadable', type: 'jpeg' })
})
