import {
  asIs,
  BODY,
  CREATE,
  CREATED,
  CUT,
  each,
  get,
  LIST,
  LISTED,
  message,
  one,
  post,
  postFramed,
  refused,
  RIGHT,
} from '#host/malformed-requests/malformed-request.fixture.ts'

/** What is hidden behind a request whose length two readers see in two ways. */
const HIDDEN = 'GET /v1/account HTTP/1.1\r\nX-Hidden: FOREIGN\r\n\r\n'
const LENGTH = `Content-Length: ${BODY.length}`
const CHUNKED = 'Transfer-Encoding: chunked'
const SIZE = BODY.length.toString(16)
const CHUNKS = `${SIZE}\r\n${BODY}\r\n0\r\n\r\n`

const coded = (coding: string) => postFramed([`Transfer-Encoding: ${coding}`], CHUNKS + HIDDEN)
const chunked = (body: string) => postFramed([CHUNKED], body)

/** Where one request ends and the next begins. */
export const framing = [
  ...each(refused(400), asIs, {
    'a length, then chunks': postFramed([LENGTH, CHUNKED], BODY + HIDDEN),
    'chunks, then a length': postFramed([CHUNKED, LENGTH], BODY + HIDDEN),
    'a length, cut by the chunks': postFramed(['Content-Length: 4', CHUNKED], `0\r\n\r\n${HIDDEN}`),
    'no length and chunks': postFramed(['Content-Length: 0', CHUNKED], CHUNKS + HIDDEN),
    'a GET with both': `${get(LIST, 'Content-Length: 6', CHUNKED)}0\r\n\r\n${HIDDEN}`,
  }),
  // Ways to write chunked that not every reader takes for it.
  ...each(refused(400), (line) => postFramed([line], CHUNKS + HIDDEN), [
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: chunked\x0b',
    'Transfer-Encoding: chunked\0',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding\0: chunked',
    ' Transfer-Encoding: chunked',
    'X: y\nTransfer-Encoding: chunked',
    'X: y\rTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked, x',
  ]),
  // The error of another coding shows only in the body, so the connection closes without an answer.
  ...each(CUT, coded, ['xchunked', 'identity', 'gzip', '"chunked"', 'chunked;q=1']),
  // Later versions of Node know it at once.
  one('no coding', { ...CUT, or: refused(400) }, coded('')),
  // Lengths that are none, or two.
  ...each(refused(400), (line) => postFramed([line], BODY + HIDDEN), [
    `${LENGTH}\r\n${LENGTH}`,
    `Content-Length: 0\r\n${LENGTH}`,
    `Content-Length: ${BODY.length}, ${BODY.length}`,
    `Content-Length: +${BODY.length}`,
    'Content-Length: -1',
    'Content-Length: 0x40',
    'Content-Length: 6 4',
    'Content-Length: 64;',
    'Content-Length: ',
    'Content-Length: 18446744073709551680',
    'Content-Length : 64',
  ]),
  // Lengths that hold for part of the body, and what follows is a request of its own, or none.
  one('a length that ends before the body does', CUT, postFramed(['Content-Length: 10'], BODY)),
  one('no length at all, and a body', CUT, postFramed([], BODY)),
  one('nonsense behind a creation', { ...CREATED, answers: [] }, `${post()}FOREIGN\r\n\r\n`),
  one(
    'half a request behind a creation',
    { ...CREATED, answers: [200, 400], waitsFor: 1 },
    post() + HIDDEN.slice(0, -4),
  ),
  one('no name behind a creation', { ...CREATED, answers: [200, 403] }, post() + HIDDEN),
  one('a request in a list', LISTED, get(LIST, `Content-Length: ${HIDDEN.length}`) + HIDDEN),
  one('a creation in a list', LISTED, post().replace(`POST ${CREATE}`, `GET ${LIST}`)),
  // Line ends that are none.
  ...each(refused(400), asIs, {
    'line feeds alone': get(LIST).replaceAll('\r\n', '\n'),
    'carriage returns alone': get(LIST).replaceAll('\r\n', '\r'),
    'two carriage returns': get(LIST).replaceAll('\r\n', '\r\r\n'),
    'a line feed between two headers': `${get(LIST).slice(0, -4)}\nX: FOREIGN\r\n\r\n`,
    'a folded length': postFramed(['Content-Length:', ` ${BODY.length}`], BODY),
    'a folded coding': postFramed(['Transfer-Encoding:', ' chunked'], CHUNKS),
    'a blank line that is not empty': message(`GET ${LIST} HTTP/1.1`, [...RIGHT, ' ']),
  }),
  // Earlier versions of Node take it for a line's end.
  one(
    'a line feed after the request line',
    { ...refused(400), or: LISTED },
    get(LIST).replace('\r\n', '\n'),
  ),
]

