import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib'

import { MAX_IMAGE_URL_LENGTH } from '#contract/image-url.ts'
import { MAX_REQUEST_BYTES } from '#contract/operations.ts'

import {
  type MalformedRequest,
  BODY,
  created,
  CREATION,
  get,
  LIST,
  listed,
  message,
  post,
  postFramed,
  refused,
  RIGHT,
  utf8,
} from './malformed-request.ts'

const URL = CREATION.image_url

/** JSON with something in place of the address, as it stands in the text. */
const withUrl = (json: string) => `{"image_url":${json},"prompt":"firework"}`
const withPrompt = (json: string) => `{"image_url":"${URL}","prompt":${json}}`

/** Bodies that are read, and forwarded with the two fields only. */
const rebuilt: readonly MalformedRequest[] = [
  created('a body with further fields', post(`{"points":0,"x":"FOREIGN",${BODY.slice(1)}`)),
  created(
    'a body in another order, and with blanks',
    post(` {\n "prompt" : "firework",\t"image_url" : "${URL}" }\r\n`),
  ),
  created('a body with escapes in its names', post(BODY.replace('image_url', '\\u0069mage_url'))),
  created(
    'a body with escapes in its values',
    post(BODY.replace('https://', 'https:\\/\\/').replace('fire', '\\u0066ire')),
  ),
  created(
    'a body with its fields twice',
    post(`{"image_url":"http://127.0.0.1/FOREIGN","prompt":"x",${BODY.slice(1)}`),
  ),
  created(
    'a body with __proto__',
    post(`{"__proto__":{"image_url":"https://evil.example/FOREIGN"},${BODY.slice(1)}`),
  ),
  created(
    'a body with constructor',
    post(`{"constructor":{"prototype":{"prompt":"FOREIGN"}},${BODY.slice(1)}`),
  ),
  created(
    'a body with toJSON',
    post(`{"toJSON":"FOREIGN","hasOwnProperty":"FOREIGN",${BODY.slice(1)}`),
  ),
  created(
    'a body with something deep beside',
    post(`{"x":${'['.repeat(5000)}${']'.repeat(5000)},${BODY.slice(1)}`),
  ),
  created('a body with a byte order mark', post(`\xef\xbb\xbf${BODY}`)),
  created('a body with blanks around the address', post(withUrl(`" \\t${URL}\\r\\n "`))),
  created(`a body of ${MAX_REQUEST_BYTES} bytes`, post(BODY.padEnd(MAX_REQUEST_BYTES))),
  created(
    'an address with a line of a header in its escapes',
    post(withUrl(`"${URL}?%0d%0aX-Injected:1"`)),
    {
      ...CREATION,
      image_url: `${URL}?%0d%0aX-Injected:1`,
    },
  ),
  created('an address in other letters', post(utf8(withUrl(`"${URL}?é漢😀"`))), {
    ...CREATION,
    image_url: `${URL}?é漢😀`,
  }),
  created('an address with half a letter', post(withUrl(`"${URL}?\\ud800"`)), {
    ...CREATION,
    image_url: `${URL}?\ud800`,
  }),
  created(
    'an address of the greatest length',
    post(withUrl(`"${URL.padEnd(MAX_IMAGE_URL_LENGTH, 'x')}"`)),
    {
      ...CREATION,
      image_url: URL.padEnd(MAX_IMAGE_URL_LENGTH, 'x'),
    },
  ),
  created('capitals in the type', post().replace('application/json', 'APPLICATION/JSON')),
  // JSON is always UTF-8.
  created(
    'another charset in the type',
    post().replace('application/json', 'application/json; charset=utf-16'),
  ),
  created('a body as it is, and said to be', post(BODY, 'Content-Encoding: identity')),
  created('a creation that waits to be told to go on', post(BODY, 'Expect: 100-continue')),
]

