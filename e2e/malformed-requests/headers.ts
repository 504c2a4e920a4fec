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
  refused,
  RIGHT,
} from './malformed-request.ts'

const KEY = 'Authorization: Bearer {key}'
const HOST = 'Host: {host}'
const ID = 'a1b2c3d4-1111-4222-8333-444455556666'

const start = `GET ${LIST} HTTP/1.1`

/** A list request with one more header, which it gets along without. */
const ignored: readonly MalformedRequest[] = [
  'X-Injected: FOREIGN',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-For: 127.0.0.1, FOREIGN',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Port: 1',
  'X-Forwarded-Prefix: /FOREIGN',
  'Forwarded: for=FOREIGN;host=evil.example',
  'X-Real-IP: 127.0.0.1',
  'X-Host: evil.example',
  'X-Original-URL: /v1/account',
  'X-Rewrite-URL: /v1/account',
  'X-Original-Method: DELETE',
  'Via: 1.1 FOREIGN',
  'Max-Forwards: 0',
  'Connection: close, authorization',
  'Connection: keep-alive, host, accept',
  'Connection: content-length, transfer-encoding',
  'Keep-Alive: timeout=FOREIGN',
  'Proxy-Connection: keep-alive',
  'Proxy-Authorization: Basic FOREIGN',
  'TE: trailers, FOREIGN',
  'Trailer: Authorization',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: FOREIGN\r\nSec-WebSocket-Version: 13',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
  'Upgrade: FOREIGN',
  'Expect: 100-continue',
  'Expect: 100-continue, FOREIGN',
  'Range: bytes=0-0',
  'If-None-Match: *',
  'If-Modified-Since: Thu, 01 Jan 2026 00:00:00 GMT',
  'Accept: text/FOREIGN',
  'Accept-Encoding: gzip, FOREIGN',
  'Content-Type: text/FOREIGN',
  'Cookie: key=FOREIGN; key=FOREIGN',
  'Referer: http://evil.example/FOREIGN',
  'User-Agent: FOREIGN',
  'X-Marquee-Not-Sent: 1',
  'X_Api_Key: FOREIGN',
  `X-Long: ${'FOREIGN'.repeat(1500)}`,
  `Idempotency-Key: ${ID}`,
  'Idempotency-Key: FOREIGN',
  'X-High: FOREIGN\xe9\xff',
  'Origin: http://{host}\r\nSec-Fetch-Site: same-origin',
].map((line) => listed(line.slice(0, 60).replaceAll('\r\n', ', '), get(LIST, line)))

/** A list request with one header too many. */
const refusals: readonly MalformedRequest[] = [
  ...[
    'X: a\nX-Injected: FOREIGN',
    'X: a\rX-Injected: FOREIGN',
    'X: FOREIGN\0',
    'X: FOREIGN\x01',
    'X Y: FOREIGN',
    'X(Y): FOREIGN',
    'X\xe9: FOREIGN',
    'X\0: FOREIGN',
    ': FOREIGN',
    'FOREIGN',
    'Authorization: Bearer {key}',
    'authorization: Bearer FOREIGN',
    'Host: {host}',
    'HOST: evil.example',
    'Origin: http://{host}\r\nOrigin: http://evil.example',
    'Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site',
  ].map((line) => refused(`a list with ${JSON.stringify(line)}`, get(LIST, line), 400)),
  ...[
    'Origin: null',
    'Origin: http://evil.example',
    'Origin: http://{host}.evil.example',
    'Origin: ',
  ].map((line) => refused(`a list with ${JSON.stringify(line)}`, get(LIST, line), 403)),
  ...['cross-site', 'same-site', 'none', 'FOREIGN'].map((site) =>
    refused(`a list from the site ${site}`, get(LIST, `Sec-Fetch-Site: ${site}`), 403),
  ),
  refused('a list that expects 200', get(LIST, 'Expect: 200-ok'), 417),
  refused('headers of more than 16 kB', get(LIST, `X: ${'FOREIGN'.repeat(2500)}`), 431),
  refused('a name of more than 16 kB', get(LIST, `${'X'.repeat(17_000)}: FOREIGN`), 431),
  refused(
    'a thousand headers of more than 16 kB',
    get(LIST, ...Array.from({ length: 1500 }, (_, index) => `X-${index}: FOREIGN`)),
    431,
  ),
]

