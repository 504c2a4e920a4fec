import {
  type MalformedRequest,
  BODY,
  created,
  CREATION,
  cut,
  postFramed,
} from './malformed-request.ts'

const SIZE = BODY.length.toString(16)
const CHUNKED = 'Transfer-Encoding: chunked'

const chunked = (body: string) => postFramed([CHUNKED], body)

/** Bodies in chunks that are whole, but carry more than their data. */
const decorated: readonly MalformedRequest[] = [
  created('chunks', chunked(`${SIZE}\r\n${BODY}\r\n0\r\n\r\n`)),
  created(
    'CHUNKED in capitals',
    postFramed(['tRANSFER-eNCODING: CHUNKED'], `${SIZE}\r\n${BODY}\r\n0\r\n\r\n`),
  ),
  created('a chunk for each byte', chunked(`${BODY.replaceAll(/./g, '1\r\n$&\r\n')}0\r\n\r\n`)),
  created('a size with zeros in front', chunked(`0000${SIZE}\r\n${BODY}\r\n0000\r\n\r\n`)),
  created('an extension', chunked(`${SIZE};x=FOREIGN\r\n${BODY}\r\n0;y=FOREIGN\r\n\r\n`)),
  created('a quoted extension', chunked(`${SIZE};x="FOREIGN"\r\n${BODY}\r\n0\r\n\r\n`)),
  created('a trailer', chunked(`${SIZE}\r\n${BODY}\r\n0\r\nX-Trailer: FOREIGN\r\n\r\n`)),
  created(
    'a trailer with a key',
    chunked(`${SIZE}\r\n${BODY}\r\n0\r\nAuthorization: Bearer FOREIGN\r\n\r\n`),
  ),
  created(
    'a trailer with a host',
    chunked(`${SIZE}\r\n${BODY}\r\n0\r\nHost: evil.example\r\n\r\n`),
  ),
  {
    name: 'a request behind the last chunk',
    bytes: chunked(`${SIZE}\r\n${BODY}\r\n0\r\n\r\nGET /v1/account HTTP/1.1\r\nX: FOREIGN\r\n\r\n`),
    answers: [200, 403],
    arrives: [{ create: CREATION }],
  },
]

/** Invalid chunks. The request was read by then, so the connection closes without an answer. */
const broken: readonly MalformedRequest[] = [
  ['a size below zero', `-1\r\n${BODY}\r\n0\r\n\r\n`],
  ['a size with a sign', `+${SIZE}\r\n${BODY}\r\n0\r\n\r\n`],
  ['a size with 0x', `0x${SIZE}\r\n${BODY}\r\n0\r\n\r\n`],
  ['a size that is too large for a number', `ffffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n`],
  ['a size that is no number', `FOREIGN\r\n${BODY}\r\n0\r\n\r\n`],
  ['no size', `\r\n${BODY}\r\n0\r\n\r\n`],
  ['a blank before the size', ` ${SIZE}\r\n${BODY}\r\n0\r\n\r\n`],
  ['a line feed alone after the size', `${SIZE}\n${BODY}\r\n0\r\n\r\n`],
  ['a carriage return alone after the size', `${SIZE}\r${BODY}\r\n0\r\n\r\n`],
  ['a line feed in an extension', `${SIZE};x\nFOREIGN\r\n${BODY}\r\n0\r\n\r\n`],
  ['a size below that of its data', `2\r\n${BODY}\r\n0\r\n\r\n`],
  ['no line end after the data', `${SIZE}\r\n${BODY}0\r\n\r\n`],
  ['a line feed alone after the data', `${SIZE}\r\n${BODY}\n0\r\n\r\n`],
].map(([name = '', body = '']) => cut(name, chunked(body)))

/** The ways of a body in chunks. */
export const chunks: readonly MalformedRequest[] = [...decorated, ...broken]
