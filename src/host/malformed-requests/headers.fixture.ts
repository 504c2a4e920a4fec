import {
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
  refused,
  RIGHT,
} from '#host/malformed-requests/malformed-request.fixture.ts'

const KEY = 'Authorization: Bearer {key}'
const HOST = 'Host: {host}'
const ID = 'a1b2c3d4-1111-4222-8333-444455556666'

const listWith = (line: string) => get(LIST, line)
const listWithOnly = (...lines: readonly string[]) => message(`GET ${LIST} HTTP/1.1`, lines)
const listWithKey = (line: string) => listWithOnly(HOST, line)
const withMethod = (method: string) => message(`${method} ${LIST} HTTP/1.1`, RIGHT)
const creationTo = (start: string) => post().replace(`POST ${CREATE}`, start)
const named = (id: string) => post(BODY, `Idempotency-Key: ${id}`)

/** Other methods, and those that a request claims to have. */
export const methods = [
  ...each(refused(405), withMethod, ['HEAD', 'DELETE', 'PUT', 'OPTIONS', 'TRACE', 'M-SEARCH']),
  ...each(refused(400), withMethod, [
    'get',
    'GE',
    'G\0T',
    'GET\t',
    '',
    'FOREIGN',
    'GET /x HTTP/1.1\n',
  ]),
  // Later versions of Node know it.
  one('QUERY', { ...refused(400), or: refused(405) }, withMethod('QUERY')),
  one('a POST without a type', refused(415), withMethod('POST')),
  ...each(refused(405), creationTo, [
    `POST ${LIST}`,
    `GET ${CREATE}`,
    `PUT ${CREATE}`,
    `DELETE ${CREATE}`,
  ]),
  ...each(CUT, withMethod, ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nX:']),
  ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].flatMap((name) => [
    one(`a list that says ${name}`, LISTED, get(LIST, `${name}: DELETE`)),
    one(`a creation that says ${name}`, CREATED, post(BODY, `${name}: GET`)),
    one(`a GET that says ${name}`, refused(405), get(CREATE, `${name}: POST`)),
  ]),
  one('a list with _method', LISTED, get(`${LIST}?_method=DELETE`)),
  one('a creation with _method', CREATED, post(`{"_method":"DELETE",${BODY.slice(1)}`)),
]

/** What stands between the request line and the body. */
export const headers = [
  // A list gets along without them. The test of `openUpstream` has more.
  ...each(LISTED, listWith, [
    'X-Injected: FOREIGN',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-For: 127.0.0.1, FOREIGN',
    'Forwarded: for=FOREIGN;host=evil.example',
    'X-Original-URL: /v1/account',
    'Via: 1.1 FOREIGN',
    'Connection: close, authorization',
    'Connection: content-length, transfer-encoding',
    'Keep-Alive: timeout=FOREIGN',
    'Proxy-Authorization: Basic FOREIGN',
    'TE: trailers, FOREIGN',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: FOREIGN',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ',
    'Expect: 100-continue',
    'Expect: 100-continue, FOREIGN',
    'Range: bytes=0-0',
    'If-None-Match: *',
    'Accept: text/FOREIGN',
    'Content-Type: text/FOREIGN',
    'X-Marquee-Not-Sent: 1',
    `X-Long: ${'FOREIGN'.repeat(1500)}`,
    'X-High: FOREIGN\xe9\xff',
    'Idempotency-Key: FOREIGN',
    'Origin: http://{host}\r\nSec-Fetch-Site: same-origin',
  ]),
  // The headers that may stand once, and those of other sites, have tests in src/host/foreign-requests.test.ts.
  ...each(refused(400), listWith, [
    'X: a\nX-Injected: FOREIGN',
    'X: a\rX-Injected: FOREIGN',
    'X: FOREIGN\0',
    'X: FOREIGN\x01',
    'X(Y): FOREIGN',
    'X\xe9: FOREIGN',
    ': FOREIGN',
    'FOREIGN',
    'authorization: Bearer FOREIGN',
    'HOST: evil.example',
  ]),
  ...each(refused(403), listWith, ['Origin: null', 'Sec-Fetch-Site: FOREIGN']),
  one('another expectation', refused(417), listWith('Expect: 200-ok')),
  ...each(refused(431), listWith, {
    'a header of more than 16 kB': `X: ${'FOREIGN'.repeat(2500)}`,
    'a name of more than 16 kB': `${'X'.repeat(17_000)}: FOREIGN`,
    'many headers of more than 16 kB': 'X-Many: FOREIGN\r\n'.repeat(1500).trimEnd(),
  }),
]

/** Who is asked, who asks, and for which creation. */
export const identities = [
  // `isAllowedHost` has a test of more names.
  ...each(refused(403), (name) => listWithOnly(`Host: ${name}`, KEY), [
    'evil.example',
    '',
    '127.0.0.1:1',
    '{host}.evil.example',
    'evil.example@{host}',
    '{host}/api/plugins/video/tasks?',
    '{host}, evil.example',
    'http://{host}',
  ]),
  one('no host', refused(403), listWithOnly(KEY)),
  // `bearerKey` has a test of more keys.
  ...each(refused(401), listWithKey, [
    'X: y',
    'Authorization: Basic {key}',
    'Authorization: Bearer\t{key}',
    'Authorization: Bearer {key}, Bearer FOREIGN',
    'Authorization: Bearer {key}\xe9',
    `Authorization: Bearer ${'x'.repeat(1025)}`,
    'Proxy-Authorization: Bearer {key}',
    'Cookie: Authorization=Bearer {key}',
    'X-Api-Key: {key}',
  ]),
  one(
    'a key in the query',
    refused(401),
    message(`GET ${LIST}?access_token={key} HTTP/1.1`, [HOST]),
  ),
  ...each(LISTED, listWithKey, [
    'AUTHORIZATION: bearer {key}',
    'Authorization: \t Bearer   {key} \t',
  ]),
  one(
    'a key with escapes for a line break',
    { ...LISTED, arrives: [{ key: '{key}%0d%0aX-Injected:1' }] },
    listWithKey(`${KEY}%0d%0aX-Injected:1`),
  ),
  // The Idempotency-Key header, which only the host reads.
  ...each(refused(400), named, ['FOREIGN', '', `{${ID}}`, `${ID}, ${ID}`, `${ID}\xe9`, `../${ID}`]),
  ...each(CREATED, named, [ID, ID.toUpperCase()]),
  one(
    'a name that comes three times',
    { ...CREATED, answers: [200, 200, 200] },
    named(ID).repeat(2) + named(ID.toUpperCase()),
  ),
  one(
    'a name that comes with another body',
    { ...CREATED, answers: [200, 422] },
    named(ID) + named(ID).replace('a.jpg', 'b.jpg'),
  ),
  ...each(
    { answers: [200, 200], arrives: [{ body: BODY }, { body: BODY }] },
    (name) => post(BODY, `${name}: ${ID}`).repeat(2),
    ['X-Idempotency-Key', 'Idempotency_Key', 'X-Request-Id'],
  ),
]
