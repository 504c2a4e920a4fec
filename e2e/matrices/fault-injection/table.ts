import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { MAX_RESPONSE_BYTES } from '#contract/operations.ts'

import {
  answers,
  answersAfter,
  answersBadGzip,
  answersGarbage,
  answersGzip,
  answersHtml,
  answersInLines,
  answersJson,
  answersTwoLengths,
  closes,
  drips,
  dripsForEver,
  endsBeforeLastChunk,
  endsBeforeLength,
  endsUntold,
  hangsBeforeHeaders,
  hangsMidBody,
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
const gzipped = {
  list: answersGzip(successEnvelope(page)),
  creation: answersGzip(successEnvelope(created)),
}
const noCode = answersJson({ message: 'success', data: page })
const wrongShapes = inData({ list: {} }, { uuid: 7 })
const numbersAsText = inData({ ...page, total: '2' }, { ...created, remaining_points: '990' })
const codeAsText = {
  list: answersJson({ ...successEnvelope(page), code: '200' }),
  creation: answersJson({ ...successEnvelope(created), code: '200' }),
}
/** With a number that JSON does not have, where the mark stands. */
const withNaN = (json: unknown) =>
  answers(200, JSON.stringify(successEnvelope(json)).replaceAll('"NaN"', 'NaN'))
const notANumber = {
  list: withNaN({ ...page, total: 'NaN' }),
  creation: withNaN({ ...created, remaining_points: 'NaN' }),
}
const detailList = { detail: [{ loc: ['body', 'image_url'], msg: SAID, type: 'value_error' }] }
const limit = { error: { message: SAID, code: 'limit' } }
const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail: SAID }
const codeWord = { code: 'IMAGE_TOO_SMALL', message: SAID, data: null }
const missingFields = inData({ list: [{ id: 1 }, {}] }, { uuid: 'a-1' })
const longTexts = inData(
  { ...page, list: taskRecords(megabyte) },
  { ...created, message: megabyte },
)
const longRefusal = answersJson(errorEnvelope(400, megabyte), 400)
const largePage = { ...page, list: taskRecords(tenMegabytes.slice(0, tenMegabytes.length / 2)) }
/** As large as each may be: a creation's answer is kept by the host, and bounded the more. */
const largeBody = {
  list: notForTotals(answersJson(successEnvelope(largePage))),
  creation: answersJson(successEnvelope({ ...created, message: tenMegabytes.slice(0, 3_000_000) })),
}
const tooLargeBody = notForTotals(answers(200, JSON.stringify(' '.repeat(MAX_RESPONSE_BYTES))))
const dateInTwoMinutes: Behaviour = async (turn) =>
  retryAfter(new Date(Date.now() + 120_000).toUTCString())(turn)
/** To another origin, where the service listens too and would count what follows. */
const redirect =
  (http: number): Behaviour =>
  async (turn) => {
    const location = `http://localhost:${String(turn.socket.localPort)}/elsewhere`
    return answers(http, '', { Location: location })(turn)
  }

const continues = answersAfter('HTTP/1.1 100 Continue\r\n\r\n')
const hints = answersAfter('HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n')