/** Texts that are no JSON, or not the right. */
const invalid: readonly MalformedRequest[] = [
  ['no body', ''],
  ['blanks', '   '],
  ['null', 'null'],
  ['a list', `[${BODY}]`],
  ['a text', JSON.stringify(BODY)],
  ['a number', '1e999'],
  ['half an object', BODY.slice(0, -1)],
  ['an object, and more', `${BODY}FOREIGN`],
  ['two objects', BODY + BODY],
  ['two objects in lines', `${BODY}\n${BODY}`],
  ['a comment', `${BODY}/* FOREIGN */`],
  ['single quotes', BODY.replaceAll('"', "'")],
  ['a comma at the end', `${BODY.slice(0, -1)},}`],
  ['NaN', withPrompt('NaN')],
  ['a line break in a text', withUrl(`"${URL}\n"`)],
  ['a NUL behind', `${BODY}\0`],
  ['a guard against scripts', `)]}',\n${BODY}`],
  ['only brackets', '['.repeat(16_000)],
  ['a form', 'image_url=https%3A%2F%2Fimages.example%2Fa.jpg&prompt=firework'],
  ['XML', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['UTF-16', Buffer.from(`\ufeff${BODY}`, 'utf16le').toString('latin1')],
  ['UTF-16 without a mark', Buffer.from(BODY, 'utf16le').toString('latin1')],
  [
    'UTF-16, its bytes the other way round',
    Buffer.from(`\ufeff${BODY}`, 'utf16le').swap16().toString('latin1'),
  ],
  ['UTF-32', BODY.replaceAll(/./g, '\0\0\0$&')],
  ['bytes that are no UTF-8', withUrl(`"${URL}?\xff\xfe"`)],
  ['a slash in too long a form', withUrl('"https:\xc0\xaf\xc0\xafimages.example/a.jpg"')],
  ['half of a letter in UTF-8', withUrl(`"${URL}?\xe2\x82"`)],
  ['a surrogate in UTF-8', withUrl(`"${URL}?\xed\xa0\x80"`)],
  ['no address', '{"prompt":"firework"}'],
  ['no scene', `{"image_url":"${URL}"}`],
  ['an address in a list', withUrl(`["${URL}"]`)],
  ['an address in an object', withUrl(`{"toString":"${URL}"}`)],
  ['a number for an address', withUrl('1')],
  ['a scene in a list', withPrompt('["firework"]')],
  ['a scene in capitals', withPrompt('"FIREWORK"')],
  ['a scene with a blank', withPrompt('"firework "')],
  ['a scene that every object has', withPrompt('"constructor"')],
  ['a scene that is true', withPrompt('true')],
  ['fields in __proto__ alone', `{"__proto__":${BODY}}`],
  ['an address that is too long', withUrl(`"${URL.padEnd(MAX_IMAGE_URL_LENGTH + 1, 'x')}"`)],
].map(([name = '', body = '']) => refused(`a body: ${name}`, post(body), 400))

/** Addresses that the service is not to be sent to. */
const addresses: readonly MalformedRequest[] = [
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'ftp://images.example/a.jpg',
  '//images.example/a.jpg',
  'https://user:FOREIGN@images.example/a.jpg',
  'https://images.example\\u0000.evil.example/',
  'https://images.example/a.jpg\\r\\nX-Injected: FOREIGN',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://localhost:80/',
  'http://[::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.internal/',
  'http://10.0.0.1/',
  'http:///a.jpg',
].map((address) => refused(`the address ${address}`, post(withUrl(`"${address}"`)), 400))

/** Bodies of a kind that is not taken, and bodies that are too large. */
const kinds: readonly MalformedRequest[] = [
  ...[
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=FOREIGN',
    'application/json, text/plain',
    'application/jsonp',
    'application/json-patch+json',
    'application/ld+json',
    'application/csp-report',
    'application/json/x',
    'application /json',
    'json',
    '',
    'text/plain; application/json',
  ].map((type) => refused(`the type ${type}`, post().replace('application/json', type), 415)),
  refused(
    'no type',
    message(
      'POST /api/plugins/poster/tasks HTTP/1.1',
      [...RIGHT, `Content-Length: ${BODY.length}`],
      BODY,
    ),
    415,
  ),
  refused('two types', post(BODY, 'Content-Type: text/plain'), 400),
  refused('a body that only claims to be gzip', post(BODY, 'Content-Encoding: gzip'), 415),
  ...Object.entries({
    gzip: gzipSync(BODY),
    deflate: deflateSync(BODY),
    br: brotliCompressSync(BODY),
  }).map(([coding, packed]) =>
    refused(
      `a body in ${coding}`,
      post(packed.toString('latin1'), `Content-Encoding: ${coding}`),
      415,
    ),
  ),
  refused('a body in gzip that is not said to be', post(gzipSync(BODY).toString('latin1')), 400),
  refused('two codings', post(BODY, 'Content-Encoding: identity', 'Content-Encoding: gzip'), 400),
  refused(
    `a body of ${MAX_REQUEST_BYTES + 1} bytes`,
    post(BODY.padEnd(MAX_REQUEST_BYTES + 1)),
    413,
  ),
  refused('a body of a million bytes', post(BODY.padEnd(1_000_000, 'FOREIGN')), 413),
  refused(
    'a length of a billion, and no body',
    postFramed(['Content-Length: 1000000000'], ''),
    413,
  ),
  refused(
    'a length of a billion, to be told to go on',
    postFramed(['Content-Length: 1000000000', 'Expect: 100-continue'], ''),
    413,
  ),
  refused(
    '20 kB in chunks',
    postFramed(
      ['Transfer-Encoding: chunked'],
      `${'1000\r\n'.concat('x'.repeat(4096), '\r\n').repeat(5)}0\r\n\r\n`,
    ),
    413,
  ),
  refused(
    'an endless chunk',
    postFramed(['Transfer-Encoding: chunked'], `7fffffff\r\n${'x'.repeat(20_000)}`),
    413,
  ),
  listed('a list with a body', `${get(LIST, 'Content-Length: 7')}FOREIGN`),
  listed(
    'a list with a body in chunks',
    `${get(LIST, 'Transfer-Encoding: chunked')}7\r\nFOREIGN\r\n0\r\n\r\n`,
  ),
]

/** What stands behind the headers. */
export const bodies: readonly MalformedRequest[] = [...rebuilt, ...invalid, ...addresses, ...kinds]
