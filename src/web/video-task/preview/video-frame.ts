import { isSameAddress } from '#web/video-task/video-problem.ts'
import { createTurns } from '#web/video-task/preview/turns.ts'

/** How many videos load at the same time. */
const AT_ONCE = 4

/** The longest side of a drawn frame, in pixels. A hundred of them take at most 50 MiB. */
const LONGEST_SIDE = 360

/** A video that shows nothing after this time is given up, in milliseconds. */
const TIME_LIMIT_MS = 20_000

/** A frame whose data is loaded is drawn after this time at the latest, in milliseconds. */
const FRAME_LIMIT_MS = 1_000

/** Browsers on phones show nothing of a video that has not been played, unless a time is asked for. */
const FIRST_MOMENT = '#t=0.1'

/** Whether the browser tells when a frame can be drawn. */
const TELLS_FRAMES = 'requestVideoFrameCallback' in HTMLVideoElement.prototype

const inTurn = createTurns(AT_ONCE)

/** The hosts that the content security policy has blocked since the page was loaded. They are not asked again. */
const blockedHosts = new Set<string>()

/**
 * Draws the first frame of a video, and lets go of the video: a page of a hundred tiles holds no video.
 *
 * @param url must have passed safeHttpUrl
 * @param signal aborted: the frame is not needed any more
 * @returns false if the video does not load
 */
export async function drawFirstFrame(
  url: URL,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<boolean> {
  let isDrawn = false
  await inTurn(async () => {
    if (blockedHosts.has(url.host)) return
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    video.preload = 'metadata'
    try {
      isDrawn = (await showsFrame(video, url, signal)) && draw(video, canvas)
    } finally {
      video.removeAttribute('src')
      // Ends the download.
      video.load()
    }
  }, signal)
  return isDrawn
}

/** Loads a video. @returns whether it shows a frame */
async function showsFrame(
  video: HTMLVideoElement,
  url: URL,
  signal: AbortSignal,
): Promise<boolean> {
  const listening = new AbortController()
  const once = { signal: listening.signal }
  let timer: ReturnType<typeof setTimeout> | undefined
  const result = new Promise<boolean>((resolve) => {
    // Chromium says that data is loaded before it can draw the frame, now and then.
    if (TELLS_FRAMES) video.requestVideoFrameCallback(() => resolve(true))
    video.addEventListener(
      'loadeddata',
      () => {
        clearTimeout(timer)
        timer = setTimeout(() => resolve(true), FRAME_LIMIT_MS)
      },
      once,
    )
    video.addEventListener('error', () => resolve(false), once)
    signal.addEventListener('abort', () => resolve(false), once)
    document.addEventListener(
      'securitypolicyviolation',
      ({ blockedURI }) => {
        if (!isSameAddress(blockedURI, url.href)) return
        blockedHosts.add(url.host)
        resolve(false)
      },
      once,
    )
    timer = setTimeout(() => resolve(false), TIME_LIMIT_MS)
  })
  video.src = url.hash === '' ? `${url.href}${FIRST_MOMENT}` : url.href
  try {
    return await result
  } finally {
    clearTimeout(timer)
    listening.abort()
  }
}

/** @returns false if the video has no picture */
function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video
  const longest = Math.max(videoWidth, videoHeight)
  if (longest === 0) return false
  const scale = Math.min(1, LONGEST_SIDE / longest)
  canvas.width = Math.max(1, Math.round(videoWidth * scale))
  canvas.height = Math.max(1, Math.round(videoHeight * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return true
}
