import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

import { afterEach, afterAll, beforeAll, expect, it } from 'vitest'

import { idempotencyPath } from '#contract/idempotency.ts'
import { successEnvelope } from '#contract/envelope.ts'
import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'
import {
  outcomeOf,
  readJson,
  closeAfterTest,
  closeTestServers,
  KEY,
  postSubmission,
  postCreation,
  sendJson,
  sendRaw,
  signalled,
  startService,
} from '#host/servers.fixture.ts'
import { startRedis } from '#host/idempotency/redis.fixture.ts'
import { getOverTls, writeTestCertificate } from '#host/tls/tls.fixture.ts'

afterEach(closeTestServers)

const folder = mkdtempSync(join(tmpdir(), 'marquee-built-'))

// For --changed: what is built counts as imported.
const built = import.meta.glob('./main.ts')
const [entry = ''] = Object.keys(built)

// The real process, bundled as the build bundles it and laid beside an app.
beforeAll(async () => {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['libsql', '@redis/client', 'prom-client'] },
    build: { ssr: join(import.meta.dirname, entry), outDir: join(folder, 'dist-host') },
  })
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Marquee</title>')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startProcess(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(folder, 'dist-host/main.js')], {
    cwd: folder,
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closeAfterTest(() => void child.kill('SIGKILL'))
  const outLines: AsyncIterator<string, undefined> = createInterface(child.stdout)[
    Symbol.asyncIterator
  ]()
  return {
    child,
    nextLine: async () => (await outLines.next()).value,
    errors: text(child.stderr),
    exitCode: new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
    }),
  }
}

/** A process in front of a service that holds back its answer to a creation. */
async function startWithCreation() {
  const arrived = signalled<() => void>()
  const service = await startService((response) => {
    arrived.fire(() => sendJson(response, 200, successEnvelope({ uuid: 'u' })))
  })
  const started = startProcess({ TASK_API_URL: service.url })
  const url =
    /^Marquee: (http:\/\/127\.0\.0\.1:\d+)$/.exec((await started.nextLine()) ?? '')?.[1] ?? ''
  expect(await started.nextLine()).toBe(`task api: ${service.url}`)
  const reply = postCreation(url)
  const answer = await arrived.fired
  const refusesConnections = async () => (await outcomeOf(fetch(`${url}/healthz`))) === 'cut'
  return { ...started, url, reply, answer, refusesConnections }
}

// SIGHUP reads a certificate again; without one, it must not cut a creation either.
it.each(['SIGTERM', 'SIGHUP'] as const)(
  'finishes a creation in flight after %s, then ends with 0',
  async (signal) => {
    const { child, reply, answer, refusesConnections, nextLine, errors, exitCode } =
      await startWithCreation()
    child.kill(signal)
    while (!(await refusesConnections())) continue
    answer()
    expect(await (await reply).json()).toMatchObject({ data: { uuid: 'u' } })
    expect(await exitCode).toBe(0)
    expect(await nextLine()).toBeUndefined()
    const logged = (await errors).trim().split('\n')
    expect(logged.map((line) => readJson(line))).toContainEqual(
      expect.objectContaining({ path: '/api/plugins/poster/tasks', status: 200 }),
    )
    expect(logged.join()).not.toContain(KEY)
  },
)

it('finishes a creation in flight although its terminal is closed', async () => {
  const { child, url, reply, answer, refusesConnections, errors, exitCode } =
    await startWithCreation()
  errors.catch(() => undefined)
  // As after a closed terminal, its log cannot be written any more.
  child.stderr.destroy()
  child.stdout.destroy()
  // Each of them is a line of the log.
  for (let asked = 0; asked < 2; asked += 1) await (await fetch(`${url}/healthz`)).text()
  child.kill('SIGHUP')
  while (!(await refusesConnections())) continue
  answer()
  expect(await (await reply).json()).toMatchObject({ data: { uuid: 'u' } })
  expect(await exitCode).toBe(0)
})

it('does not forward a creation again after it was killed during it', async () => {
  const idempotencyKey = '11111111-2222-4333-8444-555555555555'
  const arrived = signalled()
  const service = await startService(() => arrived.fire())
  const start = async () => {
    // Until the time-out is over, another host could still be waiting for the service.
    const started = startProcess({ TASK_API_URL: service.url, TASK_API_TIMEOUT: '1' })
    return { ...started, url: (await started.nextLine())?.replace('Marquee: ', '') ?? '' }
  }
  const first = await start()
  const outcome = outcomeOf(postSubmission(first.url, idempotencyKey))
  await arrived.fired
  first.child.kill('SIGKILL')
  expect(await outcome).toBe('cut')
  await first.exitCode
  const second = await start()
  expect((await postSubmission(second.url, idempotencyKey)).status).toBe(502)
  const state = await fetch(`${second.url}${idempotencyPath(idempotencyKey)}`, {
    headers: { Authorization: `Bearer ${KEY}` },
  })
  expect(await state.json()).toEqual({ state: 'unknown' })
  expect(service.received).toHaveLength(1)
})