/** Names that are not the host's, in a request that is right otherwise. */
const hosts: readonly MalformedRequest[] = [
  'evil.example',
  'evil.example:80',
  '',
  '127.0.0.1',
  '127.0.0.1:1',
  'localhost',
  '{host}.',
  '{host}.evil.example',
  'evil.example@{host}',
  '{host}@evil.example',
  '{host}/api/plugins/video/tasks?',
  '{host}#',
  '{host}, evil.example',
  '{host} evil.example',
  'http://{host}',
  '0.0.0.0:80',
  '2130706433',
  '0x7f.1',
  '[::ffff:127.0.0.1]:80',
  'evil.example\\{host}',
].map((name) =>
  refused(`the host ${JSON.stringify(name)}`, message(start, [`Host: ${name}`, KEY]), 403),
)

/** Keys that are none. */
const keys: readonly MalformedRequest[] = [
  ['none', 'X: y'],
  ['no scheme', 'Authorization: {key}'],
  ['no key', 'Authorization: Bearer'],
  ['an empty header', 'Authorization: '],
  ['another scheme', 'Authorization: Basic {key}'],
  ['Token for Bearer', 'Authorization: Token {key}'],
  ['a tab for the blank', 'Authorization: Bearer\t{key}'],
  ['two keys', 'Authorization: Bearer {key} FOREIGN'],
  ['two schemes', 'Authorization: Bearer {key}, Bearer FOREIGN'],
  ['a letter that is not ASCII', 'Authorization: Bearer {key}\xe9'],
  ['1,025 letters', `Authorization: Bearer ${'x'.repeat(1025)}`],
  ['the header for a proxy', 'Proxy-Authorization: Bearer {key}'],
  ['a cookie', 'Cookie: Authorization=Bearer {key}'],
  ['another header', 'X-Api-Key: {key}'],
].map(([name = '', line = '']) => refused(`the key: ${name}`, message(start, [HOST, line]), 401))

/** Keys with something in them or around them. */
const oddKeys: readonly MalformedRequest[] = [
  ...[
    'Authorization: Bearer {key}\nX-Injected: FOREIGN',
    'Authorization: Bearer {key}\rFOREIGN',
    'Authorization: Bearer {key}\0',
    'Authorization: Bearer {key}\r\n FOREIGN',
    'Authorization : Bearer {key}',
  ].map((line) => refused(`the key as ${JSON.stringify(line)}`, message(start, [HOST, line]), 400)),
  listed('a key in lower case', message(start, [HOST, 'AUTHORIZATION: bearer {key}'])),
  listed('a key between blanks', message(start, [HOST, 'Authorization: \t Bearer   {key} \t'])),
  {
    name: 'a key with escapes for a line break',
    bytes: message(start, [HOST, 'Authorization: Bearer {key}%0d%0aX-Injected:1']),
    answers: [200],
    arrives: [{ list: '', key: '{key}%0d%0aX-Injected:1' }],
  },
  refused('a key in the query', message(`GET ${LIST}?access_token={key} HTTP/1.1`, [HOST]), 401),
]

const named = (...ids: readonly string[]) =>
  post(BODY, ...ids.map((id) => `Idempotency-Key: ${id}`))

/** The Idempotency-Key header, which only the host reads. */
const submissionIds: readonly MalformedRequest[] = [
  ...[
    'FOREIGN',
    '',
    `{${ID}}`,
    `${ID}, ${ID}`,
    `${ID}\xe9`,
    `"${ID}"`,
    ID.slice(1),
    `../${ID}`,
  ].map((id) => refused(`a creation that is named ${JSON.stringify(id)}`, named(id), 400)),
  refused('a creation that is named twice', named(ID, ID), 400),
  created('a creation that is named', named(ID)),
  created('a creation that is named in capitals', named(ID.toUpperCase())),
  {
    name: 'a creation that comes three times at once',
    bytes: named(ID).repeat(2) + named(ID.toUpperCase()),
    answers: [200, 200, 200],
    arrives: [{ create: CREATION }],
  },
  {
    name: 'a name that comes with another body',
    bytes: named(ID) + named(ID).replace('a.jpg', 'b.jpg'),
    answers: [200, 422],
    arrives: [{ create: CREATION }],
  },
  ...['X-Idempotency-Key', 'Idempotency_Key', 'X-Request-Id'].map((header) => ({
    name: `two creations that are named by ${header}`,
    bytes: post(BODY, `${header}: ${ID}`).repeat(2),
    answers: [200, 200],
    arrives: [{ create: CREATION }, { create: CREATION }],
  })),
]

/** What stands between the request line and the body. */
export const headers: readonly MalformedRequest[] = [...ignored, ...refusals]

/** Who is asked, who asks, and for which creation. */
export const identities: readonly MalformedRequest[] = [
  ...hosts,
  refused('no host', message(start, [KEY]), 403),
  ...keys,
  ...oddKeys,
  ...submissionIds,
  listed('nothing that is wrong', message(start, RIGHT)),
]
