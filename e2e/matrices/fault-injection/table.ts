import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { MAX_RESPONSE_BYTES } from '#contract/operations.ts'

import {
  answers,
  answersHtml,
  answersJson,
  closes,
  drips,
  endsBeforeLength,
  endsUntold,
  hangsBeforeHeaders,
  notForTotals,
  resets,
  resetsUnread,
  whenReused,
} from './behaviours.ts'
import type { CreationResult, ReadResult } from './results.ts'
import { type Behaviour, REFUSE, type Refusal } from './server.ts'
import { createdTask, taskRecords } from './service.ts'

/** A fault, how it is produced, and what is expected of everything before it. */
export interface Fault {
  readonly name: string
  /** in place of the service behind the host, or between browser and host */
  readonly where: 'service' | 'front'
  /** the faulty part: the connection, or a part of the reply */
  readonly family: keyof typeof behindTheHost
  readonly list: Behaviour | Refusal
  readonly creation: Behaviour | Refusal
  /** how often the page asks for the list: 3 times where a retry may help */
  readonly requests: 1 | 3
  readonly read: ReadResult
  readonly creates: CreationResult
  /** how many creations arrive at the service */
  readonly arrives: 0 | 1
  /** what the browser writes to its console: a status, or a network error */
  readonly browser: number | string | undefined
  /** only time ends it: the page's own limit */
  readonly isEndless: boolean
  /** it strikes on a connection that was used before */
  readonly isOnReused: boolean
}

type Production = Behaviour | Refusal | { list: Behaviour; creation: Behaviour }
type Row = readonly [
  name: string,
  production: Production,
  requests: Fault['requests'],
  read: ReadResult,
  creates: CreationResult,
  browser?: Fault['browser'],
]

/** What the service says in a refusal. */
export const SAID = 'Said by the service'
const status = (http: number, headers?: Readonly<Record<string, string>>) =>
  answersJson(errorEnvelope(http, SAID), http, headers)
const retryAfter = (header: string, http = 429) => status(http, { 'Retry-After': header })
const code = (value: number) => answersJson(errorEnvelope(value, SAID))
const inData = (list: unknown, creation: unknown) => ({
  list: answersJson(successEnvelope(list)),
  creation: answersJson(successEnvelope(creation)),
})
const page = { list: taskRecords('from the fault'), total: 2, page: 1, page_size: 20 }
const created = createdTask(990)
const megabyte = 'All work and no play. '.repeat(50_000)
const tenMegabytes = 'x'.repeat(10_000_000)

const codeZero = {
  list: answersJson({ code: 0, message: SAID, data: page }),
  creation: answersJson({ code: 0, message: SAID, data: created }),
}
const noCode = answersJson({ message: 'success', data: page })
/** With a number that JSON does not have, where the mark stands. */
const withNaN = (json: unknown) =>
  answers(200, JSON.stringify(successEnvelope(json)).replaceAll('"NaN"', 'NaN'))
const notANumber = {
  list: withNaN({ ...page, total: 'NaN' }),
  creation: withNaN({ ...created, remaining_points: 'NaN' }),
}
const detailList = { detail: [{ loc: ['body', 'image_url'], msg: SAID, type: 'value_error' }] }
const codeWord = { code: 'IMAGE_TOO_SMALL', message: SAID, data: null }
const longTexts = inData(
  { ...page, list: taskRecords(megabyte) },
  { ...created, message: megabyte },
)
const largePage = { ...page, list: taskRecords(tenMegabytes.slice(0, tenMegabytes.length / 2)) }
/** As large as each may be: a creation's answer is kept by the host, and bounded the more. */
const largeBody = {
  list: notForTotals(answersJson(successEnvelope(largePage))),
  creation: answersJson(successEnvelope({ ...created, message: tenMegabytes.slice(0, 3_000_000) })),
}
const tooLargeBody = notForTotals(answers(200, JSON.stringify(' '.repeat(MAX_RESPONSE_BYTES))))
/** To another origin, where the service listens too and would count what follows. */
const redirect: Behaviour = async (turn) => {
  const location = `http://localhost:${String(turn.socket.localPort)}/elsewhere`
  return answers(302, '', { Location: location })(turn)
}

const signIn401 = answersHtml(401)
const signInRedirect: Behaviour = (turn) => redirect(turn)
/** Nothing is passed on. */
const KEPT_BACK: ReadonlySet<Behaviour | Refusal> = new Set([
  REFUSE,
  resetsUnread,
  signIn401,
  signInRedirect,
])

/** What the browser calls a reset, before its own request was sent or after it. */
const RESET = 'ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED'