const signIn401 = answersHtml(401)
const signIn403 = answersHtml(403)
const signInRedirect = redirect(302)
/** Nothing is passed on. */
const KEPT_BACK: ReadonlySet<Behaviour | Refusal> = new Set([
  REFUSE,
  resetsUnread,
  signIn401,
  signIn403,
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
    ['hang in mid-body',               hangsMidBody,           3, 'timeout',                  'unknown',  504],
    ['drip that never completes',      dripsForEver,           3, 'timeout',                  'unknown',  504],
    ['slow drip',                      drips,                  1, 'rows',                     'created'],
    ['FIN on a fresh connection',      closes,                 3, 'unreadable',               'unknown',  502],
    ['RST on a fresh connection',      resets,                 3, 'unreadable',               'unknown',  502],
    ['FIN on a reused connection',     whenReused(closes),     1, 'rows',                     'created'],
    ['RST on a reused connection',     whenReused(resets),     1, 'rows',                     'created'],
    ['body shorter than its length',   endsBeforeLength,       3, 'unreadable',               'unknown',  502],
    ['chunked body without an end',    endsBeforeLastChunk,    3, 'unreadable',               'unknown',  502],
    ['half a body, then closed',       endsUntold,             3, 'unreadable',               'unknown',  502],
    ['bad gzip',                       answersBadGzip,         3, 'unreadable',               'unknown',  502],
    ['gzip that was not asked for',    gzipped,                1, 'rows',                     'created'],
    ['garbage in place of HTTP',       answersGarbage,         3, 'unreadable',               'unknown',  502],
    ['100 Continue before it',         continues,              1, 'rows',                     'created'],
    ['103 Early Hints before it',      hints,                  1, 'rows',                     'created'],
    ['line ends without CR',           answersInLines,         1, 'rows',                     'created'],
    ['two lengths',                    answersTwoLengths,      3, 'unreadable',               'unknown',  502],
  ],
  status: [
    ['HTTP 400',                       status(400),            1, 'refused 400',              'refused',  400],
    ['HTTP 401',                       status(401),            1, 'key',                      'refused',  401],
    ['HTTP 402',                       status(402),            1, 'refused 402',              'refused',  402],
    ['HTTP 403',                       status(403),            1, 'forbidden',                'refused',  403],
    ['HTTP 404',                       status(404),            1, 'refused 404',              'refused',  404],
    ['HTTP 408',                       status(408),            3, 'timeout',                  'unknown',  504],
    ['HTTP 409',                       status(409),            1, 'refused 409',              'refused',  409],
    ['HTTP 421',                       status(421),            3, 'timeout',                  'unknown',  504],
    ['HTTP 422',                       status(422),            1, 'refused 422',              'refused',  422],
    ['HTTP 425',                       status(425),            3, 'refused 425',              'refused',  425],
    ['HTTP 429',                       status(429),            3, 'paused',                   'refused',  429],
    ['HTTP 500',                       status(500),            3, 'server 500',               'unknown',  500],
    ['HTTP 502',                       status(502),            3, 'server 502',               'unknown',  502],
    ['HTTP 503',                       status(503),            3, 'server 503',               'unknown',  503],
    ['HTTP 504',                       status(504),            3, 'server 504',               'unknown',  504],
  ],
  body: [
    ['HTML with HTTP 200',             answersHtml(200),       3, 'unreadable',               'unknown',  502],
    ['HTML with HTTP 502',             answersHtml(502),       3, 'unreadable',               'unknown',  502],
    ['HTML with HTTP 401',             answersHtml(401),       1, 'key',                      'refused',  401],
    ['HTML with HTTP 404',             answersHtml(404),       1, 'refused 404',              'refused',  404],
    ['HTML with HTTP 429',             answersHtml(429),       3, 'paused',                   'refused',  429],
    ['empty body with HTTP 200',       answers(200, ''),       3, 'unreadable',               'unknown',  502],
    ['HTTP 204',                       answers(204, ''),       3, 'unreadable',               'unknown',  502],
    ['redirect 301',                   redirect(301),          3, 'unreadable',               'unknown',  502],
    ['redirect 302',                   redirect(302),          3, 'unreadable',               'unknown',  502],
    ['redirect 307',                   redirect(307),          3, 'unreadable',               'unknown',  502],
    ['redirect 308',                   redirect(308),          3, 'unreadable',               'unknown',  502],
  ],
  envelope: [
    ['code 4001 with HTTP 200',        code(4001),             1, 'refused 4001',             'refused'],
    ['code 401 with HTTP 200',         code(401),              1, 'key',                      'refused'],
    ['code 429 with HTTP 200',         code(429),              3, 'paused',                   'refused'],
    ['code 500 with HTTP 200',         code(500),              3, 'server 500',               'unknown'],
    ['code 0 with what was asked for', codeZero,               1, 'refused 0',                'created'],
    ['code 0 without data',            code(0),                1, 'refused 0',                'unknown'],
    ['no code',                        noCode,                 1, 'unreadable',               'unknown'],
    ['data null',                      inData(null, null),     1, 'unreadable',               'unknown'],
    ['list an object, uuid a number',  wrongShapes,            1, 'unreadable',               'unknown'],
    ['total and points as text',       numbersAsText,          1, 'rows',                     'created'],
    ['missing fields',                 missingFields,          1, 'rows',                     'created'],
    ['code as text',                   codeAsText,             1, 'rows',                     'created'],
    ['NaN as total and points',        notANumber,             1, 'rows',                     'created'],
  ],
  words: [
    ['detail as a list',               answersJson(detailList, 422), 1, 'refused 422',        'refused',  422],
    ['detail as a text',               answersJson({ detail: SAID }, 403), 1, 'forbidden',    'refused',  403],
    ['error.message with HTTP 429',    answersJson(limit, 429), 3, 'paused',                  'refused',  429],
    ['error.message with HTTP 200',    answersJson(limit),     1, 'refused limit',            'refused'],
    ['problem details',                answersJson(problem, 409), 1, 'refused 409',           'refused',  409],
    ['a code that is a word',          answersJson(codeWord, 400), 1, 'refused IMAGE_TOO_SMALL', 'refused',  400],
    ['a word as code with HTTP 200',   answersJson(codeWord),  1, 'refused IMAGE_TOO_SMALL',  'refused'],
  ],
  size: [
    ['body of 10 MB, a creation of 3', largeBody,              1, 'rows',                     'created'],
    ['body of more than 16 MB',        tooLargeBody,           3, 'unreadable',               'unknown',  502],
    ['error_msg and message of 1 MB',  longTexts,              1, 'rows',                     'created'],
    ['refusal with a message of 1 MB', longRefusal,            1, 'refused 400',              'refused',  400],
  ],
  pause: [
    ['Retry-After in 2 s',             retryAfter('2'),        3, 'paused 2 s',               'refused',  429],
    ['Retry-After in 120 s',           retryAfter('120'),      1, 'paused 120 s',             'refused',  429],
    ['Retry-After as a date',          dateInTwoMinutes,       1, 'paused 120 s',             'refused',  429],
    ['Retry-After in a year',          retryAfter('31536000'), 1, 'paused 300 s',             'refused',  429],
    ['Retry-After negative',           retryAfter('-5'),       3, 'paused',                   'refused',  429],
    ['Retry-After as garbage',         retryAfter('soon'),     3, 'paused',                   'refused',  429],
    ['HTTP 503, Retry-After in 120 s', retryAfter('120', 503), 1, 'server 503, paused 120 s', 'unknown',  503],
  ],
} satisfies Record<string, readonly Row[]>

