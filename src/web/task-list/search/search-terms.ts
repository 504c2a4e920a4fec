import { type ListFilters, TASK_STATUS, TASK_STATUSES } from '#contract/video-tasks.ts'
import { type DayNumber, dayOf } from '#web/format/calendar.ts'
import { TYPED_NUMBER } from '#web/format/typed-number.ts'
import { createdAt, month } from '#web/task-list/search/search-days.ts'
import {
  COMPARISON,
  compile,
  DURATION,
  inQuotes,
  type Limits,
  matchAt,
  NUMBERS,
  numbersIn,
  OR,
  PART_OF_ID,
  readers,
  type SearchCondition,
  type SearchedStatus,
  together,
  unquoted,
} from '#web/task-list/search/search-readers.ts'
import { namedIds, plainText, readTaskQuery } from '#web/task-list/search/task-query.ts'

/** A part of a search text, and what it means. */
export interface SearchTerm {
  /** as it was typed; read alone, it means the same */
  text: string
  condition: SearchCondition
}

const NOT = compile(
  String.raw`(?:(?:is|are|was|were|has|have|had|do|does|did)(?:\s+not|n[o']?t)|not|non-?|no|without|excluding|except(?:\s+for)?|other\s+than|(?:all|every(?:thing|one)?|anything)\s+(?:but|except(?:\s+for)?)|neither|nor|never)\s+(?:yet\s+|been\s+|the\s+|an?\s+)?|non-(?=\w)|(?:除了|除|排除|不要|不是|没有|没|不|非|未)\s*`,
)
/** A sign that leaves out what follows it at once. */
const SIGN = /(?<![^\s,;、。])[-!](?=[^\s\-!=\d])/y
const BETWEEN = compile(OR)

/** Words that say nothing about a task. */
const FILLERS =
  /^(?:the|an?|of|for|from|with|on|in|at|and|but|that|this|some|something|ones?|tasks?|videos?|posters?|is|are|was|were|it|its|created|all|my|only|both|either|everything|show|me|find|which|what|&|的|了|和|与|在|有|任务|视频|海报|创建|所有)$/i

/** Words with commas between them are no sentence. */
const LIST = /^[^\s,]+(?:,\s*[^\s,]+)+$/

