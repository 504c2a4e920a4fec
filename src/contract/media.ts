/**
 * Videos and pictures of other hosts that our host hands out from its own address, if it was set up to (spec: not shown). So the page can
 * save, pack, share and draw what the other host lets no page read, and the other host learns nothing about the reader.
 */

/**
 * Where a page asks for the paths of addresses (POST with an API key: MediaRequest → MediaReply), and below it where these are handed
 * out (GET and HEAD, without a key). With the parameter SAVE_AS the browser saves the file under this name. What is not handed out has a
 * status: 403 for a path that the host has not signed or whose time is over, 410 once the other host no longer has the file under this address (it said 403,
 * 404 or 410), 413 for a file that is too large, 415 for what is no video and no picture, 502 and 504 for a host that does not answer
 * as it should, 503 when too much is handed out.
 */
export const MEDIA_PATH = '/host/media'

/** The query parameter with a file name. */
export const SAVE_AS = 'as'

/** The most addresses of one request. */
export const MOST_MEDIA = 100

/** What a host says about media. */
export interface MediaInfo {
  /** what it hands out: names of hosts such as "cdn.example", "*.cdn.example" for all below a name, or origins with scheme and port */
  hosts: readonly string[]
}

/** Asks for the paths of addresses. */
export interface MediaRequest {
  /** absolute, http: or https: */
  urls: readonly string[]
}

/** The paths in the order of the addresses, each valid until a time. */
export interface MediaReply {
  /** null: the host does not hand out this address */
  paths: readonly (string | null)[]
  /** milliseconds since the epoch by the host's clock */
  until: number
}

/**
 * Whether a host hands out an address.
 *
 * @param hosts as in MediaInfo. A name stands for http: and https: on their usual ports, an origin for exactly itself
 */
export function isHandedOut(
  url: { origin: string; protocol: string; hostname: string; port: string },
  hosts: readonly string[],
): boolean {
  return hosts.some((entry) => {
    if (entry.includes('://')) return url.origin === entry
    if (url.port !== '' || !/^https?:$/.test(url.protocol)) return false
    return entry.startsWith('*.') ? url.hostname.endsWith(entry.slice(1)) : url.hostname === entry
  })
}
