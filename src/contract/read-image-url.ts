import {
  checkImageUrl,
  type ImageUrlReading,
  MAX_IMAGE_URL_LENGTH,
  type PutRight,
} from '#contract/image-url.ts'
import { normalizeTyped } from '#contract/record.ts'
import { sharePageOf } from '#contract/share-pages.ts'

/** A longer text is not read: no URL is as long, whatever stands around it. */
const LONGEST = 2 * MAX_IMAGE_URL_LENGTH

const scheme = /https?:\/\//i
const schemeTwice = /^(?:https?(?::\/*|\/\/+)\s*)+(?=https?(?::|\/\/))/i
const hasUrl = /[hｈ][tｔ]{2}[pｐ][sｓ]?[:：][/／]{2}/i

const EXTENSION = String.raw`\.(?:jpe?g|jfif|png|gif|webp|bmp|avif|hei[cf]|tiff?|svg)`
/** Whether a text ends with the extension of an image. */
const endsAsImage = new RegExp(`${EXTENSION}$`, 'i')
/** A URL whose image is followed by text in codes, as an address bar writes it. */
const encodedEnding = new RegExp(
  `^(.*${EXTENSION})(?:%[c-f][\\da-f](?:%[89ab][\\da-f]){1,3})+$`,
  'i',
)

/**
 * Reads an image URL. What is certainly no part of it is left out: blanks and characters that nobody sees around it, quotes,
 * brackets, the end of a sentence. What might be a part of it stays, with a doubt. The URL is otherwise as it was typed.
 */
export function readImageUrl(typed: string): ImageUrlReading {
  const text = typed.trim()
  if (text.length > LONGEST) {
    const check = checkImageUrl(text)
    return { ok: false, problem: check.ok ? 'too-long' : check.problem }
  }
  const seen = withoutUnseen(text)
  const plain = withoutEscapes(seen)
  const narrow = withNarrowHost(plain)
  if (schemeTwice.test(narrow)) {
    const once = narrow.replace(schemeTwice, '').replace(/^(https?):?\/+/i, '$1://')
    return { ok: false, problem: 'scheme-twice', ...suggest(once) }
  }
  const start = narrow.search(scheme)
  if (start === -1) {
    const check = checkImageUrl(seen)
    return { ok: false, problem: check.ok ? 'scheme' : check.problem, ...suggest(guess(seen)) }
  }
  const before = narrow.slice(0, start)
  const parts = severalIn(narrow.slice(start))
  if (parts.length > 1) {
    const urls = new Set(parts.map((part) => urlOf(readImageUrl(part))))
    const [only] = urls
    if (urls.size > 1 || only === undefined) {
      return {
        ok: false,
        problem: 'several',
        ...(!urls.has(undefined) && { suggestion: [...urls].join('\n') }),
      }
    }
    // A link in Markdown or in a mail often has its own address as its text.
    return judged(only, ['around'], only)
  }
  if (!isAround(before)) {
    const end = /[\s\p{Script=Han}]$|^h+$/u.test(before) ? narrow.slice(start) : ''
    return { ok: false, problem: 'scheme', ...suggest(end) }
  }
  const rest = narrow.slice(start)
  const [whole = ''] = (before.endsWith("'") ? /^[^\s"<>`']*/ : /^[^\s"<>`]*/).exec(rest) ?? []
  const after = rest.slice(whole.length)
  const core = before.endsWith(']') ? whole.replace(/\[\/\w+\]$/, '') : whole
  const ending = withoutEnding(core, before)
  if (/\s/.test(after) && !isSureEnd(ending.sure, before, after)) {
    const encoded = /[\r\n]/.test(after) ? '' : rest.replaceAll(/\s+/g, '%20')
    return { ok: false, problem: 'blank-inside', ...suggest(encoded) }
  }
  const isCut = after === '' || isSureEnd(ending.sure, before, after)
  const url = isCut ? ending.sure : rest
  // Characters that nobody sees: around the URL they mean nothing. Inside, it may lead elsewhere without them.
  if (!withNarrowHost(withoutEscapes(text)).includes(url)) {
    return { ok: false, problem: 'unseen', ...suggest(url) }
  }
  const putRight = [
    url !== narrow && ('around' as const),
    plain !== seen && ('escapes' as const),
    narrow !== plain && ('wide' as const),
    seen !== text && ('unseen' as const),
  ].filter((part) => part !== false)
  return judged(url, putRight, isCut ? ending.likely : ending.sure)
}

/** Checks a URL that was read. @param likely without an end that may belong to the sentence */
function judged(url: string, putRight: readonly PutRight[], likely: string): ImageUrlReading {
  const check = checkImageUrl(url)
  if (!check.ok) return { ok: false, problem: check.problem }
  const read = { ok: true, url, putRight } as const
  const page = sharePageOf(urlOrSame(likely, url))
  if (page !== undefined) {
    const suggestion = page.direct ?? (likely === url ? undefined : likely)
    return {
      ...read,
      doubt: { kind: 'page', site: page.site },
      ...(suggestion !== undefined && { suggestion }),
    }
  }
  if (likely !== url) return { ...read, doubt: { kind: 'ending' }, suggestion: likely }
  const shown = url.replaceAll(encodedUnseen, '')
  if (shown !== url) return { ...read, doubt: { kind: 'unseen' }, suggestion: shown }
  const [, image] = encodedEnding.exec(url) ?? []
  if (image !== undefined) return { ...read, doubt: { kind: 'ending' }, suggestion: image }
  const narrow = url.replaceAll(wideInside, normalizeTyped)
  return narrow === url ? read : { ...read, doubt: { kind: 'wide' }, suggestion: narrow }
}

// U+200B, U+200E, U+200F, U+202A–U+202E, U+2060–U+2069, U+FEFF, U+00AD as a browser's address bar writes them, and blanks at the end.
const encodedUnseen =
  /%e2%80%(?:8[bef]|a[a-e])|%e2%81%a\d|%ef%bb%bf|%c2%ad|(?:%20|%c2%a0|%e3%80%80)+$/gi

// Full-width signs and letters between plain characters. Among Chinese ones they belong to a name.
const wideInside =
  /(?<=[\x21-\x7e])[\uff05-\uff07\uff0d-\uff1f\uff21-\uff3a\uff3f\uff41-\uff5a]+(?=[\x21-\x7e])/g

function urlOrSame(likely: string, url: string): string {
  return checkImageUrl(likely).ok ? likely : url
}

/** The URL of one part of a text, without what stands between the parts. */
function urlOf(reading: ImageUrlReading): string | undefined {
  if (!reading.ok) return undefined
  return reading.doubt?.kind === 'ending' ? reading.suggestion : reading.url
}

/** What a text is read as, if that is a URL. */
function suggest(text: string): { suggestion?: string } {
  if (text === '') return {}
  const reading = readImageUrl(text)
  if (!reading.ok) return {}
  const { url, suggestion } = reading
  return { suggestion: reading.doubt?.kind === 'page' ? (suggestion ?? url) : url }
}

// What belongs to a letter or an emoji (a joiner, a variation selector), or what nobody sees.
const unseen =
  /([^\u0020-\u007e\p{P}\p{Cc}\p{Default_Ignorable_Code_Point}])((?:\u200c|\u200d|\ufe0e|\ufe0f)+)|(?!\s)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufeff\ufff9-\ufffb]/gu

/** A text without characters that nobody sees, except those that join the signs of a script or an emoji. */
function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, '$1$2').trim()
}

/** "&" and "/" as HTML and JSON write them. */
function withoutEscapes(text: string): string {
  if (!hasUrl.test(text) && !/https?:\\\/\\\//i.test(text)) return text
  return text
    .replaceAll(/&(?:amp;)+|&#0*38;|&#x0*26;|\\u0026/gi, '&')
    .replaceAll(/&quot;|&#0*34;|\\"/gi, '"')
    .replaceAll(/&lt;/gi, '<')
    .replaceAll(/&gt;/gi, '>')
    .replaceAll(/\\\/|\\u002f/gi, '/')
    .replaceAll(/\\u003d/gi, '=')
}

/** Plain letters and signs in a URL's scheme and host, and if they were full-width there, in the rest as well. */
function withNarrowHost(text: string): string {
  const origin =
    /[hｈ][tｔ]{2}[pｐ][sｓ]?[:：][/／]{2}[^/／?？#＃\s]*[／？＃]?/i.exec(text)?.[0] ?? ''
  const narrow = normalizeTyped(origin)
  return narrow === origin
    ? text
    : text.replace(origin, narrow).replaceAll(wideInside, normalizeTyped)
}

/** A text that may be meant as a URL: without or with a mistyped scheme, or encoded as a whole. */
function guess(text: string): string {
  if (/^https?%3a%2f%2f/i.test(text)) {
    try {
      return decodeURIComponent(text)
    } catch {
      return ''
    }
  }
  const mistyped =
    /^h{0,2}t{1,3}p(s?)\s*[:;：；/\\／][:;：；/\\／\s]*([^\s/\\:;.][^\s/]*\.\S.*)$/i.exec(text)
  if (mistyped !== null) return `http${mistyped[1]?.toLowerCase() ?? ''}://${mistyped[2] ?? ''}`
  return /^(?:\/\/)?(?:[a-z\d-]+\.)+[a-z]{2,}[/:?]\S+$/i.test(text)
    ? `https://${text.replace(/^\/\//, '')}`
    : ''
}

/** Whether what stands before a URL is certainly no part of it: signs, a number in a list, a label, markup. */
function isAround(before: string): boolean {
  if (/^(?:blob|data|file|javascript|filesystem):/i.test(before)) return false
  return (
    /^[^\p{L}\p{N}]*$/u.test(before) ||
    /^\s*\d{1,4}\s*[.)、:：]\s*$/.test(before) ||
    /(?:[:：]|\]\(|\b(?:src|href|url|content)\s*=\s*["']?|\burl\(\s*["']?|["'<>\]「『《【“‘（(])\s*$/i.test(
      before,
    )
  )
}

/** Whether a URL certainly ends before a blank, a quote or an angle bracket. */
function isSureEnd(url: string, before: string, after: string): boolean {
  if (/^\s*[^\p{L}\p{N}]*$/u.test(after)) return true
  if (after.startsWith('<')) return true
  if (/^[">`']/.test(after)) return before !== '' || endsAsImage.test(url)
  // The title of a link in Markdown.
  if (before.endsWith('(') && /^\s+["'(]/.test(after)) return true
  if (/[./]\w/.test(after)) return false
  const isPage = checkImageUrl(url).ok && sharePageOf(url) !== undefined
  return endsAsImage.test(url) || isPage || /^\s+[^\x20-\x7e]/.test(after)
}

/** The URLs of a text that has several: glued together, or with a comma or a blank between them. */
function severalIn(text: string): string[] {
  const starts = [0]
  for (const { index } of text.matchAll(/https?:\/\//gi)) {
    const before = text.slice(starts.at(-1), index)
    // A proxy or an archive has the address of another in its path or query.
    const isInside = /\s|["<>]/.test(before)
      ? false
      : /[/=?&#@%]$/.test(before) ||
        (/[\w-][:(]$/.test(before) && !endsAsImage.test(before.slice(0, -1))) ||
        /[?&][^?#]*=https?:\/\//i.test(before)
    if (index > 0 && !isInside) starts.push(index)
  }
  return starts.map((start, index) => {
    const end = starts[index + 1]
    return end === undefined
      ? text.slice(start)
      : text.slice(start, end).replace(/[\s,;|、，；(（"'<]+$/, '')
  })
}

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
function withoutEnding(core: string, before: string): { sure: string; likely: string } {
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
  for (;;) {
    const [image] = words.exec(likely) ?? []
    if (image !== undefined) cutTo(image.length, true)
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
