import { type ImageUrlReading, MAX_IMAGE_URL_LENGTH, type PutRight } from '#contract/image-url.ts'
import { formatNumber } from '#web/format/number.ts'
import { joinList, joinSentences } from '#web/format/sentences.ts'
import { CELL_LENGTH, DETAIL_LENGTH, isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'

type Usable = Extract<ImageUrlReading, { ok: true }>
type Unusable = Extract<ImageUrlReading, { ok: false }>

const problems: Record<Unusable['problem'], (typed: string) => string> = {
  empty: m.image_problem_empty,
  scheme: m.image_problem_scheme,
  'scheme-twice': m.image_problem_scheme_twice,
  several: m.image_problem_several,
  unseen: (typed) => m.image_problem_unseen({ shown: aroundUnseen(typed) }),
  'blank-inside': m.image_problem_blank_inside,
  'lost-character': m.image_problem_lost_character,
  'too-long': () => m.image_problem_too_long({ max: formatNumber(MAX_IMAGE_URL_LENGTH) }),
  'no-host': m.image_problem_no_host,
  credentials: m.image_problem_credentials,
  'not-a-url': m.image_problem_not_a_url,
  'private-host': m.image_problem_private_host,
  gone: m.error_picture_gone,
}

const putRight: Record<PutRight, () => string> = {
  around: m.image_put_right_around,
  unseen: m.image_put_right_unseen,
  wide: m.image_put_right_wide,
  escapes: m.image_put_right_escapes,
}

/** How much of a URL is shown before and after the first character that nobody sees. */
const CONTEXT = 12

/** What is wrong with an image URL, in words. */
export function imageProblemWords({ problem }: Pick<Unusable, 'problem'>, typed: string): string {
  return problems[problem](typed)
}

/** What was put right in a text, and why its URL may not be what is meant; undefined: nothing. */
export function imageNoteWords(reading: Usable): string | undefined {
  const words = joinSentences(putRightWords(reading) ?? '', doubtWords(reading) ?? '')
  return words === '' ? undefined : words
}

/** What was put right in a text, and the URL that is used; undefined: nothing. */
function putRightWords({ url, putRight: parts }: Usable): string | undefined {
  if (parts.length === 0) return undefined
  return m.image_put_right({
    url: isolated(showUntrusted(url, DETAIL_LENGTH)),
    parts: joinList(parts.map((part) => putRight[part]())),
  })
}

/** Why a URL may not be what is meant; undefined: there is no doubt. */
function doubtWords({ doubt, suggestion }: Usable): string | undefined {
  switch (doubt?.kind) {
    case 'page':
      return joinSentences(
        m.image_doubt_page({ site: doubt.site }),
        suggestion === undefined ? m.image_doubt_page_advice() : '',
      )
    case 'ending':
      return m.image_doubt_ending()
    case 'unseen':
      return m.image_doubt_unseen()
    case 'wide':
      return m.image_doubt_wide()
    case undefined:
      return undefined
  }
}

/** The URL that is probably meant; undefined: none is known. */
export function suggestionWords({ suggestion }: ImageUrlReading): string | undefined {
  if (suggestion === undefined) return undefined
  const urls = suggestion.split('\n').map((url) => isolated(showUntrusted(url, DETAIL_LENGTH)))
  return m.image_suggestion({ url: joinList(urls) })
}

/** The first character that nobody sees as a code, with what stands around it. */
function aroundUnseen(typed: string): string {
  const text = typed.trim()
  const shown = showUntrusted(text, DETAIL_LENGTH)
  const at = Math.max(0, shown.indexOf('⟨U+'))
  const start = Math.max(0, at - CONTEXT)
  const part = shown.slice(start, at + CONTEXT * 2)
  const end = start + part.length < shown.length ? '…' : ''
  return isolated(showUntrusted(`${start > 0 ? '…' : ''}${part}${end}`, CELL_LENGTH))
}
