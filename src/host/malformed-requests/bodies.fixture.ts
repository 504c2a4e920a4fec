import { gzipSync } from 'node:zlib'

import { MAX_IMAGE_URL_LENGTH } from '#contract/image-url.ts'
import { MAX_REQUEST_BYTES } from '#contract/operations.ts'

import {
  asIs,
  BODY,
  CREATED,
  CREATE,
  creationOf,
  each,
  get,
  IMAGE,
  LIST,
  LISTED,
  message,
  one,
  post,
  postFramed,
  refused,
  RIGHT,
} from '#host/malformed-requests/malformed-request.fixture.ts'

const CHUNKED = 'Transfer-Encoding: chunked'
const BILLION = 'Content-Length: 1000000000'
const FOUR_KB = `1000\r\n${'x'.repeat(4096)}\r\n`
const utf16 = Buffer.from(`\ufeff${BODY}`, 'utf16le')

/** Puts something in the place of the address, as it stands in the text of the body. */
const withUrl = (json: string) => BODY.replace(`"${IMAGE}"`, () => json)
const withType = (type: string) => post().replace('application/json', type)
const withLine = (line: string) => post(BODY, line)
const withFirst = (fields: string) => `{${fields},${BODY.slice(1)}`

/** What stands behind the headers. */
export const bodies = [
  // They are read, and forwarded with the two fields only.
  ...each(CREATED, post, {
    'further fields': withFirst('"points":0,"x":"FOREIGN"'),
    'another order, and blanks': ` {\n "prompt" : "firework",\t"image_url" : "${IMAGE}" }\r\n`,
    'escapes in a name': BODY.replace('image_url', '\\u0069mage_url'),
    'escapes in values': BODY.replace('https://', 'https:\\/\\/').replace('fire', '\\u0066ire'),
    'its fields twice': withFirst('"image_url":"http://127.0.0.1/FOREIGN","prompt":"x"'),
    'a prototype': withFirst('"__proto__":{"image_url":"https://evil.example/FOREIGN"}'),
    'a constructor': withFirst('"constructor":{"prototype":{"prompt":"FOREIGN"}}'),
    toJSON: withFirst('"toJSON":"FOREIGN","hasOwnProperty":"FOREIGN"'),
    'something deep': withFirst(`"x":${'['.repeat(5000)}${']'.repeat(5000)}`),
    'a byte order mark': `\xef\xbb\xbf${BODY}`,
    'blanks around the address': withUrl(`" \\t${IMAGE}\\r\\n "`),
    'the greatest size': BODY.padEnd(MAX_REQUEST_BYTES),
  }),
  ...[
    `${IMAGE}?%0d%0aX-Injected:1`,
    `${IMAGE}?é漢😀`,
    `${IMAGE}?\ud800`,
    IMAGE.padEnd(MAX_IMAGE_URL_LENGTH, 'x'),
  ].map((address) => {
    const body = creationOf(address)
    return one(
      `the address ${address.slice(0, 80)}`,
      { ...CREATED, arrives: [{ body }] },
      post(body),
    )
  }),
  ...each(CREATED, withType, ['APPLICATION/JSON', 'application/json; charset=utf-16']),
  ...each(CREATED, withLine, ['Content-Encoding: identity', 'Expect: 100-continue']),

  // They are no JSON, or not the right. `readPosterTaskRequest` and `checkImageUrl` have tests of more values.
  ...each(refused(400), post, {
    'no body': '',
    null: 'null',
    'a list': `[${BODY}]`,
    'half an object': BODY.slice(0, -1),
    'an object, and more': `${BODY}FOREIGN`,
    'two objects in lines': `${BODY}\n${BODY}`,
    'a comment': `${BODY}/* FOREIGN */`,
    'a NUL behind': `${BODY}\0`,
    'only brackets': '['.repeat(16_000),
    'a form': 'image_url=https%3A%2F%2Fimages.example%2Fa.jpg&prompt=firework',
    'UTF-16': utf16.toString('latin1'),
    'UTF-16, its bytes the other way round': Buffer.from(utf16).swap16().toString('latin1'),
    'bytes that are no UTF-8': withUrl(`"${IMAGE}?\xff\xfe"`),
    'a slash in too long a form': withUrl('"https:\xc0\xaf\xc0\xafimages.example/a.jpg"'),
    'half of a letter in UTF-8': withUrl(`"${IMAGE}?\xe2\x82"`),
    'a surrogate in UTF-8': withUrl(`"${IMAGE}?\xed\xa0\x80"`),
    'no address': '{"prompt":"firework"}',
    'an address in an object': withUrl(`{"toString":"${IMAGE}"}`),
    'a scene that every object has': BODY.replace('firework', 'constructor'),
    'a scene in capitals': BODY.replace('firework', 'FIREWORK'),
    'fields in __proto__ alone': `{"__proto__":${BODY}}`,
    'an address that is too long': creationOf(IMAGE.padEnd(MAX_IMAGE_URL_LENGTH + 1, 'x')),
    'an address without http': creationOf('javascript:alert(1)'),
    'an address with a password': creationOf('https://user:FOREIGN@images.example/a.jpg'),
    'an address with a header': creationOf(`${IMAGE}\r\nX-Injected: FOREIGN`),
    'the address of this machine': creationOf('http://127.1/'),
    'gzip that is not said to be': gzipSync(BODY).toString('latin1'),
  }),

  // They are of a kind that is not taken.
  ...each(refused(415), withType, [
    'text/plain',
    'application/json, text/plain',
    'application/jsonp',
    'application/json/x',
    '',
    'text/plain; application/json',
  ]),
  ...each(refused(415), asIs, {
    'no type': message(`POST ${CREATE} HTTP/1.1`, [...RIGHT, 'Content-Length: 4'], 'null'),
    'a body that only claims to be gzip': post(BODY, 'Content-Encoding: gzip'),
    'a body in gzip': post(gzipSync(BODY).toString('latin1'), 'Content-Encoding: gzip'),
  }),

  // They are too large.
  ...each(refused(413), post, {
    'a byte more than the greatest size': BODY.padEnd(MAX_REQUEST_BYTES + 1),
    'a million bytes': BODY.padEnd(1_000_000, 'FOREIGN'),
  }),
  ...each(refused(413), asIs, {
    'a length of a billion': postFramed([BILLION], ''),
    'the same, to be told to go on': postFramed([BILLION, 'Expect: 100-continue'], ''),
    '20 kB in chunks': postFramed([CHUNKED], `${FOUR_KB.repeat(5)}0\r\n\r\n`),
    'an endless chunk': postFramed([CHUNKED], `7fffffff\r\n${'x'.repeat(20_000)}`),
  }),

  // A list has none.
  one('a list with a body', LISTED, `${get(LIST, 'Content-Length: 7')}FOREIGN`),
  one('a list with chunks', LISTED, `${get(LIST, CHUNKED)}7\r\nFOREIGN\r\n0\r\n\r\n`),
]
