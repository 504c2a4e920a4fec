const EXTENSION = String.raw`\.(?:jpe?g|jfif|png|gif|webp|bmp|avif|hei[cf]|tiff?|svg)`
/** Whether a text ends with the extension of an image. */
export const endsAsImage = new RegExp(`${EXTENSION}$`, 'i')
/** A URL whose image is followed by text in codes, as an address bar writes it. */
export const encodedEnding = new RegExp(
  `^(.*${EXTENSION})(?:%[c-f][\\da-f](?:%[89ab][\\da-f]){1,3})+$`,
  'i',
)

const closers: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '}': '{',
  '）': '（',
  '】': '【',
  '》': '《',
  '」': '「',
  '』': '『',
  '”': '“',
  '’': '‘',
}

/** A URL without what ends the sentence. sure: only what is certainly no part of it was left out; likely: all that may be none */
export function withoutEnding(core: string, before: string): { sure: string; likely: string } {
  let likely = core
  let sure = core
  const cutTo = (length: number, isSure: boolean) => {
    const isAllSure = isSure && sure === likely
    likely = likely.slice(0, length)
    if (isAllSure) sure = likely
  }
  const words = new RegExp(
    `^(?:.*?${EXTENSION}(?=[^\\x00-\\x7f][^./=&]*$)|.*?[\\x21-\\x7e](?=[，。；：！？、][^./=&]*$))`,
    'i',
  )
  const [image] = words.exec(core) ?? []
  if (image !== undefined) cutTo(image.length, true)
  for (;;) {
    const open = unbalancedIn(likely)
    const [end = ''] = /[.,;:!?'*\\。，、；：！？…]+$/.exec(likely) ?? []
    if (open !== undefined) {
      const closer = likely[open] ?? ''
      const isAscii = /[\x20-\x7e]/.test(closer)
      cutTo(
        open,
        endsAsImage.test(likely.slice(0, open)) ||
          !isAscii ||
          before.includes(closers[closer] ?? ''),
      )
    } else if (end !== '') {
      const head = likely.slice(0, -end.length)
      cutTo(
        head.length,
        endsAsImage.test(head) ||
          (/^[。，、；：！？]+$/.test(end) && /[\x21-\x7e]$/.test(head)) ||
          (before !== '' && before.trim().endsWith(end)),
      )
    } else return { sure, likely }
  }
}

/** Where the first bracket or quote closes that was not opened in a URL, if it does not stand within a name. */
function unbalancedIn(url: string): number | undefined {
  const open = new Map<string, number>()
  for (const [index, sign] of url.split('').entries()) {
    const opener = closers[sign]
    if (opener === undefined) open.set(sign, (open.get(sign) ?? 0) + 1)
    else if ((open.get(opener) ?? 0) > 0) open.set(opener, (open.get(opener) ?? 0) - 1)
    else if (!/[./][\p{L}\p{N}]/u.test(url.slice(index)) && isEdge(url, index)) return index
  }
  return undefined
}

function isEdge(url: string, index: number): boolean {
  return endsAsImage.test(url.slice(0, index)) || !/^[\p{L}\p{N}]/u.test(url.slice(index + 1))
}