const IN_BRACKETS = /^[\p{Ps}<`]([^\p{Ps}\p{Pe}<>`]+)[\p{Pe}>`]$/u

/** Fillers that make a sentence of the words beside them. */
const VERBS = /^(?:is|are|was|were|it|that)$/i

const QUOTED =
  /["“„‟](?<double>(?:\\["\\]|[^"“”‟])+)["”“‟]|(?<!\w)['‘‚](?<single>(?:[^'’‘]|['’](?=\w))+)['’‘](?!\w)|«(?<a>[^«»]+)»|»(?<b>[^«»]+)«|‹(?<c>[^‹›]+)›|「(?<d>[^「」]+)」|『(?<e>[^『』]+)』/y

/**
 * Reads a search text in its likeliest meaning: IDs in any notation, days and times, durations, prices, statuses, with "not" and
 * "or". The rest is words. A semicolon separates parts that are read on their own.
 *
 * @param today the day in the time zone that is shown
 */
export function readSearch(text: string, today: DayNumber): SearchTerm[] {
  return termsOf(plainText(text), today, true)
}

/** @param isPasted a part may be a sentence that somebody pasted */
function termsOf(typed: string, today: DayNumber, isPasted: boolean): SearchTerm[] {
  const parts: Piece[][] = [[]]
  for (let at = 0; at < typed.length;) {
    const piece = pieceAt(typed, at, today)
    at = piece.end
    if (piece.kind === 'break') parts.push([])
    else if (piece.kind !== 'gap') parts.at(-1)?.push(piece)
  }
  return merged(parts.flatMap((pieces) => readPart(typed, pieces, isPasted)))
}

/** What a list is restricted to. */
export type Restriction = Pick<ListFilters, 'status'> & { text: string }

/** Makes a status that a text searches for the filter. @returns undefined: it does not ask for one alone */
export function takeStatus(text: string): Restriction | undefined {
  const said = statusTerms(text).map(({ condition: one }) => one.kind === 'status' && one.status)
  const statuses = new Set(said)
  const [status, another] = TASK_STATUSES.filter((known) => statuses.has(known))
  return status && !another ? { status, text: withoutStatus(text) } : undefined
}

/** Statuses are the filter or in the search text: of two that a person asked for, the last one stays. */
export function oneStatus(before: Restriction, next: Restriction): Restriction {
  if (next.status === undefined) return next
  if (next.status !== before.status) return { ...next, text: withoutStatus(next.text) }
  const known = new Set(statusTerms(before.text).map((term) => keyOf([term])))
  const isNew = statusTerms(next.text).some((term) => !known.has(keyOf([term])))
  return isNew ? { ...next, status: undefined } : next
}

/** The terms of a search text that are about the status and nothing else. */
function statusTerms(text: string): SearchTerm[] {
  return readSearch(text, dayOf(Date.now())).filter(({ condition }) => isAboutStatus(condition))
}

function isAboutStatus(one: SearchCondition): boolean {
  if (one.kind === 'not') return isAboutStatus(one.condition)
  return 'conditions' in one ? one.conditions.every(isAboutStatus) : one.kind === 'status'
}

function withoutStatus(text: string): string {
  return statusTerms(text).reduce((rest, term) => withoutTerm(rest, term.text), text)
}

/** The last term of a search text, as it was typed. @returns undefined: it has none */
export function lastTerm(text: string): string | undefined {
  return readSearch(text, dayOf(Date.now())).at(-1)?.text
}

/** Leaves a term out of a search text, as that is read today. The rest means the same. */
export function withoutTerm(text: string, term: string): string {
  const today = dayOf(Date.now())
  const others = readSearch(text, today).filter((one) => one.text !== term)
  return joinTerms(others, today)
}

/** A text that reads as these terms. Blanks between them may make one of two words. */
export function joinTerms(terms: readonly SearchTerm[], today: DayNumber): string {
  const texts = terms.map(({ text }) => text)
  const joined = texts.join(' ')
  return keyOf(readSearch(joined, today)) === keyOf(terms) ? joined : texts.join('; ')
}

/** Terms that find the same tasks have the same key. */
function keyOf(terms: readonly SearchTerm[], look?: typeof lookOf): string {
  return JSON.stringify(
    terms.map(({ condition }) => condition),
    look,
  )
}

const lookOf = (_: string, one?: SearchCondition) => (one?.kind === 'words' ? one.text : one)

/** One way to read what is typed. */
export interface SearchReading {
  /** a search text that reads as exactly these terms */
  text: string
  terms: SearchTerm[]
}

/** The most readings that are offered. */
const MOST_READINGS = 5

/** What an unfinished word may become. */
const COMPLETIONS =
  'failed completed processing pending unfinished yesterday today starred hidden 失败 已完成 处理中 等待中 未完成 昨天 今天 最近7天 上周 上个月 已加星标 已隐藏 有备注 有视频 没有视频'
    .split(' ')
    .concat(
      'last 7 days',
      'last week',
      'last month',
      'late',
      'with note',
      'with video',
      'without video',
    )

/** Other meanings of a whole text. $& is what was typed. */
const MEANINGS: readonly [RegExp, readonly string[]][] = [
  // A blank may separate two numbers, and a long number is one of a task.
  [compile(String.raw`(?!\d+ )${TYPED_NUMBER}`), ['#$&']],
  [compile(String.raw`(?:${COMPARISON}\s*|(?!\d+ ))${TYPED_NUMBER}`), ['price $&']],
  [compile(String.raw`(?:${COMPARISON}\s*)?\d{1,3}`), ['took $& min']],
  [compile(DURATION), ['took $&', 'took over $&', 'took under $&']],
  [compile(month), ['in $&']],
]

/**
 * The ways to read what is typed, the likeliest first: at most five, each with a text that reads so.
 *
 * @param today the day in the time zone that is shown
 */
export function readingsOf(text: string, today: DayNumber): SearchReading[] {
  const typed = plainText(text)
  if (typed === '') return []
  const [, before = '', last = ''] = /^(.*\s)?(\S+)$/.exec(typed) ?? []
  const completed = COMPLETIONS.filter(
    (word) => word !== last.toLowerCase() && word.startsWith(last.toLowerCase()),
  )
  const texts = [
    likeliest(typed),
    ...MEANINGS.flatMap(([pattern, others]) =>
      isWhole(pattern, typed) ? others.map((other) => other.replace('$&', typed)) : [],
    ),
    typed,
    // A message may begin with "not", so a word after it is not left out by itself.
    typed.replace(/^not (?=\S+$)/i, '-'),
    ...(last.length > 1 || /\p{Script=Han}/u.test(last)
      ? completed.slice(0, 2).map((word) => before + word)
      : []),
    joinTerms(termsOf(typed, today, false), today),
    inQuotes(typed),
  ]
  const readings = texts.map((one) => ({ text: one, terms: readSearch(one, today) }))
  // Words look the same whether or not they may be an ID.
  const shown = readings.map(({ terms }) => keyOf(terms, lookOf))
  return readings.filter((_, at) => shown.indexOf(shown[at] ?? '') === at).slice(0, MOST_READINGS)
}

const BARE_COMPARISON = compile(String.raw`${COMPARISON}\s*${TYPED_NUMBER}`)

/** More words than these are a message that somebody pasted. */
const MOST_WORDS = 6

/** What is most likely meant by what is typed: a comparison that does not say of what is one of prices. */
export function likeliest(text: string): string {
  const typed = plainText(text)
  return isWhole(BARE_COMPARISON, typed) ? `price ${typed}` : text
}

function isWhole(pattern: RegExp, text: string): boolean {
  return matchAt(pattern, text, 0)?.[0].length === text.length
}

/** A text that names no task. */
function literal(text: string): SearchCondition {
  return { kind: 'words', text, query: undefined }
}

/** A text that is searched as it is. It may be a part of an ID. */
function words(text: string, query = readTaskQuery(text)): SearchCondition {
  return { kind: 'words', text, query }
}

interface Piece {
  /** `gap`: nothing. `break`: what follows is read on its own */
  kind: 'term' | 'word' | 'filler' | 'or' | 'gap' | 'break'
  at: number
  end: number
  condition: SearchCondition | undefined
}

/** What separates words. A sign counts at the start of a word only. */
const GAP = /[\s,、。]+|(?<=[^\s,;、。])[-!.?:]+/y
const BREAK = /[\s,]*;[\s;,]*/y
/** A comma between digits separates thousands. */
const WORD_END = /[\s;、。]|,(?!\d{3}(?!\d))|(?<!\d),/y

/** What stands at a place of a text. Chinese words have no blanks between them: they end where something is understood. */
function pieceAt(typed: string, at: number, today: DayNumber): Piece {
  const made = (kind: Piece['kind'], length: number, condition?: SearchCondition): Piece => ({
    kind,
    at,
    end: at + length,
    condition,
  })
  const gap = matchAt(BREAK, typed, at) ?? matchAt(GAP, typed, at)
  if (gap !== null) return made(gap[0].includes(';') ? 'break' : 'gap', gap[0].length)
  const term = termAt(typed, at, today)
  if (term !== undefined) return made('term', term.length, term.condition)
  const or = matchAt(BETWEEN, typed, at)
  if (or !== null) return made('or', or[0].length)
  const phrase = phraseAt(typed, at)
  if (phrase !== undefined) return made('word', phrase.length, phrase.condition)
  const id = matchAt(PART_OF_ID, typed, at)?.[0]
  if (id !== undefined) {
    return made('word', id.length, words(id, readTaskQuery(id.replaceAll(' ', '-'))))
  }
  const word = wordAt(typed, at, today)
  const plain = word.replaceAll(/^的(?=.)|[.!?:]+$/g, '').replace(IN_BRACKETS, '$1')
  // A mark of punctuation alone says nothing either.
  if (FILLERS.test(plain) || /^\p{P}*$/u.test(plain)) return made('filler', word.length)
  const condition = NUMBERS.test(plain) ? numbersIn(plain, words) : words(plain)
  return made('word', word.length, condition)
}

function wordAt(typed: string, at: number, today: DayNumber): string {
  let end = at + 1
  while (end < typed.length && matchAt(WORD_END, typed, end) === null) {
    const isChinese = /\p{Script=Han}/u.test(typed.charAt(end))
    if (isChinese && termAt(typed, end, today) !== undefined) break
    end += 1
  }
  return typed.slice(at, end)
}

interface Found {
  /** in characters */
  length: number
  condition: SearchCondition
}

/** What is understood at a place of the text. */
function termAt(typed: string, at: number, today: DayNumber): Found | undefined {
  const when = createdAt(typed, at, today)
  if (when !== undefined) {
    const { length, ...limits } = when
    return { length, condition: { kind: 'created', ...limits } }
  }
  for (const [pattern, read] of readers) {
    const found = matchAt(pattern, typed, at)
    const condition = found && read(found)
    if (found && condition) return { length: found[0].length, condition }
  }
  return negatedAt(typed, at, today)
}

/** "Not", "without" and the like, with what they leave out. A word alone is left out by a sign or in quotes only. */
function negatedAt(typed: string, at: number, today: DayNumber): Found | undefined {
  const sign = matchAt(SIGN, typed, at)
  const lead = sign ?? matchAt(NOT, typed, at)
  if (lead === null) return undefined
  const next = at + lead[0].length
  let found = termAt(typed, next, today) ?? phraseAt(typed, next)
  if (found === undefined && sign !== null) {
    const word = wordAt(typed, next, today)
    found = { length: word.length, condition: words(word) }
  }
  return (
    found && {
      length: next - at + found.length,
      condition: { kind: 'not', condition: found.condition },
    }
  )
}

/** A phrase in quotes. */
function phraseAt(typed: string, at: number): Found | undefined {
  const found = matchAt(QUOTED, typed, at)
  const text = found?.slice(1).find(Boolean)
  if (!found || text === undefined) return undefined
  return {
    length: found[0].length,
    condition: literal(unquoted(text)),
  }
}

/** A part of a text between semicolons. */
function readPart(typed: string, pieces: readonly Piece[], isPasted: boolean): SearchTerm[] {
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (first === undefined || last === undefined) return []
  const whole = typed.slice(first.at, last.end)
  const numbers = NUMBERS.test(whole) ? numbersIn(whole, words) : undefined
  if (numbers !== undefined) return [{ text: whole, condition: numbers }]
  const joined = withAlternatives(typed, pieces)
  const isWord = ({ kind }: Piece) => kind === 'word'
  // In a ticket, the words around an ID are not searched.
  const isPartOfId = ({ kind, at, end }: Piece) =>
    kind === 'word' && matchAt(PART_OF_ID, typed, at)?.[0].length === end - at
  const tasks = joined.flatMap((piece): SearchCondition[] => {
    const { at, end, condition } = piece
    if (condition?.kind === 'task' || (condition && isPartOfId(piece))) return [condition]
    return namedIds(typed.slice(at, end)).map((query) => ({ kind: 'task', query }))
  })
  const isTicket =
    (namedIds(whole).length > 0 || joined.some(isPartOfId)) &&
    (joined.filter(isPartOfId).length > 1 ||
      joined.some((piece) => /word|filler/.test(piece.kind) && !isPartOfId(piece))) &&
    joined.every(({ condition }) => condition === undefined || !goesBeyondTask(condition))
  if (isTicket) return [{ text: whole, condition: together('any', tasks) }]
  const said = joined.filter(({ kind }) => kind === 'term' || kind === 'word')
  if (said.length === 0) return [{ text: whole, condition: words(whole) }]
  const terms = said.flatMap(({ at, end, condition }) =>
    condition === undefined ? [] : [{ text: typed.slice(at, end).trim(), condition }],
  )
  const understood = joined.filter(({ kind }) => kind === 'term')
  const others = joined.filter(
    (piece, at) =>
      isWord(piece) ||
      (VERBS.test(typed.slice(piece.at, piece.end)) &&
        [joined[at - 1], joined[at + 1]].some((beside) => beside !== undefined && isWord(beside))),
  )
  // Messages have words of statuses, and "sun". They seldom have days.
  const meanings = new Map(
    understood.map(({ at, end, condition }) => {
      const isDay = condition?.kind === 'created' && end - at > 3
      return [JSON.stringify(condition), isDay ? 2 : 1]
    }),
  )
  const weight = [...meanings.values()].reduce((sum, one) => sum + one, 0)
  const isSentence =
    (others.length > weight && !LIST.test(whole)) ||
    (others.length > 0 && understood.some(({ end }) => /^\s?[:(]\s*\S/.test(typed.slice(end))))
  const isShort = understood.length === 0 && joined.length <= MOST_WORDS
  if (!isPasted || isShort || !isSentence) return terms
  const all = merged(terms).map(({ condition }) => condition)
  const conditions = [literal(whole.replace(/[\s.,:]+$/, '')), together('all', all)]
  return [{ text: whole, condition: { kind: 'any', conditions } }]
}

/** Whether a condition says more of a task than which one it is. */
function goesBeyondTask(condition: SearchCondition): boolean {
  if (condition.kind === 'not') return condition.condition.kind === 'task'
  return condition.kind === 'any' && condition.conditions.some(({ kind }) => kind === 'task')
}

/** Joins what stands on both sides of an "or". One without two sides is a word. */
function withAlternatives(typed: string, pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const [piece, before, next] = [pieces[at], joined.at(-1), pieces[at + 1]]
    if (piece === undefined) continue
    if (piece.kind !== 'or') {
      joined.push(piece)
    } else if (before?.condition === undefined || next?.condition === undefined) {
      const condition = words(typed.slice(piece.at, piece.end))
      joined.push({ ...piece, kind: 'word', condition })
    } else {
      const conditions = [before.condition, next.condition]
      const kind = [before, next].every((one) => one.kind === 'word') ? 'word' : 'term'
      const condition = together('any', conditions)
      joined.splice(-1, 1, { kind, at: before.at, end: next.end, condition })
      at += 1
    }
  }
  return joined
}

/** Terms that no task meets both, such as two statuses, mean either. Saying the same twice adds nothing. */
function merged(terms: readonly SearchTerm[]): SearchTerm[] {
  const found: SearchTerm[] = []
  for (const term of terms) {
    if (found.some((one) => keyOf([one]) === keyOf([term]))) continue
    const at = found.findIndex((one) => excludes(one.condition, term.condition))
    const other = found[at]
    if (other === undefined) {
      found.push(term)
      continue
    }
    const isChinese = /\p{Script=Han}/u.test(other.text + term.text)
    const or = isChinese ? ' 或 ' : ' or '
    const separator = namesTask(term.condition) ? ', ' : or
    const condition = together('any', [other.condition, term.condition])
    const isSame = keyOf([{ ...other, condition }]) === keyOf([other])
    if (!isSame) found[at] = { text: `${other.text}${separator}${term.text}`, condition }
  }
  return found
}

function excludes(one: SearchCondition, other: SearchCondition): boolean {
  if (one.kind === 'any') return one.conditions.every((each) => excludes(each, other))
  if (other.kind === 'any') return excludes(other, one)
  if (one.kind === 'status' && other.kind === 'status') {
    const [some, others] = [coveredBy(one.status), coveredBy(other.status)]
    return !some.some((each) => others.includes(each))
  }
  if (isRange(one) && isRange(other) && one.kind === other.kind) {
    return isBelow(one, other) || isBelow(other, one)
  }
  return one.kind === 'task' && other.kind === 'task'
}

function isRange(one: SearchCondition): one is SearchCondition & Limits {
  return one.kind === 'created' || one.kind === 'price' || one.kind === 'elapsed'
}

/** Whether all values of one range are smaller than all values of another. */
function isBelow(one: Limits, other: Limits): boolean {
  const [end = Infinity, start = -Infinity] = [one.under ?? one.to, other.over ?? other.from]
  return end < start || (end === start && (one.under === end || other.over === start))
}

function coveredBy(status: SearchedStatus): readonly SearchedStatus[] {
  if (status === 'ended') return [status, TASK_STATUS.completed, TASK_STATUS.failed]
  if (status !== 'unfinished') return [status]
  return [status, TASK_STATUS.pending, TASK_STATUS.processing, 'open', 'other']
}

/** Whether a condition is that a task is a certain one, or one of several. */
export function namesTask(condition: SearchCondition): boolean {
  return condition.kind === 'any'
    ? condition.conditions.every(namesTask)
    : condition.kind === 'task'
}
