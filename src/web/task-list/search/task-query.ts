import { normalizeTyped } from '#contract/record.ts'
import type { VideoTask } from '#contract/video-tasks.ts'

/** One reading of a search text: a task ID or number, or its first characters, and optionally its last ones. */
interface Wanted {
  /** the first characters in lower case; never empty */
  start: string
  /** the last characters of an ID that was shortened in the middle; '' otherwise */
  end: string
}

/** What a search text may mean; never empty. An ID is opaque text, so "order 7" may be one, or speak of task 7. */
export type TaskQuery = readonly Wanted[]

/** How a task matches a query. `whole`: an exact match. */
export type TaskMatch = 'whole' | 'part'

// The dashes may be missing, and a mail may have broken the line at one.
const wholeId = String.raw`(?<![\da-f])[\da-f]{8}(?:[-\s]{0,3}[\da-f]{4}){3}[-\s]{0,3}[\da-f]{12}(?![\da-f])`
const uuids = new RegExp(wholeId, 'gi')
/** A uuid at one place of a text. */
export const UUID = new RegExp(wholeId, 'iy')
/** So many characters of an ID find it, wherever they stand in it. */
const MIDDLE_LENGTH = 8
const shortened = /^(.+?)(?:…|\.{2,})(.*)$/

/** What stands before an ID in a ticket, as a pattern: "Task #", "ID:", "任务号：". */
export const LABEL = String.raw`(?:(?:(?:video|poster)[ _-])?(?:tasks?|jobs?|tickets?)(?:[ _-](?:id|no|number|nr))?|(?:uu)?id|number|n[o°](?=[.:#=\d])|nr|任务(?:编?号|\s?id)?|编号|工单)(?:[-_.:#=/|\s]+|(?=\d)|(?<=[^a-z\s]))`
/** The number of a task, as a pattern: with separators of thousands, or without. */
export const TASK_NUMBER = String.raw`(?:\d{1,3}(?:[,.'’\s]\d{3})+(?!\d)|\d+)`
const labelled = new RegExp(`^${LABEL}`, 'i')
const numbered = new RegExp(`^${TASK_NUMBER}$`)

/**
 * Parses the name of a task: an ID, perhaps among other words, a link to a task, "Task #1,812", "d3f1…9a2c".
 *
 * @returns undefined if there is nothing to look for, or if it is unclear which task is meant
 */
