import {
  type MalformedRequest,
  get,
  listed,
  LIST,
  message,
  refused,
  RIGHT,
} from './malformed-request.ts'

/** A list request for a target, and the status that it comes to. */
function target(text: string, status: number): MalformedRequest {
  return refused(`the target ${text.slice(0, 80)}`, get(text), status)
}

/** A target outside of /api, which the app's page answers. */
function page(text: string, status: 200 | 404): MalformedRequest {
  return { ...target(text, status), isPage: true }
}

const LONG = 'x'.repeat(4000)

/** Other ways to write a path, or to leave it. */
export const paths: readonly MalformedRequest[] = [
  target('/api/../plugins/video/tasks', 400),
  target('/api/./plugins/video/tasks', 400),
  target('/api/plugins/../plugins/video/tasks', 400),
  target('/api/plugins/video/tasks/.', 400),
  target('/api/plugins/video/tasks/..', 400),
  target('/api/plugins/video/tasks/../../../../etc/passwd', 400),
  target('/../api/plugins/video/tasks', 400),
  target('/./api/plugins/video/tasks', 400),
  target('//api/plugins/video/tasks', 400),
  target('/api//plugins/video/tasks', 400),
  target('/api/plugins//video/tasks', 400),
  target('/api/plugins/video/tasks//', 400),
  target('/api\\plugins\\video\\tasks', 400),
  target('\\api\\plugins\\video\\tasks', 400),
  target('/api/plugins/video\\tasks', 400),
  target('/api/..\\plugins/video/tasks', 400),
  target('/api/plugins/..;/video/tasks', 404),
  target('/api/plugins/video/tasks;x=FOREIGN', 404),
  target('/api/plugins;x=FOREIGN/video/tasks', 404),
  target('/api/plugins/video/tasks/', 404),
  target('/api/plugins/video/tasks.json', 404),
  target('/api/plugins/video/tasks*', 404),
  target('/api/plugins/video', 404),
  target('/api/', 404),
  target('/api', 404),
  target('/api?/plugins/video/tasks', 404),
  target('/api/account', 404),
  target('/api/v1/plugins/video/tasks', 404),
  target('/api/api/plugins/video/tasks', 404),
  target('/api/PLUGINS/video/tasks', 404),
  target('/api/plugins/video/Tasks', 404),
  target('/api/plugins/video/tasks:80', 404),
  target('/api/@127.0.0.1/plugins/video/tasks', 404),
  target('/api/http:/evil.example/plugins/video/tasks', 404),
  target('/api/http://evil.example/plugins/video/tasks', 400),
  target('/api/plugins/video/tasks#FOREIGN', 400),
  target('/api#/plugins/video/tasks', 400),
  target(`/api/plugins/video/tasks/${LONG}`, 404),
  refused('a target of 20 kB', get(`${LIST}/${LONG.repeat(5)}`), 431),
  page('/plugins/video/tasks', 200),
  page('/v1/plugins/video/tasks', 200),
  page('/API/plugins/video/tasks', 200),
  page('/Api/plugins/video/tasks', 200),
  page('/apiplugins/video/tasks', 200),
  page('/api;/plugins/video/tasks', 200),
  page('/api:80/plugins/video/tasks', 200),
  page('/@evil.example/api/plugins/video/tasks', 200),
  page('/api.json', 404),
  page('/.api/plugins/video/tasks', 404),
]

