import {
  type MalformedRequest,
  BODY,
  CREATE,
  CREATION,
  cut,
  get,
  LIST,
  listed,
  message,
  post,
  postFramed,
  refused,
  RIGHT,
  RIGHT_POST,
} from './malformed-request.ts'

const list = { list: '' }
const create = { create: CREATION }

/** Several requests at once: each counts, and nothing more. */
const pipelined: readonly MalformedRequest[] = [
  {
    name: 'three lists at once',
    bytes: get().repeat(3),
    answers: [200, 200, 200],
    arrives: [list, list, list],
  },
  {
    name: 'fifty lists at once',
    bytes: get().repeat(50),
    answers: Array.from({ length: 50 }, () => 200),
    arrives: Array.from({ length: 50 }, () => list),
  },
  {
    name: 'two creations at once',
    bytes: post().repeat(2),
    answers: [200, 200],
    arrives: [create, create],
  },
  {
    name: 'a creation and a list',
    bytes: post() + get(),
    answers: [200, 200],
    arrives: [create, list],
  },
  {
    name: 'a list and a creation',
    bytes: get() + post(),
    answers: [200, 200],
    arrives: [list, create],
  },
  {
    name: 'a list, and one from elsewhere',
    bytes: get() + get(LIST, 'Origin: null'),
    answers: [200, 403],
    arrives: [list],
  },
  {
    name: 'a list, and one behind a wrong path',
    bytes: get() + get('/api/../account'),
    answers: [200, 400],
    arrives: [list],
  },
  {
    name: 'a wrong path, and a list behind it',
    bytes: get('/api/../account') + get(),
    answers: [400, 200],
    arrives: [list],
  },
  {
    name: 'a creation to be the last, and one more',
    bytes: post(BODY, 'Connection: close') + post(),
    answers: [],
    arrives: [create],
    // Earlier versions of Node do not look at what follows.
    or: { answers: [200], arrives: [create] },
  },
  {
    name: 'empty lines between two lists',
    bytes: `${get()}\r\n\r\n${get()}`,
    answers: [200, 200],
    arrives: [list, list],
  },
  { ...listed('a list, byte by byte', get(`${LIST}?page=2`), '?page=2'), piecewise: true },
  {
    name: 'a creation, byte by byte',
    bytes: post(),
    answers: [200],
    arrives: [create],
    piecewise: true,
  },
]

/** Requests that never come to the end of their head, from a sender that leaves. */
const halfHeads: readonly MalformedRequest[] = [
  ['half a request line', 'GET /api/plu'],
  ['half a header', get().slice(0, -10)],
  ['headers without an end', get().slice(0, -2)],
  ['a request line alone', `GET ${LIST}\r\n`],
].map(([name = '', bytes = '']) => ({ ...refused(name, bytes, 400), waitsFor: 0 }))

/** Requests that never come to the end of their body. */
const halfBodies: readonly MalformedRequest[] = [
  ['a creation without its body', postFramed([`Content-Length: ${BODY.length}`], '')],
  ['half a body', postFramed([`Content-Length: ${BODY.length}`], BODY.slice(0, 20))],
  ['all but the last byte', postFramed([`Content-Length: ${BODY.length}`], BODY.slice(0, -1))],
  ['a whole object in a longer body', postFramed([`Content-Length: ${BODY.length + 1}`], BODY)],
  [
    'half a chunk',
    postFramed(
      ['Transfer-Encoding: chunked'],
      `${BODY.length.toString(16)}\r\n${BODY.slice(0, 20)}`,
    ),
  ],
  [
    'chunks without the last',
    postFramed(['Transfer-Encoding: chunked'], `${BODY.length.toString(16)}\r\n${BODY}\r\n`),
  ],
  [
    'half a trailer',
    postFramed(
      ['Transfer-Encoding: chunked'],
      `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\nX: FOREIGN`,
    ),
  ],
].map(([name = '', bytes = '']) => ({ ...cut(name, bytes), waitsFor: 0 }))

const inVersion = (version: string, status: number) =>
  refused(
    `the version ${JSON.stringify(version)}`,
    message(`GET ${LIST} ${version}`, RIGHT),
    status,
  )

/** Other versions, and other protocols. */
const protocols: readonly MalformedRequest[] = [
  { ...cut('nothing at all', ''), waitsFor: 0 },
  refused('HTTP/0.9', `GET ${LIST}\r\n\r\n`, 505),
  refused('HTTP/0.9 with a key', `GET ${LIST}\r\nAuthorization: Bearer {key}\r\n\r\n`, 505),
  inVersion('HTTP/0.9', 505),
  inVersion('HTTP/2.0', 505),
  // Node takes it for HTTP/1.0.
  listed('RTSP/1.0', message(`GET ${LIST} RTSP/1.0`, RIGHT)),
  ...[
    'HTTP/1.2',
    'HTTP/3',
    'HTTP/9.9',
    'HTTP/11',
    'HTTP/1.1.1',
    'HTTP/1',
    'HTTP/',
    'http/1.1',
    'HTTPS/1.1',
    'HTTP/1.1x',
    'HTTP/1.1 FOREIGN',
    'ICY/1.1',
  ].map((version) => inVersion(version, 400)),
  listed('HTTP/1.0', message(`GET ${LIST} HTTP/1.0`, RIGHT)),
  refused(
    'HTTP/1.0 without a host',
    message(`GET ${LIST} HTTP/1.0`, ['Authorization: Bearer {key}']),
    403,
  ),
  refused(
    'HTTP/1.0 with chunks',
    message(
      `POST ${CREATE} HTTP/1.0`,
      [...RIGHT_POST, 'Transfer-Encoding: chunked'],
      `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
    ),
    400,
  ),
  refused('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 400),
  refused('TLS', '\x16\x03\x01\0\x05\x01\0\0\x01\0', 400),
  refused('SSH', 'SSH-2.0-FOREIGN\r\n', 400),
  refused('SMTP', 'EHLO FOREIGN\r\n', 400),
  refused('Redis', '*1\r\n$8\r\nFLUSHALL\r\n', 400),
  refused('an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 400),
  refused(
    'what a load balancer puts in front',
    `PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\n${get()}`,
    400,
  ),
  refused('the same in bytes', `\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c${get()}`, 400),
  refused('a byte order mark in front', `\xef\xbb\xbf${get()}`, 400),
  refused('a NUL in front', `\0${get()}`, 400),
  refused('a blank in front', ` ${get()}`, 400),
  refused(
    'bytes of all kinds',
    Buffer.from(Array.from({ length: 256 }, (_, byte) => 255 - byte)).toString('latin1'),
    400,
  ),
  listed('empty lines in front', `\r\n\r\n\r\n${get()}`),
]

/** What a connection carries beside one request. */
export const connections: readonly MalformedRequest[] = [
  ...pipelined,
  ...halfHeads,
  ...halfBodies,
  ...protocols,
]
