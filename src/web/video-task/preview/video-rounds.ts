import type { RefCallback } from 'react'

/** A video that loads nothing for this time is not waited for any longer, in milliseconds. */
const PATIENCE_MS = 10_000

/**
 * Videos that play in step. They begin each round together, and it lasts as long as the longest. If one of them has to
 * load, the others wait. One that comes later begins with the next round. No video is put to a time, which takes long,
 * or does not work, if its host sends no parts of a file.
 *
 * @returns the ref of each video
 */
export function createRounds(): RefCallback<HTMLVideoElement> {
  const all = new Set<HTMLVideoElement>()
  let round = new Set<HTMLVideoElement>()
  let hasBegun = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function update() {
    clearTimeout(timer)
    if ([...round].every((video) => hasEnded(video))) {
      round = new Set(all)
      hasBegun = false
      for (const video of round) if (video.currentTime > 0) video.currentTime = 0
    }
    const awaited = [...round].filter((video) => isAwaited(video))
    hasBegun ||= awaited.length === 0
    for (const video of all) {
      const isDue = round.has(video) && (awaited.length === 0 || awaited.includes(video))
      if (!isDue) video.pause()
      else if (video.readyState > 0 && !video.seeking && !hasEnded(video)) {
        // The browser may refuse, to save power.
        void video.play().catch(() => undefined)
      }
    }
    if (awaited.length === 0) return
    timer = setTimeout(() => {
      for (const video of awaited) round.delete(video)
      update()
    }, PATIENCE_MS)
  }

  return (video) => {
    if (video === null) return undefined
    all.add(video)
    if (!hasBegun) round.add(video)
    const listening = new AbortController()
    for (const event of ['canplay', 'playing', 'waiting', 'seeked', 'ended']) {
      video.addEventListener(event, update, listening)
    }
    const leave = () => {
      listening.abort()
      all.delete(video)
      round.delete(video)
      update()
    }
    video.addEventListener('error', leave, listening)
    return () => {
      leave()
      letGo(video)()
    }
  }
}

/** Whether a video has to load before it can go on. */
export function isAwaited(video: HTMLVideoElement): boolean {
  return video.seeking || (video.readyState < video.HAVE_FUTURE_DATA && !hasEnded(video))
}

function hasEnded({ ended, seeking }: HTMLVideoElement): boolean {
  return ended && !seeking
}

/** Ends the download when the element is removed. */
export function letGo(video: HTMLVideoElement | null) {
  return () => {
    video?.removeAttribute('src')
    video?.load()
  }
}
