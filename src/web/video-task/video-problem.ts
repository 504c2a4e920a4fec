/** Why a video does not play, as far as the browser reports it. */
export type VideoProblem = 'blocked' | 'format' | 'not-loaded'

/** File ending → type, for types that some browsers do not play. */
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

/** Codes of MediaError. */
const DECODING = 3
const NOT_SUPPORTED = 4

/**
 * The cause of a media error. Code 4 can mean a format that the browser does not play, or an address that
 * no longer exists. The file ending of the address decides between the two.
 *
 * @param code of the MediaError
 * @param canPlay whether the browser says that it may play a type
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

/** Whether a policy report is about this address. Reports leave out the fragment. */
export function isSameAddress(reported: string, url: string): boolean {
  return reported === url.replace(/#.*$/s, '')
}
