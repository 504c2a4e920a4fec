import { crc32, deflateSync } from 'node:zlib'

import type { BrowserContext } from '@playwright/test'

/** The host outside that has images to make posters from. */
export const IMAGE_HOST = 'https://images.example'

/** The host whose addresses tell the local API how a creation shall end; see docs/local-api.md. */
const SENTINEL_HOST = 'https://sentinel.example'

/** A real picture, its size in pixels, and two addresses that have none. */
export const images = {
  portrait: `${IMAGE_HOST}/portrait.png`,
  portraitSize: { width: 480, height: 640 },
  missing: `${IMAGE_HOST}/missing.png`,
  notAnImage: `${IMAGE_HOST}/page.html`,
} as const

/**
 * Stands in for everything that is not on this machine: the image host answers, anything else is
 * cut off and reported, for no story may depend on the internet. While it stands in, Chromium's
 * HTTP cache is off.
 *
 * @param report is told the address of each request that was cut off
 */
export async function standInForOutsideWorld(
  context: BrowserContext,
  report: (url: string) => void,
): Promise<void> {
  const isOutside = (url: URL) => /^https?:$/.test(url.protocol) && url.hostname !== '127.0.0.1'
  await context.route(isOutside, async (route) => {
    const url = route.request().url()
    if (url === images.notAnImage) {
      await route.fulfill({ contentType: 'text/html', body: '<p>Not an image</p>' })
    } else if (url === images.missing) {
      await route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
    } else if ([IMAGE_HOST, SENTINEL_HOST].includes(new URL(url).origin)) {
      await route.fulfill({ contentType: 'image/png', body: portrait() })
    } else {
      report(url)
      await route.abort('blockedbyclient')
    }
  })
}

/** A PNG file: a plain grey rectangle, 8 bits per pixel. */
function portrait(): Buffer {
  const { width, height } = images.portraitSize
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bit depth 8, colour type 0 (grey); compression, filter and interlace methods are all 0.
  header.writeUInt8(8, 8)
  // Each row begins with its filter type, 0.
  const row = Buffer.alloc(width + 1, 0x80).fill(0, 0, 1)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
