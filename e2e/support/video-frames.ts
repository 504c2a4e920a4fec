import type { Locator, Page, Request } from '@playwright/test'

/** How many frames of videos are on a screen, or in a part of it: canvases that are not of one colour. */
export const countFrames = (screen: Page | Locator): Promise<number> =>
  screen.locator('canvas').evaluateAll(
    (all) =>
      all.filter((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return false
        // A copy: reading from a canvas again and again makes it slow, and the browser warns of that.
        const context = new OffscreenCanvas(32, 32).getContext('2d', { willReadFrequently: true })
        context?.drawImage(canvas, 0, 0, 32, 32)
        const data = context?.getImageData(0, 0, 32, 32).data ?? []
        return new Set(data).size > 8
      }).length,
  )

/** The requests for videos from now on. */
export function watchVideos(page: Page) {
  const videos = { urls: new Set<string>(), inFlight: new Set<Request>(), most: 0 }
  page.on('request', (request) => {
    if (request.resourceType() !== 'media') return
    videos.urls.add(request.url())
    videos.inFlight.add(request)
    videos.most = Math.max(videos.most, videos.inFlight.size)
  })
  const end = (request: Request) => videos.inFlight.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return videos
}
