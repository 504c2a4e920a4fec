import {
  type MalformedRequest,
  BODY,
  CREATION,
  cut,
  get,
  LIST,
  message,
  post,
  postFramed,
  refused,
  RIGHT,
  RIGHT_POST,
} from './malformed-request.ts'

/** What is hidden behind a request whose length two readers see in two ways. */
const HIDDEN = 'GET /v1/account HTTP/1.1\r\nX-Hidden: FOREIGN\r\n\r\n'
const CHUNKED_BODY = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`
const LENGTH = `Content-Length: ${BODY.length}`
const CHUNKED = 'Transfer-Encoding: chunked'

/** Two lengths, one of each kind. */
const twoKinds: readonly MalformedRequest[] = [
  ...[
    [LENGTH, CHUNKED],
    [CHUNKED, LENGTH],
  ].map((lines) =>
    refused(`${lines.join(', then ')}, cut by the length`, postFramed(lines, BODY + HIDDEN), 400),
  ),
  refused(
    'both lengths, cut by the chunks',
    postFramed(['Content-Length: 4', CHUNKED], `0\r\n\r\n${HIDDEN}`),
    400,
  ),
  refused(
    'no length and chunks',
    postFramed(['Content-Length: 0', CHUNKED], CHUNKED_BODY + HIDDEN),
    400,
  ),
  refused('a GET with both', `${get(LIST, 'Content-Length: 6', CHUNKED)}0\r\n\r\n${HIDDEN}`, 400),
]

/** Ways to write chunked that not every reader takes for it. */
const oddCodings: readonly MalformedRequest[] = [
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: chunked\x0b',
  'Transfer-Encoding: chunked\0',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding\t: chunked',
  'Transfer-Encoding\0: chunked',
  ' Transfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked, x',
].map((line) => refused(JSON.stringify(line), postFramed([line], CHUNKED_BODY + HIDDEN), 400))

const coded = (coding: string) =>
  cut(
    `the coding ${JSON.stringify(coding)}`,
    postFramed([`Transfer-Encoding: ${coding}`], CHUNKED_BODY + HIDDEN),
  )

/** Codings whose error shows only in the body, so the connection closes without an answer. */
const otherCodings: readonly MalformedRequest[] = [
  ...['xchunked', 'chunkedx', 'x', 'identity', 'gzip', '"chunked"', 'chunked;q=1'].map(coded),
  // Later versions of Node know it at once.
  { ...coded(''), or: { answers: [400], arrives: [] } },
]

/** Lengths that are none, or two. */
const oddLengths: readonly MalformedRequest[] = [
  `${LENGTH}\r\n${LENGTH}`,
  `${LENGTH}\r\nContent-Length: 0`,
  `Content-Length: 0\r\n${LENGTH}`,
  `Content-Length: ${BODY.length}, ${BODY.length}`,
  `Content-Length: +${BODY.length}`,
  'Content-Length: -1',
  'Content-Length: 0x40',
  'Content-Length: 6e1',
  'Content-Length: 6 4',
  'Content-Length: 64;',
  'Content-Length: ',
  'Content-Length: FOREIGN',
  'Content-Length: 99999999999999999999999',
  'Content-Length: 18446744073709551680',
  'Content-Length : 64',
  'Content-Length\0: 64',
].map((line) => refused(JSON.stringify(line), postFramed([line], BODY + HIDDEN), 400))

/** Lengths that hold for part of the body, and what follows is a request of its own, or none. */
const cutBodies: readonly MalformedRequest[] = [
  cut('a length that ends before the body does', postFramed(['Content-Length: 10'], BODY)),
  cut('no length at all, and a body', postFramed([], BODY)),
  {
    name: 'a creation that is followed by nonsense',
    bytes: `${post()}FOREIGN\r\n\r\n`,
    answers: [],
    arrives: [{ create: CREATION }],
  },
  {
    name: 'a body that is followed by half a request',
    bytes: `${post()}GET /v1/account HTTP/1.1\r\nX-Hidden: FOREIGN`,
    answers: [200, 400],
    arrives: [{ create: CREATION }],
    waitsFor: 1,
  },
  {
    name: 'a body that is followed by a request without a name',
    bytes: post() + HIDDEN,
    answers: [200, 403],
    arrives: [{ create: CREATION }],
  },
  {
    name: 'a list with a body that is a request',
    bytes: get(LIST, `Content-Length: ${HIDDEN.length}`) + HIDDEN,
    answers: [200],
    arrives: [{ list: '' }],
  },
  {
    name: 'a list with a body that is a creation',
    bytes: message(`GET ${LIST} HTTP/1.1`, [...RIGHT_POST, LENGTH], BODY),
    answers: [200],
    arrives: [{ list: '' }],
  },
]

/** Line ends that are none. */
const lineEnds: readonly MalformedRequest[] = [
  refused('line feeds alone', get().replaceAll('\r\n', '\n'), 400),
  refused('carriage returns alone', get().replaceAll('\r\n', '\r'), 400),
  refused('two carriage returns', get().replaceAll('\r\n', '\r\r\n'), 400),
  {
    ...refused('a line feed after the request line', get().replace('\r\n', '\n'), 400),
    // Earlier versions of Node take it for a line's end.
    or: { answers: [200], arrives: [{ list: '' }] },
  },
  refused('a line feed between two headers', `${get().slice(0, -4)}\nX: FOREIGN\r\n\r\n`, 400),
  refused('a folded header', get(LIST, 'X-Folded: a', ' FOREIGN'), 400),
  refused('a folded length', postFramed(['Content-Length:', ` ${BODY.length}`], BODY), 400),
  refused('a folded coding', postFramed(['Transfer-Encoding:', ' chunked'], CHUNKED_BODY), 400),
  refused('a blank line that is not empty', message(`GET ${LIST} HTTP/1.1`, [...RIGHT, ' ']), 400),
]

/** Where one request ends and the next begins. */
export const framing: readonly MalformedRequest[] = [
  ...twoKinds,
  ...oddCodings,
  ...otherCodings,
  ...oddLengths,
  ...cutBodies,
  ...lineEnds,
]
