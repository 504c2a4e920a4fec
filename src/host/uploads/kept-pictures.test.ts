import { afterEach, expect, test } from 'vitest'

import { HOST_ERROR_CODE_HEADER } from '#contract/host-error-code.ts'
import { API_BASE, operations } from '#contract/operations.ts'
import { uploadedPath, uploadName } from '#contract/uploads.ts'
import {
  askTaskApi,
  closeAfterTest,
  closeTestServers,
  KEY,
  writeFolder,
} from '#host/servers.fixture.ts'
import type { TaskApi } from '#host/task-api.ts'
import { withKeptPictures } from '#host/uploads/kept-pictures.ts'
import { openFolderUploads } from '#host/uploads/folder-uploads.ts'

afterEach(closeTestServers)

const random = '0123456789abcdef'.repeat(2)
const HOUR = 3_600_000
const NAME = uploadName(random, Date.now() + HOUR)
const OTHER = uploadName(random, Date.now() + 2 * HOUR)
const ENDING = uploadName(random, Date.now() + HOUR / 12)
const PUBLIC = 'https://marquee.example.com'

function creation(body: string): Request {
  const { path, method } = operations.createPosterTask
  const headers = { Authorization: `Bearer ${KEY}` }
  return new Request(`http://127.0.0.1${API_BASE}${path}`, { method, headers, body })
}

/** A Task API that answers with the body that it got. */
const echo: TaskApi = { fetch: ({ body }) => new Response(body) }

/** A Task API behind a host that has two pictures. */
function behindHost(publicUrl?: string, isAlone = true): TaskApi {
  const file = (name: string) => [`uploads/${name}.${'x'.repeat(43)}.jpg`, ''] as const
  const uploads = openFolderUploads({
    dataDir: writeFolder(Object.fromEntries([NAME, ENDING].map(file))),
    taskApi: echo,
    publicUrl,
    isAlone,
    keepHours: 1,
    maxBytes: 1,
    reportError: () => undefined,
  })
  closeAfterTest(() => uploads.close())
  return withKeptPictures(echo, uploads)
}

/** What a Task API behind such a host makes of a creation. */
async function create(imageUrl: string, publicUrl?: string, isAlone?: boolean) {
  const request = creation(JSON.stringify({ image_url: imageUrl, prompt: 'x' }))
  return askTaskApi(behindHost(publicUrl, isAlone), request)
}

test('a creation of a picture that this host has deleted is refused before the service gets it', async () => {
  for (const answer of [
    await create(` ${PUBLIC}${uploadedPath(OTHER)}\n`, PUBLIC),
    await create(`http://127.0.0.1:4173${uploadedPath(OTHER)}`),
    await create(`${PUBLIC}${uploadedPath(ENDING)}`, PUBLIC),
    await create(`${PUBLIC}${uploadedPath(ENDING)}`, PUBLIC, false),
  ]) {
    expect(answer.status).toBe(410)
    expect(answer.headers.get(HOST_ERROR_CODE_HEADER)).toBe('picture-gone')
  }
})

test('one of a picture that it keeps, or that another host may keep, reaches the service', async () => {
  for (const [url, publicUrl] of [
    [`${PUBLIC}${uploadedPath(NAME)}`, PUBLIC],
    [`http://127.0.0.1:4173${uploadedPath(NAME)}`, undefined],
    [`https://bucket.example.com/${OTHER}.jpg`, PUBLIC],
    [`https://bucket.example.com/${OTHER}.jpg`, undefined],
    [`${PUBLIC}/a.jpg`, PUBLIC],
  ] as const) {
    expect((await create(url, publicUrl)).status).toBe(200)
  }
  const shared = await create(`${PUBLIC}${uploadedPath(OTHER)}`, PUBLIC, false)
  expect(shared.status).toBe(200)
})

test('all other creations reach it as they came', async () => {
  const taskApi = behindHost(PUBLIC)
  for (const body of ['{"image_url":1}', '{"image_url":"no"}', 'no', '[]', 'null', '']) {
    const answer = await askTaskApi(taskApi, creation(body))
    expect(await answer.text()).toBe(body)
  }
})
