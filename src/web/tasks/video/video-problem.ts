/** Why a video does not play, as far as a browser tells. */
export type VideoProblem = 'blocked' | 'format' | 'not-loaded'

/** What a file is by its ending, for those that some browsers do not play. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['avi', 'video/x-msvideo'],
  ['flv', 'video/x-flv'],
  ['m3u8', 'application/vnd.apple.mpegurl'],
  ['m4v', 'video/x-m4v'],
  ['mkv', 'video/x-matroska'],
  ['mov', 'video/quicktime'],
  ['mp4', 'video/mp4'],
  ['mpd', 'application/dash+xml'],
  ['ogv', 'video/ogg'],
  ['webm', 'video/webm'],
  ['wmv', 'video/x-ms-wmv'],
])

/** Names of MediaError's codes. */
const DECODING = 3
const NOT_SUPPORTED = 4

/**
 * Reads from a media error why it came. Code 4 stands for a format that cannot be played as well as
 * for an address that is gone: then the ending of the address decides.
 *
 * @param code of the MediaError
 * @param canPlay whether the browser plays a type, as far as it says
 */
export function problemOf(
  code: number | undefined,
  url: string,
  canPlay: (type: string) => boolean,
): VideoProblem {
  if (code === DECODING) return 'format'
  if (code !== NOT_SUPPORTED) return 'not-loaded'
  const ending = /\.([\da-z]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  const type = TYPES.get(ending)
  return type === undefined || canPlay(type) ? 'not-loaded' : 'format'
}

/** Whether the address in a report of a policy is that of a video: a fragment is left out there. */
export function isSameAddress(reported: string, url: string): boolean {
  return reported === url.replace(/#.*$/s, '')
}
