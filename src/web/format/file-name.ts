/** Names that Windows takes for a device, whatever stands behind a dot. */
const device = /^(?:con|prn|aux|nul|clock|conin|conout|(?:com|lpt)[\d¹²³])$/i

/** What a saved video or picture may end in; anything else might be run when it is opened. */
const media = /\.(?:mp4|m4v|mov|webm|mkv|ogv|gif|webp|png|jpe?g)$/i

/** Most characters of a foreign text in the name of a file. */
const MAX_LENGTH = 60

/**
 * A file name made of foreign texts: no path, no device, nothing hidden, and no ending that is run.
 *
 * @param name its letters, digits, `-` and `_` are kept
 * @param path of the address that the file comes from: its ending is kept where it is a video's or a picture's
 */
export function safeFileName(name: string, path: string): string {
  const plain = name
    .slice(0, MAX_LENGTH)
    .replaceAll(/[^\p{L}\p{N}]+/gu, (between) => (/^[-_]$/.test(between) ? between : '_'))
    .replaceAll(/^[-_]+|[-_]+$/g, '')
  const ending = media.exec(path)?.[0].toLowerCase() ?? ''
  return `${plain === '' || device.test(plain) ? `video${plain}` : plain}${ending}`
}