/** What goes wrong between browser and host. What was passed on has an outcome, and the host knows it. */
// oxfmt-ignore
const inFrontOfTheHost: readonly Row[] = [
  // name                            how it is produced      ×  a read shows                a creation                 console
  ['connection refused',             REFUSE,                 3, 'unreachable',              'unknown, then not-sent',  'ERR_CONNECTION_REFUSED'],
  ['hang before the headers',        hangsBeforeHeaders,     3, 'timeout',                  'created'],
  ['hang in mid-body',               hangsMidBody,           3, 'timeout',                  'created'],
  ['drip that never completes',      dripsForEver,           3, 'timeout',                  'created'],
  ['slow drip',                      drips,                  1, 'rows',                     'created'],
  ['FIN on a fresh connection',      closes,                 3, 'unreachable',              'created',                 'ERR_EMPTY_RESPONSE'],
  ['RST on a fresh connection',      resets,                 3, 'unreachable',              'created',                 RESET],
  ['RST before it was passed on',    resetsUnread,           3, 'unreachable',              'not-sent',                RESET],
  ['FIN on a reused connection',     whenReused(closes),     1, 'rows',                     'created'],
  ['RST on a reused connection',     whenReused(resets),     1, 'rows',                     'created'],
  ['body shorter than its length',   endsBeforeLength,       3, 'unreachable',              'created',                 'ERR_CONTENT_LENGTH_MISMATCH'],
  ['chunked body without an end',    endsBeforeLastChunk,    3, 'unreachable',              'created',                 'ERR_INCOMPLETE_CHUNKED_ENCODING'],
  ['half a body, then closed',       endsUntold,             3, 'unreadable',               'created'],
  ['bad gzip',                       answersBadGzip,         3, 'unreachable',              'created',                 'ERR_CONTENT_DECODING_FAILED'],
  ['garbage in place of HTTP',       answersGarbage,         3, 'unreachable',              'created',                 'ERR_INVALID_HTTP_RESPONSE'],
  ['a sign-in with HTTP 401',        signIn401,              1, 'sign-in',                  'not-sent',                401],
  ['a sign-in with HTTP 403',        signIn403,              1, 'sign-in',                  'not-sent',                403],
  ['a redirect to a sign-in',        signInRedirect,         1, 'sign-in',                  'not-sent'],
]

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
const families = Object.keys(behindTheHost) as Fault['family'][]

/** The one table: every fault, and what is expected of the screen. */
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
    isEndless: [hangsBeforeHeaders, hangsMidBody, dripsForEver].some((known) => known === list),
    isOnReused: name.endsWith('on a reused connection'),
  }
}
