import {
  CREATED,
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

/** A target outside of /api, which the app's page answers, or the lack of a file. */
const page = (status: number) => ({ ...refused(status), isPage: true })

const LONG = 'x'.repeat(4000)

/** Other ways to write a path, or to leave it. `isPlainTarget` has a test of more. */
export const paths = [
  ...each(refused(400), get, [
    '/api/../plugins/video/tasks',
    '/api/plugins/video/tasks/../../../../etc/passwd',
    '//api/plugins/video/tasks',
    '/api/plugins/video/tasks//',
    '\\api\\plugins\\video\\tasks',
    '/api/..\\plugins/video/tasks',
    '/api/http://evil.example/plugins/video/tasks',
    '/api/plugins/video/tasks#FOREIGN',
    '/api#/plugins/video/tasks',
  ]),
  ...each(refused(404), get, [
    '/api/plugins/..;/video/tasks',
    '/api/plugins/video/tasks;x=FOREIGN',
    '/api/plugins/video/tasks/',
    '/api/plugins/video/tasks.json',
    '/api/plugins/video/Tasks',
    '/api/plugins/video',
    '/api',
    '/api?/plugins/video/tasks',
    '/api/v1/plugins/video/tasks',
    '/api/@127.0.0.1/plugins/video/tasks',
    '/api/http:/evil.example/plugins/video/tasks',
    `/api/plugins/video/tasks/${LONG}`,
  ]),
  one('a target of 20 kB', refused(431), get(`${LIST}/${LONG.repeat(5)}`)),
  ...each(page(200), get, [
    '/v1/plugins/video/tasks',
    '/API/plugins/video/tasks',
    '/api;/plugins/video/tasks',
    '/api:80/plugins/video/tasks',
    '/@evil.example/api/plugins/video/tasks',
  ]),
  ...each(page(404), get, ['/api.json', '/.api/plugins/video/tasks']),
]

/** Whole addresses, valid and invalid, and targets that are none. */
export const targets = [
  ...each(refused(400), get, [
    'http://{host}/api/plugins/video/tasks',
    'https://evil.example/api/plugins/video/tasks',
    'http:/api/plugins/video/tasks',
    'http://user:FOREIGN@{host}/api/plugins/video/tasks',
    'http://{host}\\@evil.example/api/plugins/video/tasks',
    'http://[::1]/api/plugins/video/tasks',
    '/\\evil.example/api/plugins/video/tasks',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'evil.example:443',
    '*',
    'api/plugins/video/tasks',
    '?page=2',
    '@evil.example/api/plugins/video/tasks',
    '/api/plugins/video/tasks FOREIGN',
    '/api/plugins\tvideo/tasks',
    '/api/plugins/video/tasks\0',
    '\0/api/plugins/video/tasks',
    '/api/plugins/video/tasks\x7f',
    '/api/plugins/video/tasks\rFOREIGN',
  ]),
  one('no target', refused(400), message('GET  HTTP/1.1', RIGHT)),
  one('no target and no version', refused(400), message('GET', RIGHT)),
  one('two blanks before the target', LISTED, get(` ${LIST}`)),
  one('a line break in the target, as in HTTP/0.9', refused(505), get(`${LIST}\nX: FOREIGN`)),
]

/** Paths in escapes that some reader may take for the plain ones. */
export const encodings = [
  ...each(refused(400), get, [
    '/api/%2e%2E/plugins/video/tasks',
    '/api/.%2e/plugins/video/tasks',
    '/api/%252e%252e/plugins/video/tasks',
    '/%2e%2e/api/plugins/video/tasks',
    '/api/plugins%2Fvideo/tasks',
    '/api/plugins%5cvideo/tasks',
    '/api%2fplugins%2fvideo%2ftasks',
    '/api/plugins/video/tasks%00.json',
  ]),
  ...each(refused(404), (name) => get(`/api/plugins/video/${name}`), [
    // Too long a form of a dot and a slash in UTF-8, and what only looks like them.
    '%c0%ae%c0%ae/tasks',
    '%e0%80%af/tasks',
    '%ef%bc%8e%ef%bc%8e/tasks',
    '%e2%88%95/tasks',
    '%u002e%u002e/tasks',
    '%74asks',
    '%54asks',
    'tasks%20',
    'tasks%0a',
    'tasks%3b',
    'tasks%3Fpage=2',
    'tasks%20HTTP/1.1%0d%0aHost:%20FOREIGN',
    'tasks%',
    'tasks%zz',
  ]),
  ...each(page(200), get, [
    '/%61pi/plugins/video/tasks',
    '/api%20/plugins/video/tasks',
    '/api%3f/plugins/video/tasks',
  ]),
]

const withQuery = (query: string) => get(LIST + query)

/** What stands behind the question mark. */
export const queries = [
  // There is nothing in them that the service is to get.
  ...each(LISTED, withQuery, [
    '?',
    '??page=2',
    '?&&&&',
    '?=FOREIGN',
    '?page[]=2',
    '?page%5B%5D=2',
    '?PAGE=2&Status=failed',
    '?page%00=2',
    '?+page=2',
    '?pa%67e%3d=2',
    '?page=1&page_size=20',
    '?__proto__[page]=2',
    '?constructor[prototype][page]=2',
    '?api_key=FOREIGN&key=FOREIGN',
    '?url=http://169.254.169.254/',
    '?%=%&%zz=FOREIGN',
    '?%00',
    '?"<>`{}|=FOREIGN',
    `?x=${'FOREIGN'.repeat(1500)}`,
    `?${'x=FOREIGN&'.repeat(1000)}`,
  ]),
  // The service gets them in another form.
  ...Object.entries({
    '?page=2&x=FOREIGN': '?page=2',
    '?p%61ge=%33': '?page=3',
    '?page=0000000000000002': '?page=2',
    '?page=9007199254740991': '?page=9007199254740991',
    '?page=2#FOREIGN': '?page=2',
    '?page=2&&&page_size=50&': '?page=2&page_size=50',
    '?page=2&PAGE=3&page[]=4': '?page=2',
    '?page=2&scene=celebrity&status=%66ailed': '?status=failed&scene=celebrity&page=2',
    '?status=pending&__proto__[status]=failed': '?status=pending',
    '?/../../account?page=3&page=2': '?page=2',
  }).map(([sent, query]) => one(sent, { ...LISTED, arrives: [{ query }] }, withQuery(sent))),
  // Something in them is no value of its parameter. `readListRequest` has a test of more values.
  ...each(refused(400), withQuery, [
    '?page=2&page=2',
    '?page=2&p%61ge=3',
    '?scene=celebrity&scene',
    '?page',
    '?page=0',
    '?page=+2',
    '?page=2%20',
    '?page=%EF%BC%92',
    '?page=%ff',
    '?page=%u0032',
    '?page=2;status=failed',
    '?page=2?page=3',
    '?page=2%26status=failed',
    '?page=2%23FOREIGN',
    '?page=2%00',
    '?page_size=101',
    '?status=failed,pending',
    '?status[]=failed&status=x',
    '?status=failed%20HTTP/1.1%0d%0aHost:%20FOREIGN',
    '?status=../../account',
    '?status=__proto__',
    '?scene=celebrity%2f..%2f..',
    // Bytes that no query may have.
    '?\xe9=FOREIGN',
    '?x=a FOREIGN',
    '?x=a\tFOREIGN',
    '?x=a\0FOREIGN',
  ]),
  one('a query of more than 16 kB', refused(431), withQuery(`?x=${'FOREIGN'.repeat(2500)}`)),
  one('a creation with a query', CREATED, post().replace('tasks HTTP', 'tasks?x=FOREIGN HTTP')),
]
