import {
  type MalformedRequest,
  BODY,
  CREATE,
  created,
  get,
  LIST,
  listed,
  message,
  post,
  refused,
  RIGHT,
  RIGHT_POST,
} from './malformed-request.ts'

const json = (start: string) =>
  message(start, [...RIGHT_POST, `Content-Length: ${BODY.length}`], BODY)

/** A list request with another method, and the status it comes to. */
function method(name: string, status: number): MalformedRequest {
  return refused(
    `the method ${JSON.stringify(name)}`,
    message(`${name} ${LIST} HTTP/1.1`, RIGHT),
    status,
  )
}

/** Other methods, and those that a request claims to have. */
export const methods: readonly MalformedRequest[] = [
  ...['HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'TRACE'].map((name) => method(name, 405)),
  ...['PROPFIND', 'COPY', 'MOVE', 'LINK', 'PURGE', 'SEARCH', 'M-SEARCH'].map((name) =>
    method(name, 405),
  ),
  ...[
    'get',
    'Get',
    'GETX',
    'GE',
    'G\0T',
    'GET\t',
    '',
    'TRACK',
    'DEBUG',
    'FOREIGN',
    'GET /x HTTP/1.1\n',
  ].map((name) => method(name, 400)),
  // Later versions of Node know it.
  { ...method('QUERY', 400), or: { answers: [405], arrives: [] } },
  method('POST', 415),
  refused('a POST where a list is', json(`POST ${LIST} HTTP/1.1`), 405),
  refused('a GET where a creation is', get(CREATE), 405),
  refused('a GET with the body of a creation', json(`GET ${CREATE} HTTP/1.1`), 405),
  refused('a PUT with the body of a creation', json(`PUT ${CREATE} HTTP/1.1`), 405),
  refused('a DELETE with the body of a creation', json(`DELETE ${CREATE} HTTP/1.1`), 405),
  {
    ...refused('CONNECT to another host', message('CONNECT evil.example:443 HTTP/1.1', RIGHT), 0),
    answers: [],
  },
  { ...refused('CONNECT to a path', message(`CONNECT ${LIST} HTTP/1.1`, RIGHT), 0), answers: [] },
  ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].flatMap((header) => [
    listed(`a list that says ${header}: DELETE`, get(LIST, `${header}: DELETE`)),
    created(`a creation that says ${header}: GET`, post(BODY, `${header}: GET`)),
    refused(
      `a GET that says ${header}: POST`,
      json(`GET ${CREATE} HTTP/1.1\r\n${header}: POST`),
      405,
    ),
  ]),
  listed('a list with _method=DELETE in its query', get(`${LIST}?_method=DELETE&method=POST`)),
  created(
    'a creation with _method in its body',
    post(JSON.stringify({ _method: 'DELETE', ...JSON.parse(BODY) })),
  ),
]
