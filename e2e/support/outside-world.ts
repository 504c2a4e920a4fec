import type { BrowserContext } from '@playwright/test'

import { writePng } from './png.ts'

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
 * cut off and reported, for no test may depend on the internet. While it stands in, Chromium's
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

/** A PNG file: a plain grey rectangle. */
function portrait(): Buffer {
  const { width, height } = images.portraitSize
  return writePng({
    width,
    height,
    palette: Buffer.alloc(3, 0x80),
    pixels: Buffer.alloc(width * height),
  })
}
