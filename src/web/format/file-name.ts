/** Names that Windows takes for a device, with any extension. */
const device = /^(?:con|prn|aux|nul|clock|conin|conout|(?:com|lpt)[\d¹²³])$/i

/** The extensions that a saved video or image may keep. A file with another one might run when it is opened. */
const media = /\.(?:mp4|m4v|mov|webm|mkv|ogv|gif|webp|png|jpe?g)$/i

/** The most characters of an untrusted text in a file name. */
const MAX_LENGTH = 60

/**
 * Makes a file name of untrusted texts. It is never a path, a device, a hidden file or an executable.
 *
 * @param name its letters, digits, `-` and `_` are kept
 * @param path of the file's address: its extension is kept if it is that of a video or an image
 */
export function safeFileName(name: string, path: string): string {
  const short = name.slice(0, MAX_LENGTH)
  // Compiling the other expressions would delay the first list of videos.
  const plain = /^[\da-z]+$/i.test(short)
    ? short
    : short
        .replaceAll(/[^\p{L}\p{N}]+/gu, (between) => (/^[-_]$/.test(between) ? between : '_'))
        .replaceAll(/^[-_]+|[-_]+$/g, '')
  const ending = media.exec(path)?.[0].toLowerCase() ?? ''
  return `${plain === '' || device.test(plain) ? `video${plain}` : plain}${ending}`
}