/** What the service does wrong; the host passes it on, or says it in its own words. */
// oxfmt-ignore
const behindTheHost = {
  //   name                           how it is produced      ×  a read shows                a creation  console
  connection: [
    ['connection refused',             REFUSE,                 3, 'unreachable',              'not-sent', 502],
    ['hang before the headers',        hangsBeforeHeaders,     3, 'timeout',                  'unknown',  504],
    ['slow drip',                      drips,                  1, 'rows',                     'created'],
    ['FIN on a fresh connection',      closes,                 3, 'unreadable',               'unknown',  502],
    ['RST on a reused connection',     whenReused(resets),     1, 'rows',                     'created'],
    ['body shorter than its length',   endsBeforeLength,       3, 'unreadable',               'unknown',  502],
  ],
  status: [
    ['HTTP 401',                       status(401),            1, 'key',                      'refused',  401],
    ['HTTP 402',                       status(402),            1, 'refused 402',              'refused',  402],
    ['HTTP 403',                       status(403),            1, 'forbidden',                'refused',  403],
    ['HTTP 408',                       status(408),            3, 'timeout',                  'unknown',  504],
    ['HTTP 425',                       status(425),            3, 'refused 425',              'refused',  425],
    ['HTTP 429',                       status(429),            3, 'paused',                   'refused',  429],
    ['HTTP 503',                       status(503),            3, 'server 503',               'unknown',  503],
  ],
  body: [
    ['HTML with HTTP 200',             answersHtml(200),       3, 'unreadable',               'unknown',  502],
    ['redirect 302',                   redirect,               3, 'unreadable',               'unknown',  502],
  ],
  envelope: [
    ['code 4001 with HTTP 200',        code(4001),             1, 'refused 4001',             'refused'],
    ['code 500 with HTTP 200',         code(500),              3, 'server 500',               'unknown'],
    ['code 0 with what was asked for', codeZero,               1, 'refused 0',                'created'],
    ['no code',                        noCode,                 1, 'unreadable',               'unknown'],
    ['NaN as total and points',        notANumber,             1, 'rows',                     'created'],
  ],
  words: [
    ['detail as a list',               answersJson(detailList, 422), 1, 'refused 422',        'refused',  422],
    ['a word as code with HTTP 200',   answersJson(codeWord),  1, 'refused IMAGE_TOO_SMALL',  'refused'],
  ],
  size: [
    ['body of 10 MB, a creation of 3', largeBody,              1, 'rows',                     'created'],
    ['body of more than 16 MB',        tooLargeBody,           3, 'unreadable',               'unknown',  502],
    ['error_msg and message of 1 MB',  longTexts,              1, 'rows',                     'created'],
  ],
  pause: [
    ['Retry-After in 2 s',             retryAfter('2'),        3, 'paused 2 s',               'refused',  429],
    ['Retry-After in 120 s',           retryAfter('120'),      1, 'paused 120 s',             'refused',  429],
    ['HTTP 503, Retry-After in 120 s', retryAfter('120', 503), 1, 'server 503, paused 120 s', 'unknown',  503],
  ],
} satisfies Record<string, readonly Row[]>

/** What goes wrong between browser and host. What was passed on has an outcome, and the host knows it. */
// oxfmt-ignore
const inFrontOfTheHost: readonly Row[] = [
  // name                            how it is produced      ×  a read shows                a creation                 console
  ['connection refused',             REFUSE,                 3, 'unreachable',              'unknown, then not-sent',  'ERR_CONNECTION_REFUSED'],
  ['hang before the headers',        hangsBeforeHeaders,     3, 'timeout',                  'created'],
  ['slow drip',                      drips,                  1, 'rows',                     'created'],
  ['FIN on a fresh connection',      closes,                 3, 'unreachable',              'created',                 'ERR_EMPTY_RESPONSE'],
  ['RST before it was passed on',    resetsUnread,           3, 'unreachable',              'not-sent',                RESET],
  ['RST on a reused connection',     whenReused(resets),     1, 'rows',                     'created'],
  ['body shorter than its length',   endsBeforeLength,       3, 'unreachable',              'created',                 'ERR_CONTENT_LENGTH_MISMATCH'],
  ['half a body, then closed',       endsUntold,             3, 'unreadable',               'created'],
  ['a sign-in with HTTP 401',        signIn401,              1, 'sign-in',                  'not-sent',                401],
  ['a redirect to a sign-in',        signInRedirect,         1, 'sign-in',                  'not-sent'],
]

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
const families = Object.keys(behindTheHost) as Fault['family'][]

/** Faults of every kind, and what is expected of the screen. The unit tests of `upstream` and `outcome` have more of each kind. */
export const FAULTS: readonly Fault[] = [
  ...families.flatMap((family) =>
    behindTheHost[family].map((row) => faultOf('service', family, row)),
  ),
  ...inFrontOfTheHost.map((row) => faultOf('front', 'connection', row)),
]

function faultOf(
  where: Fault['where'],
  family: Fault['family'],
  [name, production, requests, read, creates, browser]: Row,
): Fault {
  const both = typeof production === 'object' ? production : undefined
  const one = typeof production === 'object' ? undefined : production
  const [list = REFUSE, creation = REFUSE] = [both?.list ?? one, both?.creation ?? one]
  return {
    name: where === 'service' ? name : `in front of the host: ${name}`,
    where,
    family,
    list,
    creation,
    requests,
    read,
    creates,
    browser,
    arrives: KEPT_BACK.has(creation) ? 0 : 1,
    isEndless: list === hangsBeforeHeaders,
    isOnReused: name.endsWith('on a reused connection'),
  }
}
