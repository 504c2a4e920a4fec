import { createHmac, timingSafeEqual } from 'node:crypto'

import * as z from 'zod/mini'

import { MEDIA_PATH, type MediaInfo } from '#contract/media.ts'
import { mayBeAsked } from '#host/media/media-fetch.ts'
import { pathOfTarget } from '#host/task-api.ts'

/** Videos of other hosts that are handed out, and the secret with which their paths are signed. */
export interface MediaConfig extends MediaInfo {
  secret: string
}

/** In the path it grows by a third. nginx takes a first line of 8 KB. */
const MAX_URL = 4096

/** What a path carries: its end in milliseconds since the epoch, who has asked for it, the address. */
const payload = z.tuple([z.number(), z.string(), z.string()])

/** Writes and reads paths. Nothing is kept: a path carries all that is known of it, signed. */
export function mediaPaths({ hosts, secret }: MediaConfig, now: () => number) {
  const digest = (what: string, text: string) =>
    createHmac('sha256', secret).update(`media ${what} ${text}`).digest()

  /** Writes a path. @returns null: the address is not handed out */
  function sign(text: string, owner: string, end: number): string | null {
    if (text.length > MAX_URL || !URL.canParse(text)) return null
    const url = new URL(text)
    url.hash = ''
    if (!mayBeAsked(url, hosts) || url.href.length > MAX_URL) return null
    const carried = Buffer.from(JSON.stringify([end, owner, url.href])).toString('base64url')
    return `${MEDIA_PATH}/${carried}.${digest('path', carried).toString('base64url')}`
  }

  /** Reads a path. @returns undefined: this host has not signed it, or its time is over */
  function read(target: string) {
    const [carried = '', signature = '', rest] = pathOfTarget(target)
      .slice(MEDIA_PATH.length + 1)
      .split('.')
    const [sent, right] = [Buffer.from(signature, 'base64url'), digest('path', carried)]
    if (rest !== undefined || sent.length !== right.length || !timingSafeEqual(sent, right))
      return undefined
    const [end, owner, url] = payload.parse(
      JSON.parse(Buffer.from(carried, 'base64url').toString()),
    )
    const asked = { end, owner, url: new URL(url) }
    // The hosts may be others since it was signed.
    return end > now() && mayBeAsked(asked.url, hosts) ? asked : undefined
  }

  /** Stands for a key in a path. */
  const ownerOf = (apiKey: string) => digest('key', apiKey).toString('base64url').slice(0, 12)

  return { sign, read, ownerOf }
}