export function readTaskQuery(text: string): TaskQuery | undefined {
  const typed = normalizeTyped(text).trim()
  const ids = namedIds(typed)
  const linked = idInLink(typed)
  if (linked !== undefined) return wanted([linked])
  if (ids.length > 0) return ids.length === 1 ? ids[0] : undefined
  // An address without an ID in it.
  if (/^[a-z]+:\/\//i.test(typed)) return undefined
  const bare = withoutEdges(typed)
  const named = withoutEdges(bare.replace(labelled, ''))
  const name = numbered.test(named) ? named.replaceAll(/^0+(?=\d)|\D/g, '') : named
  return /\s/.test(name) ? undefined : wanted([name, named, bare])
}

/** The uuids in a text, each once, as they stand there. */
export function namedIds(text: string): TaskQuery[] {
  const ids = new Map((text.match(uuids) ?? []).map((id) => [plain(id), id.toLowerCase()]))
  return [...ids.values()].map((start) => [{ start, end: '' }])
}

/** The name of a task in an address. A chat may have added the end of its sentence, but a name with blanks is left alone. */
export function readTaskName(name: string): TaskQuery {
  const query = readTaskQuery(name)
  return query?.length === 1 ? query : [{ start: name.toLowerCase(), end: '' }]
}

/** A uuid is opaque text. People write its letters in lower or upper case, and leave out its dashes. */
export function matchTask(
  query: TaskQuery,
  { uuid, id }: Pick<VideoTask, 'uuid' | 'id'>,
): TaskMatch | undefined {
  return taskMatcher(query)(uuid?.toLowerCase() ?? null, id)
}

/** Matches many tasks with a query. @returns a function of the uuid in lower case, and the number */
export function taskMatcher(
  query: TaskQuery,
): (uuid: string | null, id: VideoTask['id']) => TaskMatch | undefined {
  const each = query.map(({ start, end }) => ({
    start,
    end,
    bare: plain(start),
    isNumber: /^\d/.test(start),
    inside: end === '' && start.length >= MIDDLE_LENGTH ? insideOf(start) : undefined,
  }))
  return (uuid, id) => {
    let best: TaskMatch | undefined
    for (const { start, end, bare, isNumber, inside } of each) {
      // Most tasks end here. A number is written out only to compare it with digits.
      const number = isNumber && id !== null ? String(id) : ''
      if (inside !== undefined && uuid !== null && inside.test(uuid)) best ??= 'part'
      if (uuid?.[0] !== start[0] && !number.startsWith(start)) continue
      const undashed = uuid === null ? '' : plain(uuid)
      if (end === '' && (start === uuid || start === number || bare === undashed)) return 'whole'
      const isPart = [uuid ?? '', number, undashed].some(
        (name) =>
          name.startsWith(start) && name.endsWith(end) && name.length >= start.length + end.length,
      )
      if (isPart) best = 'part'
    }
    return best
  }
}

/** The readings of some texts, each once. */
function wanted(texts: readonly string[]): TaskQuery | undefined {
  const each = [...new Set(texts.map((text) => withoutEdges(text).toLowerCase()))]
  const query = each
    .map((text) => {
      const [, start = text, end = ''] = shortened.exec(text) ?? []
      return { start, end }
    })
    .filter(({ start }) => start !== '')
  return query.length === 0 ? undefined : query
}

/** Finds a part of an ID, with dashes and without. */
function insideOf(text: string): RegExp {
  const each = Array.from(plain(text), (one) => (/\w/.test(one) ? one : `\\${one}`))
  return new RegExp(each.join('-?'))
}

/** A text of hexadecimal digits without its dashes; any other as it is. */
function plain(text: string): string {
  return /^[\da-f\s-]+$/i.test(text) ? text.replaceAll(/[\s-]/g, '').toLowerCase() : text
}

/** Drops quotes, brackets, the end of a sentence and the extension of a file, but not the dots of a shortened ID. */
function withoutEdges(text: string): string {
  return text
    .trim()
    .replace(/(?<=[\da-f])\.(?:mp4|m4v|mov|webm|gif|webp|png|jpe?g)$/i, '')
    .replaceAll(
      /^["'`“”‘’„«»‹›「」『』《》【】()<[{#№*|\s]+|["'`“”‘’„«»‹›「」『』《》【】)>\]},;:.!?*|/。、，；：！？\s]+$/g,
      (edge) => (/^\.{2,}$/.test(edge) ? edge : ''),
    )
}

/** The ID in a link: a parameter that names it, or the last part of its path. */
function idInLink(text: string): string | undefined {
  const [, named] = /[?&](?:task|(?:task_?)?(?:uu)?id)=([^&#\s]+)/i.exec(text) ?? []
  const [, below] = /(?:^|[/#])tasks?\/([^/?#\s]+)/i.exec(text) ?? []
  const [, last] =
    /^[a-z]+:\/\/[^/\s]+\/(?:[^?#\s]*\/)?([^/?#\s]*\d[^/?#\s]*)\/?(?:[?#]\S*)?$/i.exec(text) ?? []
  const id = named ?? below ?? last
  if (id === undefined) return undefined
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/**
 * A text as a search reads it: in the compatibility form of Unicode (NFKC), in which one letter has one spelling and full-width
 * signs are the usual ones, without characters that nobody sees, and with single blanks.
 */
export function plainText(text: string): string {
  return normalizeTyped(text.normalize('NFKC')).replaceAll(/\s+/g, ' ').trim()
}

/**
 * plainText for comparing: what a person types, messages and notes. Case does not matter, in Turkish, German and Greek neither,
 * and neither do accents and shapes of quotes.
 */
export function foldText(text: string): string {
  // Most texts. An index has a hundred thousand of them.
  if (ascii.test(text))
    return text.replaceAll(/\s+/g, ' ').trim().toLowerCase().replaceAll('`', "'")
  const folded = plainText(text).toUpperCase().toLowerCase().normalize('NFKD')
  return folded
    .replaceAll(ACCENTS, '')
    .normalize('NFKC')
    .replaceAll(/[ς‘’‛‚´`“”„‟«»]/g, (one) => FOLDED[one] ?? '"')
}

const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu
const ascii = /^[\t\n\r\x20-\x7e]*$/

/** What is not only another case. The rest are double quotes. */
const FOLDED: Readonly<Record<string, string>> = {
  ς: 'σ',
  ...Object.fromEntries(Array.from('‘’‛‚´`', (quote) => [quote, "'"])),
}