/** The ways of a body in chunks. */
export const chunks = [
  // Whole, but with more than their data.
  ...each(CREATED, chunked, {
    'a chunk for each byte': `${BODY.replaceAll(/./g, '1\r\n$&\r\n')}0\r\n\r\n`,
    'a size with zeros in front': `0000${SIZE}\r\n${BODY}\r\n0000\r\n\r\n`,
    'an extension': `${SIZE};x=FOREIGN\r\n${BODY}\r\n0;y="FOREIGN"\r\n\r\n`,
    'a trailer with a key': `${SIZE}\r\n${BODY}\r\n0\r\nAuthorization: Bearer FOREIGN\r\n\r\n`,
    'a trailer with a host': `${SIZE}\r\n${BODY}\r\n0\r\nHost: evil.example\r\n\r\n`,
  }),
  one('CHUNKED in capitals', CREATED, postFramed(['tRANSFER-eNCODING: CHUNKED'], CHUNKS)),
  one('a request behind it', { ...CREATED, answers: [200, 403] }, chunked(CHUNKS + HIDDEN)),
  // Invalid. The request was read by then, so the connection closes without an answer.
  ...each(CUT, chunked, {
    'a size below zero': `-1\r\n${BODY}\r\n0\r\n\r\n`,
    'a size with 0x': `0x${CHUNKS}`,
    'a size that is too large for a number': `ffffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n`,
    'a size that is no number': `FOREIGN\r\n${BODY}\r\n0\r\n\r\n`,
    'no size': `\r\n${BODY}\r\n0\r\n\r\n`,
    'a blank before the size': ` ${CHUNKS}`,
    'a line feed alone after the size': CHUNKS.replace('\r\n', '\n'),
    'a carriage return alone after the size': CHUNKS.replace('\r\n', '\r'),
    'a line feed in an extension': `${SIZE};x\nFOREIGN\r\n${BODY}\r\n0\r\n\r\n`,
    'a size below that of its data': `2\r\n${BODY}\r\n0\r\n\r\n`,
    'no line end after the data': `${SIZE}\r\n${BODY}0\r\n\r\n`,
    'a line feed alone after the data': `${SIZE}\r\n${BODY}\n0\r\n\r\n`,
  }),
]

const creation = { body: BODY }
const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)
const listAmong = (...answers: number[]) => ({ ...LISTED, answers })

const inVersion = (version: string) => message(`GET ${LIST} ${version}`, RIGHT)
const inChunks = (body: string) =>
  postFramed(['Transfer-Encoding: chunked'], `${BODY.length.toString(16)}\r\n${body}`)

/** What a connection carries beside one request. */
export const connections = [
  // Several requests at once: each counts, and nothing more.
  one('fifty lists', { answers: times(50, 200), arrives: times(50, {}) }, get(LIST).repeat(50)),
  one('two creations', { answers: [200, 200], arrives: times(2, creation) }, post().repeat(2)),
  ...each({ answers: [200, 200], arrives: [creation, {}] }, asIs, {
    'a creation and a list': post() + get(LIST),
    'a list and a creation': get(LIST) + post(),
  }),
  one('a list, one from elsewhere', listAmong(200, 403), get(LIST) + get(LIST, 'Origin: null')),
  one('a list behind a wrong path', listAmong(400, 200), get('/api/../account') + get(LIST)),
  one(
    'a creation to be the last, and one more',
    // Earlier versions of Node do not look at what follows.
    { ...CREATED, answers: [], or: CREATED },
    post(BODY, 'Connection: close') + post(),
  ),
  one(
    'two lists behind empty lines',
    { answers: [200, 200], arrives: times(2, {}) },
    `\r\n\r\n${get(LIST)}`.repeat(2),
  ),
  one('a list, byte by byte', { ...LISTED, piecewise: true }, get(LIST)),
  one('a creation, byte by byte', { ...CREATED, piecewise: true }, post()),

  // Requests that never come to their end, from a sender that leaves.
  ...each({ ...refused(400), waitsFor: 0 }, asIs, {
    'half a request line': 'GET /api/plu',
    'half a header': get(LIST).slice(0, -10),
    'headers without an end': get(LIST).slice(0, -2),
  }),
  ...each({ ...CUT, waitsFor: 0 }, asIs, {
    'nothing at all': '',
    'a creation without its body': postFramed([`Content-Length: ${BODY.length}`], ''),
    'all but the last byte': post().slice(0, -1),
    'a whole object in a longer body': postFramed([`Content-Length: ${BODY.length + 1}`], BODY),
  }),
  ...each({ ...CUT, waitsFor: 0 }, inChunks, {
    'half a chunk': BODY.slice(0, 20),
    'chunks without the last': `${BODY}\r\n`,
    'half a trailer': `${BODY}\r\n0\r\nX: FOREIGN`,
  }),

  // Other versions, and other protocols.
  one('HTTP/0.9', refused(505), `GET ${LIST}\r\nAuthorization: Bearer {key}\r\n\r\n`),
  ...each(refused(505), inVersion, ['HTTP/0.9', 'HTTP/2.0']),
  // Node takes RTSP for HTTP/1.0.
  ...each(LISTED, inVersion, ['HTTP/1.0', 'RTSP/1.0']),
  ...each(refused(400), inVersion, [
    'HTTP/1.2',
    'HTTP/3',
    'HTTP/11',
    'HTTP/1',
    'http/1.1',
    'ICY/1.1',
  ]),
  one('HTTP/1.1 FOREIGN', refused(400), inVersion('HTTP/1.1 FOREIGN')),
  one('HTTP/1.0 without a host', refused(403), message(`GET ${LIST} HTTP/1.0`, RIGHT.slice(1))),
  ...each(refused(400), asIs, {
    'HTTP/1.0 with chunks': inChunks(`${BODY}\r\n0\r\n\r\n`).replace('HTTP/1.1', 'HTTP/1.0'),
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
    TLS: '\x16\x03\x01\0\x05\x01\0\0\x01\0',
    SMTP: 'EHLO FOREIGN\r\n',
    Redis: '*1\r\n$8\r\nFLUSHALL\r\n',
    'an answer': 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    'what a load balancer puts in front': `PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\n${get(LIST)}`,
    'the same in bytes': `\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c${get(LIST)}`,
    'a byte order mark in front': `\xef\xbb\xbf${get(LIST)}`,
    'a NUL in front': `\0${get(LIST)}`,
    'a blank in front': ` ${get(LIST)}`,
    'bytes of all kinds': Buffer.from(times(256, 0).map((_, byte) => 255 - byte)).toString(
      'latin1',
    ),
  }),
]
