import { once } from 'node:events'
import { createServer } from 'node:http'

import { afterEach, expect, it } from 'vitest'

import { successEnvelope } from '#contract/envelope.ts'
import { MEDIA_PATH } from '#contract/media.ts'
import { UPLOAD_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import { openDevHost } from '#host/dev.ts'
import {
  portOf,
  closeAfterTest,
  closeTestServers,
  sendJson,
  startService,
  writeFolder,
} from '#host/servers.fixture.ts'
import { mediaReply } from '#host/media/media.fixture.ts'
import { jpeg } from '#host/uploads/jpeg.fixture.ts'
import * as z from 'zod/mini'

afterEach(closeTestServers)

const info = z.object({ demoKey: z.string(), uploads: z.object({ keepHours: z.literal(24) }) })
const reply = z.object({ url: z.string() })

it('answers /api, /host and /healthz, serves samples of the scenes, and leaves the rest to Vite', async () => {
  const service = await startService((response) => sendJson(response, 200, successEnvelope('task')))
  const dev = await openDevHost({
    TASK_API_URL: service.url,
    DATA_DIR: writeFolder({}),
    SCENE_SAMPLES: writeFolder({ 'firework.webm': 'video' }),
  })
  closeAfterTest(() => dev.close())
  const vite = createServer((request, response) => {
    dev.middleware(request, response, () => response.end('vite'))
  }).listen(0, '127.0.0.1')
  closeAfterTest(() => void vite.close())
  await once(vite, 'listening')
  const origin = `http://127.0.0.1:${portOf(vite)}`
  const get = async (path: string, added: Record<string, string> = {}) => {
    const headers = { Authorization: 'Bearer key', Connection: 'close', ...added }
    return (await fetch(`${origin}${path}`, { headers })).text()
  }
  expect(JSON.parse(await get('/api/plugins/video/tasks'))).toEqual(successEnvelope('task'))
  expect(JSON.parse(await get('/host/info'))).toEqual({
    taskApi: 'remote',
    sceneSamples: { firework: '/scene-samples/firework.webm' },
    views: { longestMs: 604_800_000 },
  })
  expect(await get('/uploads/x.jpg')).toBe('vite')
  expect(await get('/scene-samples/firework.webm?v=2')).toBe('video')
  expect(JSON.parse(await get('/healthz'))).toEqual({ status: 'ok' })
  // Vite's page is the one that asks here.
  const list = '/api/plugins/video/tasks'
  expect(JSON.parse(await get(list, { Origin: origin }))).toEqual(successEnvelope('task'))
  for (const foreign of ['http://127.0.0.1:1', 'null', `${origin}.evil.example`]) {
    expect(JSON.parse(await get(list, { Origin: foreign }))).toMatchObject({ code: 403 })
  }
  for (const path of ['/', '/tasks', '/src/host/main.ts', '/apis', '/healthzz']) {
    expect(await get(path)).toBe('vite')
  }
})

it('hands out videos of other hosts', async () => {
  const bucket = await startService((response) => {
    response.writeHead(200, { 'Content-Type': 'video/mp4' }).end('video')
  })
  const dev = await openDevHost({
    DATA_DIR: writeFolder({}),
    MEDIA_PROXY: bucket.url,
  })
  closeAfterTest(() => dev.close())
  const vite = createServer((request, response) => {
    dev.middleware(request, response, () => response.end('vite'))
  }).listen(0, '127.0.0.1')
  closeAfterTest(() => void vite.close())
  await once(vite, 'listening')
  const origin = `http://127.0.0.1:${portOf(vite)}`
  const { demoKey } = info.parse(await (await fetch(`${origin}/host/info`)).json())
  const asked = await fetch(origin + MEDIA_PATH, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demoKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ urls: [`${bucket.url}/v.mp4`] }),
  })
  const { paths } = mediaReply.parse(await asked.json())
  expect(await (await fetch(origin + (paths[0] ?? ''))).text()).toBe('video')
  vite.closeAllConnections()
})

it('keeps pictures for the local API', async () => {
  const dev = await openDevHost({ DATA_DIR: writeFolder({}) })
  closeAfterTest(() => dev.close())
  const vite = createServer((request, response) => {
    dev.middleware(request, response, () => response.end('vite'))
  }).listen(0, '127.0.0.1')
  closeAfterTest(() => void vite.close())
  await once(vite, 'listening')
  const origin = `http://127.0.0.1:${portOf(vite)}`
  const { demoKey } = info.parse(await (await fetch(`${origin}/host/info`)).json())
  const headers = {
    Authorization: `Bearer ${demoKey}`,
    'Content-Type': UPLOAD_TYPE,
    Connection: 'close',
  }
  const sent = await fetch(origin + UPLOADS_PATH, { method: 'POST', headers, body: jpeg() })
  expect(sent.status).toBe(201)
  const { url } = reply.parse(await sent.json())
  const picture = await fetch(origin + url, { headers: { Connection: 'close' } })
  expect(Buffer.from(await picture.arrayBuffer()).equals(jpeg())).toBe(true)
})

it('refuses to open with a bad value', async () => {
  await expect(openDevHost({ TASK_API_URL: 'x' })).rejects.toThrow(/^TASK_API_URL is "x", but/)
})