it('ends at once on a second signal', async () => {
  const { child, reply, refusesConnections, exitCode } = await startWithCreation()
  const outcome = outcomeOf(reply)
  child.kill('SIGINT')
  while (!(await refusesConnections())) continue
  child.kill('SIGINT')
  expect(await exitCode).toBe(1)
  expect(await outcome).toBe('cut')
})

it('serves https with a certificate, and loads a renewed one on SIGHUP', async () => {
  const tls = writeTestCertificate()
  const { child, nextLine } = startProcess({
    TASK_API_URL: 'https://service.example',
    TLS_CERT: tls.certFile,
    TLS_KEY: tls.keyFile,
  })
  const url = (await nextLine())?.replace('Marquee: ', '') ?? ''
  expect((await getOverTls(url, tls)).body).toContain('<title>Marquee</title>')
  const renewed = makeTestCertificate()
  writeFileSync(tls.certFile, renewed.cert)
  writeFileSync(tls.keyFile, renewed.key)
  child.kill('SIGHUP')
  const isRenewed = () =>
    getOverTls(url, renewed).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isRenewed())) continue
  await expect(getOverTls(url, tls)).rejects.toThrow(/self-signed/)
})

it('parses requests strictly, even if flags of Node allow more', async () => {
  const { nextLine } = startProcess({
    TASK_API_URL: 'https://service.example',
    NODE_OPTIONS: '--insecure-http-parser',
  })
  const { host, port } = new URL((await nextLine())?.replace('Marquee: ', '') ?? '')
  const twoLengths = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await sendRaw(Number(port), `GET / HTTP/1.1\r\nHost: ${host}\r\n${twoLengths}`)).toMatch(
    /^HTTP\/1\.1 400 /,
  )
})

it('writes files that only its user can read', async () => {
  const dataDir = join(folder, 'data-there')
  // A folder that exists already.
  mkdirSync(dataDir)
  const { nextLine } = startProcess({ DATA_DIR: dataDir })
  await nextLine()
  const files = readdirSync(dataDir)
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((file) => (statSync(join(dataDir, file)).mode & 0o077) !== 0)).toEqual([])
})

it('serves the app beside it', async () => {
  const { nextLine } = startProcess({ TASK_API_URL: 'https://service.example' })
  const url = (await nextLine())?.replace('Marquee: ', '') ?? ''
  expect(await (await fetch(`${url}/tasks`)).text()).toContain('<title>Marquee</title>')
})

it('ends with 1 and one sentence on a bad value', async () => {
  const { errors, exitCode, nextLine } = startProcess({ PORT: 'x' })
  expect(await exitCode).toBe(1)
  expect(await errors).toBe(
    'PORT is "x", but it must be a port number from 0 to 65535 (0 takes any free port).\n',
  )
  expect(await nextLine()).toBeUndefined()
})

it('shares its record with another host through a Redis over TLS, if it trusts its certificate', async () => {
  const { certFile, keyFile } = writeTestCertificate()
  const redis = await startRedis({}, { certFile, keyFile })
  closeAfterTest(() => redis.end())
  const service = await startService((response) =>
    sendJson(response, 200, successEnvelope({ uuid: 'u' })),
  )
  const env = { TASK_API_URL: service.url, IDEMPOTENCY_URL: redis.url }
  const start = async (more: Readonly<Record<string, string>>) => {
    const { nextLine } = startProcess({ ...env, ...more })
    const line = await nextLine()
    return line?.replace('Marquee: ', '') ?? ''
  }
  const id = '11111111-2222-4333-8444-555555555555'
  const [first, second] = [
    await start({ NODE_EXTRA_CA_CERTS: certFile }),
    await start({ NODE_EXTRA_CA_CERTS: certFile }),
  ]
  const reply = await postSubmission(first, id)
  expect(reply.status).toBe(200)
  expect(await (await postSubmission(second, id)).text()).toBe(await reply.text())
  expect(service.received).toHaveLength(1)
  const distrustful = await postSubmission(await start({}), id)
  expect(distrustful.status).toBe(503)
  expect(service.received).toHaveLength(1)
})