/** Whole addresses, valid and invalid. */
export const targets: readonly MalformedRequest[] = [
  target('http://{host}/api/plugins/video/tasks', 400),
  target('http://evil.example/api/plugins/video/tasks', 400),
  target('https://evil.example/api/plugins/video/tasks', 400),
  target('HTTP://{host}/api/plugins/video/tasks', 400),
  target('http:/api/plugins/video/tasks', 400),
  target('http:api/plugins/video/tasks', 400),
  target('http://user:FOREIGN@{host}/api/plugins/video/tasks', 400),
  target('http://{host}@evil.example/api/plugins/video/tasks', 400),
  target('http://{host}\\@evil.example/api/plugins/video/tasks', 400),
  target('http://[::1]/api/plugins/video/tasks', 400),
  target('http://0x7f000001/api/plugins/video/tasks', 400),
  target('//evil.example/api/plugins/video/tasks', 400),
  target('///evil.example/api/plugins/video/tasks', 400),
  target('/\\evil.example/api/plugins/video/tasks', 400),
  target('/http://evil.example/plugins/video/tasks', 400),
  target('file:///etc/passwd', 400),
  target('gopher://127.0.0.1:6379/_FLUSHALL', 400),
  target('javascript:alert(1)', 400),
  target('evil.example:443', 400),
  target('*', 400),
  target('api/plugins/video/tasks', 400),
  target('?page=2', 400),
  target('@evil.example/api/plugins/video/tasks', 400),
  target(':80/api/plugins/video/tasks', 400),
  refused('no target', message('GET  HTTP/1.1', RIGHT), 400),
  refused('no target and no version', message('GET', RIGHT), 400),
  refused('a blank in the target', get('/api/plugins/video/tasks FOREIGN'), 400),
  listed('two blanks before the target', get(` ${LIST}`)),
  refused('a tab in the target', get('/api/plugins\tvideo/tasks'), 400),
  refused('a NUL in the target', get('/api/plugins/video/tasks\0'), 400),
  refused('a NUL in front of the target', get('\0/api/plugins/video/tasks'), 400),
  refused('a delete sign in the target', get('/api/plugins/video/tasks\x7f'), 400),
  refused(
    'a line break in the target, as in HTTP/0.9',
    get('/api/plugins/video/tasks\nX-Injected: FOREIGN'),
    505,
  ),
  refused('a carriage return in the target', get('/api/plugins/video/tasks\rFOREIGN'), 400),
]

/** Paths in escapes that some reader may take for the plain ones. */
export const encodings: readonly MalformedRequest[] = [
  ...['%2e%2e', '%2E%2e', '.%2e', '%2e.', '%2e', '%252e%252e', '%25%32%65%25%32%65'].map((dots) =>
    target(`/api/${dots}/plugins/video/tasks`, 400),
  ),
  ...['%2f', '%2F', '%5c', '%5C', '%252f', '%255c', '%25%32%66', '%00', '%2500'].map((sign) =>
    target(`/api/plugins${sign}video/tasks`, 400),
  ),
  target('/api%2fplugins%2fvideo%2ftasks', 400),
  target('/api/plugins/video/tasks%2f', 400),
  target('/api/plugins/video/tasks%00.json', 400),
  target('/%2e%2e/api/plugins/video/tasks', 400),
  // Too long a form of a dot and a slash in UTF-8, and what only looks like them.
  ...['%c0%ae%c0%ae', '%e0%80%ae', '%f0%80%80%ae', '%c0%af', '%e0%80%af', '%c1%9c'].map((sign) =>
    target(`/api/plugins/${sign}/video/tasks`, 404),
  ),
  ...['%ef%bc%8f', '%ef%bc%8e%ef%bc%8e', '%e2%88%95', '%e2%81%84', '%u002e%u002e', '%u2215'].map(
    (sign) => target(`/api/plugins/${sign}/video/tasks`, 404),
  ),
  ...[
    '%74asks',
    '%54asks',
    'tasks%20',
    'tasks%09',
    'tasks%0a',
    'tasks%3b',
    'tasks%23',
    'tasks%3Fpage=2',
  ].map((name) => target(`/api/plugins/video/${name}`, 404)),
  target('/api/plugins/video/tasks%0d%0aX-Injected:%20FOREIGN', 404),
  target('/api/plugins/video/tasks%20HTTP/1.1%0d%0aHost:%20evil.example', 404),
  target('/api/plugins/video/tasks%', 404),
  target('/api/plugins/video/tasks%2', 404),
  target('/api/plugins/video/tasks%zz', 404),
  page('/%61pi/plugins/video/tasks', 200),
  page('/a%70i/plugins/video/tasks', 200),
  page('/%41PI/plugins/video/tasks', 200),
  page('/api%20/plugins/video/tasks', 200),
  page('/api%3f/plugins/video/tasks', 200),
  listed('an escape in the query alone', get('/api/plugins/video/tasks?p%61ge=%32'), '?page=2'),
]
