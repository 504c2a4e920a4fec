/**
 * Why a video does not play, as far as the browser reports it. `sound-only`: it plays without a picture; `not-video`:
 * what came is nothing that the browser can read, which a page about an expired address is not, either; `unclear`: of
 * another host's video the browser does not tell whether nothing came, or what it cannot play. The latter is also a video that is
 * sent as text: browsers block that of another host. Of a video that our host hands out, it says more: `expired`, `too-large`, `busy`.
 */
export type VideoProblem =
  | 'blocked'
  | 'format'
  | 'sound-only'
  | 'not-video'
  | 'not-loaded'
  | 'unclear'
  | 'expired'
  | 'too-large'
  | 'busy'

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

/** What Chromium says of a file that it has read, and none of whose pictures and sounds it can decode. */
const READ_IN_VAIN = /NO_SUPPORTED_STREAMS|DECODER_ERROR/

/** What Chromium says of bytes in which it finds no video. */
const NOT_READABLE = 'DEMUXER_ERROR'

/**
 * The cause of a media error. Code 4 can mean a format that the browser does not play, or an address that
 * no longer exists. What the browser says beside the code decides between them, or else the file ending of the address.
 *
 * @param canPlay whether the browser says that it may play a type
 */
export function problemOf(
  error: Pick<MediaError, 'code' | 'message'> | null,
  url: string,
  canPlay: (type: string) => boolean,
): VideoProblem {
  if (error?.code === DECODING) return 'format'
  if (error?.code !== NOT_SUPPORTED) return 'not-loaded'
  if (READ_IN_VAIN.test(error.message)) return 'format'
  const ending = /\.([\da-z]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  const type = TYPES.get(ending)
  if (type !== undefined && !canPlay(type)) return 'format'
  return error.message.includes(NOT_READABLE) ? 'not-video' : 'unclear'
}

/** Whether another address of the same video may play. */
export function isAddressInDoubt(problem: VideoProblem): boolean {
  return !['format', 'sound-only', 'too-large', 'busy'].includes(problem)
}

/** Whether a policy report is about this address. Reports leave out the fragment. */
export function isSameAddress(reported: string, url: string): boolean {
  return reported === url.replace(/#.*$/s, '')
}
