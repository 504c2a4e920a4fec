import {
  asIs,
  BODY,
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
