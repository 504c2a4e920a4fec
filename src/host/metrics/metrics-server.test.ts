import { afterEach, expect, it, vi } from 'vitest'

import { errorEnvelope } from '#contract/envelope.ts'
import { idempotencyPath } from '#contract/idempotency.ts'
import { createHostMetrics } from '#host/metrics/host-metrics.ts'
import { openMetrics } from '#host/metrics/metrics-server.ts'
import {
  closeAfterTest,
  closeTestServers,
  KEY,
  openTestStore,
  postSubmission,
  readJson,
  sendJson,
  startProxyHost,
  writeFolder,
} from '#host/servers.fixture.ts'
import { UPLOAD_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import { jpeg } from '#host/uploads/jpeg.fixture.ts'
import { acceptingApi } from '#host/uploads/uploads.fixture.ts'
import { openFolderUploads } from '#host/uploads/folder-uploads.ts'
import * as z from 'zod/mini'

afterEach(closeTestServers)

const reply = z.object({ url: z.string() })
const ID = '11111111-2222-4333-8444-555555555555'
const OTHER_ID = '99999999-2222-4333-8444-555555555555'
const opened = z.object({ event: z.literal('metrics'), port: z.int() })

/** A measured host in front of a service, and a way to read its figures. */
async function startMeasuredHost(status = 200) {
  const lines: string[] = []
  const server = await openMetrics({ metricsPort: 0, host: '127.0.0.1' }, (line) =>
    lines.push(line),
  )
  if (server === undefined) throw new Error('nothing is measured')
  closeAfterTest(() => server.close())
  const { port } = opened.parse(readJson(lines[0] ?? ''))
  const url = `http://127.0.0.1:${port}`
  const store = openTestStore()
  const uploads = openFolderUploads({
    dataDir: writeFolder({}),
    taskApi: acceptingApi,
    publicUrl: undefined,
    isAlone: true,
    keepHours: 1,
    maxBytes: 100_000,
    reportError: () => undefined,
  })
  closeAfterTest(() => uploads.close())
  const proxy = await startProxyHost(
    (response) => sendJson(response, status, errorEnvelope(status, `CANARY of ${KEY}`)),
    {},
    { metrics: server.metrics, store, uploads },
  )
  const read = async () => (await fetch(`${url}/metrics`)).text()
  const figure = async (name: string) =>
    Number(
      (await read())
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${proxy.host.url}${path}`, { headers: { Authorization: `Bearer ${KEY}` }, ...init })
  return { ...proxy, store, url, read, figure, ask }
}

// A request is counted once its connection knows that all of the response was sent.
it('counts requests by route and status, and their durations', async () => {
  const { ask, figure } = await startMeasuredHost()
  await (await ask('/api/plugins/video/tasks?page=1')).text()
  await (await ask('/api/plugins/video/tasks?page=2')).text()
  await (await ask('/api/other')).text()
  await (await ask('/tasks')).text()
  await (await ask('/healthz')).text()
  const total = (labels: string) => figure(`marquee_http_requests_total{${labels}}`)
  await expect.poll(() => total('route="listVideoTasks",method="GET",status="200"')).toBe(2)
  await expect.poll(() => total('route="otherOperation",method="GET",status="404"')).toBe(1)
  await expect.poll(() => total('route="page",method="GET",status="200"')).toBe(1)
  await expect.poll(() => total('route="health",method="GET",status="200"')).toBe(1)
  await expect
    .poll(() => figure('marquee_http_request_duration_seconds_count{route="listVideoTasks"}'))
    .toBe(2)
  await expect.poll(() => figure('marquee_open_connections')).toBeGreaterThan(0)
  await expect.poll(() => figure('process_resident_memory_bytes')).toBeGreaterThan(0)
  await expect.poll(() => figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})

it('counts what happens to creations', async () => {
  const { host, ask, figure, store } = await startMeasuredHost()
  const event = (name: string) => figure(`marquee_creations_total{event="${name}"}`)
  await expect.poll(() => event('forwarded')).toBe(0)
  await postSubmission(host.url, ID)
  await postSubmission(host.url, ID)
  await ask(idempotencyPath(OTHER_ID), { method: 'DELETE' })
  expect((await postSubmission(host.url, OTHER_ID)).status).toBe(503)
  store.close()
  expect((await postSubmission(host.url, ID)).status).toBe(503)
  await expect.poll(() => event('forwarded')).toBe(1)
  await expect.poll(() => event('repeated')).toBe(2)
  await expect.poll(() => event('cancelled')).toBe(1)
  await expect.poll(() => event('refused')).toBe(1)
  const answers = (code: string) => figure(`marquee_host_answers_total{host_error_code="${code}"}`)
  await expect.poll(() => answers('cancelled')).toBe(1)
  await expect.poll(() => answers('not-recorded')).toBe(1)
  await expect.poll(() => answers('timeout')).toBe(0)
})

it('counts what happens to pictures, by no name', async () => {
  const { ask, figure, read } = await startMeasuredHost()
  const event = (name: string) => figure(`marquee_uploads_total{event="${name}"}`)
  expect(await event('stored')).toBe(0)
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': UPLOAD_TYPE }
  const send = (body: Buffer<ArrayBuffer>) => ask(UPLOADS_PATH, { method: 'POST', headers, body })
  const { url } = reply.parse(await (await send(jpeg())).json())
  expect((await send(Buffer.from('x'))).status).toBe(415)
  expect(await figure('marquee_uploads_bytes')).toBe(jpeg().length)
  await (await ask(url)).arrayBuffer()
  const [, name = ''] = /([^/]+)\.jpg$/.exec(url) ?? []
  await ask(`${UPLOADS_PATH}/${name}`, { method: 'DELETE' })
  expect(await Promise.all(['stored', 'refused', 'deleted', 'expired'].map(event))).toEqual([
    1, 1, 1, 0,
  ])
  expect(await figure('marquee_uploads_bytes')).toBe(0)
  const total = (labels: string) => figure(`marquee_http_requests_total{${labels}}`)
  await expect.poll(() => total('route="uploadedPicture",method="GET",status="200"')).toBe(1)
  await expect.poll(() => total('route="upload",method="DELETE",status="204"')).toBe(1)
  expect(await read()).not.toContain(name)
})

it('says that a reply is held, that creations are refused, and that an outcome was lost', async () => {
  const { host, ask, figure, store } = await startMeasuredHost()
  expect(await figure('marquee_creations_accepted')).toBe(1)
  expect(await figure('marquee_replies_held')).toBe(0)
  const finish = vi.spyOn(store, 'finish').mockRejectedValue(new Error('full'))
  await postSubmission(host.url, ID)
  expect(await figure('marquee_replies_held')).toBe(1)
  finish.mockRestore()
  await expect.poll(() => figure('marquee_replies_held')).toBe(0)
  const forwarded = { state: 'forwarded', bodyDigest: '', ageMs: 3_600_000 } as const
  vi.spyOn(store, 'read').mockResolvedValueOnce(forwarded).mockResolvedValueOnce(forwarded)
  // It is asked for again and again.
  for (let count = 0; count < 2; count += 1) {
    expect(await (await ask(idempotencyPath(OTHER_ID))).json()).toEqual({ state: 'unknown' })
  }
  expect(await figure('marquee_creations_total{event="outcome-lost"}')).toBe(1)
  store.close()
  expect((await ask(idempotencyPath(ID), { method: 'DELETE' })).status).toBe(503)
  expect(await figure('marquee_creations_accepted')).toBe(0)
  // MarqueeHostErrors is for faults of the host itself.
  expect(await figure('marquee_host_answers_total{host_error_code="host-error"}')).toBe(0)
})

it('shows neither keys, nor queries, nor names that a client made up', async () => {
  const { ask, read, url, host } = await startMeasuredHost(402)
  await (await ask('/api/plugins/video/tasks?scene=CANARY')).text()
  await (await ask('/CANARY')).text()
  await (await ask('/api/CANARY')).text()
  await (await ask('/', { method: 'PUT' })).text()
  await postSubmission(host.url, ID)
  await expect.poll(read).toContain('status="402"')
  const text = await read()
  expect(text).not.toContain('CANARY')
  expect(text).not.toContain(ID)
  expect((await fetch(`${url}/`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
})

it('leaves out what has no sample between two readings', async () => {
  const metrics = createHostMetrics()
  const texts = await Promise.all([metrics.read(), metrics.read(), metrics.read()])
  for (const { text } of texts) {
    expect(text).not.toMatch(/^[^#].* nan$/im)
    // The least value that the event loop has after none, in seconds.
    expect(text).not.toContain('9223372036')
    expect(text).toContain('nodejs_eventloop_lag_seconds ')
  }
})

it('measures nothing without a port', async () => {
  const lines: string[] = []
  const off = { metricsPort: undefined, host: '127.0.0.1' }
  expect(await openMetrics(off, (line) => lines.push(line))).toBeUndefined()
  expect(lines).toEqual([])
})
