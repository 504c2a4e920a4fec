import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { successEnvelope } from '#contract/envelope.ts'
import { startRedis } from '#host/idempotency/redis.fixture.ts'
import { IDEMPOTENCY_FILE } from '#host/idempotency/sqlite-store.ts'
import { type OpenLocalApi, runHost } from '#host/run-host.ts'
import { VIEWS_FILE } from '#host/views/sqlite-views.ts'
import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'
import {
  closeAfterTest,
  closeTestServers,
  readJson,
  startTestHost,
  writeFolder,
} from '#host/servers.fixture.ts'
import * as z from 'zod/mini'
import { getOverTls, writeTestCertificate } from '#host/tls/tls.fixture.ts'

afterEach(closeTestServers)

const TASK_API_URL = 'https://service.example'
const PUBLIC_URL = 'https://marquee.example'
const hostInfo = z.object({
  uploads: z.optional(z.object({ keepHours: z.int() })),
  views: z.optional(z.object({ longestMs: z.int() })),
  media: z.optional(z.object({ hosts: z.array(z.string()) })),
})
const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern)

function prepare(env: Readonly<Record<string, string>>, openLocalApi?: OpenLocalApi) {
  const out: string[] = []
  const errors: string[] = []
  const events: string[] = []
  const folder = writeFolder({})
  const start = async (distDir = writeFolder({ 'index.html': '<!doctype html>' })) => {
    const host = await runHost({
      env: { PORT: '0', DATA_DIR: folder, ...env },
      distDir,
      openLocalApi:
        openLocalApi ??
        (({ dataDir, postersInList }) => {
          events.push(`open ${dataDir}${postersInList ? '' : ' hidden'}`)
          return Promise.resolve({
            demoKey: 'demo-key',
            sceneSamples: { firework: '/media/firework.webm' },
            fetch: () => Response.json(successEnvelope({})),
            start: () => events.push('start'),
            close: () => events.push('close'),
          })
        }),
      writeOut: (line) => out.push(line),
      writeError: (line) => errors.push(line),
    })
    if (host !== undefined) closeAfterTest(() => host.stop())
    return host
  }
  return { start, out, errors, events, folder }
}

describe('a start', () => {
  it('prints its address and the demo key', async () => {
    const folder = writeFolder({})
    const { start, out, errors, events } = prepare({
      DATA_DIR: relative(process.cwd(), folder),
      LOCAL_API_POSTERS: 'hidden',
    })
    const host = await start()
    expect(out).toEqual([
      expect.stringMatching(/^Marquee: http:\/\/127\.0\.0\.1:[1-9]\d+$/),
      'demo key: demo-key',
    ])
    expect(errors).toEqual([])
    await host?.stop()
    expect(events).toEqual([`open ${folder} hidden`, 'start', 'close'])
  })

  it('prints the service behind the proxy, and opens no local API', async () => {
    const { start, out, events, folder } = prepare({
      TASK_API_URL: 'https://service.example/api/',
    })
    await start()
    // Its creations are written down here too.
    expect(existsSync(join(folder, IDEMPOTENCY_FILE))).toBe(true)
    expect(out[1]).toBe('task api: https://service.example/api')
    expect(events).toEqual([])
  })

  it.each([
    ['the local API', {}, { firework: '/media/firework.webm' }],
    ['a real service', { TASK_API_URL: 'https://service.example' }, {}],
  ])('says which samples come with %s, if SCENE_SAMPLES names none', async (_, env, own) => {
    const info = async (host: ReturnType<typeof prepare>) => {
      await host.start()
      const address = host.out[0]?.replace('Marquee: ', '') ?? ''
      return readJson(await (await fetch(`${address}/host/info`)).text())
    }
    expect(await info(prepare(env))).toMatchObject({ sceneSamples: own })
    const files = ['youqian.mp4', 'youqian.webm', 'real_cake.mp4', 'cake.mp4', 'firework.webm/x']
    const SCENE_SAMPLES = writeFolder(Object.fromEntries(files.map((file) => [file, 'video'])))
    expect(await info(prepare({ ...env, SCENE_SAMPLES }))).toMatchObject({
      sceneSamples: {
        youqian: '/scene-samples/youqian.webm',
        real_cake: '/scene-samples/real_cake.mp4',
      },
    })
    expect(await info(prepare({ ...env, SCENE_SAMPLES: writeFolder({}) }))).toMatchObject({
      sceneSamples: {},
    })
  })

  it.each([
    ['nothing of the local API', {}, undefined, 24],
    ['which variable is missing', { TASK_API_URL }, 'uploads-off', undefined],
    ['nothing with a public name', { TASK_API_URL, PUBLIC_URL }, undefined, 24],
  ])('says of pictures: %s', async (_, env, event, keepHours) => {
    const { start, out, errors, folder } = prepare({ VIEWS: 'off', ...env })
    await start()
    const address = out[0]?.replace('Marquee: ', '') ?? ''
    const { uploads } = hostInfo.parse(await (await fetch(`${address}/host/info`)).json())
    expect(uploads?.keepHours).toBe(keepHours)
    expect(existsSync(join(folder, 'uploads'))).toBe(keepHours !== undefined)
    const told = errors.filter((line) => line.includes('"event"')).map((line) => readJson(line))
    const line: unknown = expect.objectContaining({ event, variable: 'PUBLIC_URL' })
    expect(told).toEqual(event === undefined ? [] : [line])
  })

  it.each([
    ['to the page, without a line in the log', {}, 168, []],
    ['in the log, too, if a real service is behind it', { TASK_API_URL, PUBLIC_URL }, 168, ['on']],
    [
      'to the page alone, if somebody has chosen it',
      { TASK_API_URL, PUBLIC_URL, VIEWS: '2' },
      2,
      [],
    ],
    ['not, if they are off', { VIEWS: 'off' }, undefined, []],
  ])('says that views can be lent %s', async (_, env, hours, told) => {
    const { start, out, errors, folder } = prepare(env)
    await start()
    const address = out[0]?.replace('Marquee: ', '') ?? ''
    const { views } = hostInfo.parse(await (await fetch(`${address}/host/info`)).json())
    expect(views?.longestMs).toBe(hours === undefined ? undefined : hours * 3_600_000)
    expect(existsSync(join(folder, VIEWS_FILE))).toBe(hours !== undefined)
    expect(errors.flatMap((line) => /"event":"views-(\w+)"/.exec(line)?.[1] ?? [])).toEqual(told)
    const asked = await fetch(`${address}/host/views`, { headers: { Authorization: 'Bearer k' } })
    expect(asked.status).toBe(hours === undefined ? 404 : 200)
  })

  it('says whose videos it hands out, and hands out none by default', async () => {
    const told = async (env: Readonly<Record<string, string>>) => {
      const { start, out, errors } = prepare(env)
      await start()
      const address = out[0]?.replace('Marquee: ', '') ?? ''
      const { media } = hostInfo.parse(await (await fetch(`${address}/host/info`)).json())
      const page = await fetch(address)
      const policy = page.headers.get('content-security-policy')
      return { media, policy, isLogged: errors.join().includes('"event":"media-proxy-on"') }
    }
    const [off, on] = [await told({}), await told({ MEDIA_PROXY: 'cdn.example' })]
    expect(off).toMatchObject({ media: undefined, isLogged: false })
    // What comes from this host is allowed already.
    expect(on).toEqual({ media: { hosts: ['cdn.example'] }, isLogged: true, policy: off.policy })
    expect(on.policy).toContain("media-src 'self' https:;")
  })

  it('says that pictures are on this host only, if creations are in Redis', async () => {
    const redis = await startRedis()
    closeAfterTest(() => redis.end())
    const { start, errors } = prepare({ TASK_API_URL, PUBLIC_URL, IDEMPOTENCY_URL: redis.url })
    await start()
    expect(errors.join()).toContain('"event":"uploads-on-this-host-only"')
  })

  it('answers until the delay of its drain is over, and /readyz says so meanwhile', async () => {
    const { start, out, errors } = prepare({ DRAIN_DELAY: '1', METRICS_PORT: '0' })
    const host = await start()
    const address = out[0]?.replace('Marquee: ', '') ?? ''
    const ready = async () => {
      const response = await fetch(`${address}/readyz`)
      const body: unknown = await response.json()
      return [response.status, body]
    }
    expect(await ready()).toEqual([200, { status: 'ready', creations: 'accepted' }])
    expect(errors.join()).toMatch(/"event":"metrics","port":\d+/)
    const stopped = host?.stop()
    expect(await ready()).toEqual([503, { status: 'ending' }])
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    await stopped
    await expect(ready()).rejects.toThrow('fetch failed')
  })

  it('shows an IPv6 address in brackets', async () => {
    const { start, out } = prepare({ HOST: '::1' })
    await start()
    const address = /^Marquee: (http:\/\/\[::1\]:\d+)$/.exec(out[0] ?? '')?.[1] ?? ''
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })
})

describe('a start with a certificate', () => {
  async function startWithTls() {
    const tls = writeTestCertificate()
    const { start, out, errors } = prepare({ TLS_CERT: tls.certFile, TLS_KEY: tls.keyFile })
    const host = await start()
    const url = /^Marquee: (https:\/\/127\.0\.0\.1:\d+)$/.exec(out[0] ?? '')?.[1] ?? ''
    return { tls, host, url: `${url}/healthz`, lastLine: () => readJson(errors.at(-1) ?? '') }
  }

  it('serves https', async () => {
    const { url, tls } = await startWithTls()
    expect((await getOverTls(url, tls)).body).toBe('{"status":"ok"}')
  })

  it('loads renewed files on request', async () => {
    const { host, url, tls, lastLine } = await startWithTls()
    const renewed = makeTestCertificate()
    writeFileSync(tls.certFile, renewed.cert)
    writeFileSync(tls.keyFile, renewed.key)
    host?.renewTls?.()
    expect(lastLine()).toMatchObject({ event: 'tls-renewed' })
    expect((await getOverTls(url, renewed)).status).toBe(200)
  })

  it('keeps the old files if the new ones do not match, and says why', async () => {
    const { host, url, tls, lastLine } = await startWithTls()
    writeFileSync(tls.certFile, makeTestCertificate().cert)
    host?.renewTls?.()
    expect(lastLine()).toMatchObject({
      event: 'tls-not-renewed',
      reason: textLike(/^TLS_KEY is ".*", which does not fit the certificate/),
    })
    expect((await getOverTls(url, tls)).status).toBe(200)
  })

  it('offers no renewal on plain HTTP', async () => {
    const host = await prepare({}).start()
    expect(host?.renewTls).toBeUndefined()
  })
})

describe('a failed start', () => {
  async function sentence(
    env: Readonly<Record<string, string>>,
    distDir?: string,
    openLocalApi?: OpenLocalApi,
  ) {
    const { start, out, errors, events } = prepare(env, openLocalApi)
    expect(await start(distDir)).toBeUndefined()
    expect(out).toEqual([])
    expect([undefined, 'close']).toContain(events.at(-1))
    expect(events).not.toContain('start')
    return errors
  }

  it('names the bad value', async () => {
    expect(await sentence({ PORT: 'x' })).toEqual([expect.stringMatching(/^PORT is "x", but/)])
  })

  it.each(['gone', 'file'])('refuses samples that are not in a folder: %s', async (name) => {
    const folder = join(writeFolder({ file: '' }), name)
    expect(await sentence({ SCENE_SAMPLES: folder })).toEqual([
      `SCENE_SAMPLES is "${folder}", but it must be a folder that can be read.`,
    ])
  })

  it('names the file that is not a certificate', async () => {
    const file = join(writeFolder({ 'cert.pem': 'x' }), 'cert.pem')
    expect(await sentence({ TLS_CERT: file, TLS_KEY: file })).toEqual([
      `TLS_CERT is ${JSON.stringify(file)}, which holds no certificate; set it to a PEM file that does.`,
    ])
  })

  it('names the taken port', async () => {
    const { port } = await startTestHost()
    expect(await sentence({ PORT: String(port) })).toEqual([
      `Port ${port} is taken on 127.0.0.1; set PORT to another one, or to 0 for any free port.`,
    ])
  })

  it('names the taken port of the metrics', async () => {
    const { port } = await startTestHost()
    expect(await sentence({ METRICS_PORT: String(port) })).toEqual([
      `Port ${port} is taken on 127.0.0.1; set METRICS_PORT to another one, or to 0 for any free port.`,
    ])
  })

  it('names an address that is not this machine', async () => {
    expect(await sentence({ HOST: '192.0.2.1' })).toEqual([
      'HOST "192.0.2.1" is no address of this machine; set HOST to one that is.',
    ])
  })

  it('asks for the build', async () => {
    expect(await sentence({}, writeFolder({}))).toEqual([
      'The built app is missing; run npm run build first.',
    ])
  })

  it('says why the local API could not be opened', async () => {
    const failing = () => Promise.reject(new Error('unable to open database file\nat x'))
    expect(await sentence({ DATA_DIR: '.data' }, undefined, failing)).toEqual([
      'The local API could not be opened in DATA_DIR ".data": unable to open database file.',
    ])
  })

  it('refuses a Redis that could lose creations, without its password', async () => {
    const redis = await startRedis({ appendfsync: 'everysec', requirepass: 's3cret' })
    closeAfterTest(() => redis.end())
    const address = redis.url.replace('redis://', '')
    expect(await sentence({ IDEMPOTENCY_URL: `redis://:s3cret@${address}` })).toEqual([
      `The idempotency store at IDEMPOTENCY_URL "${address}" cannot be used: Redis has appendfsync everysec, so it could lose the record of a paid creation; set "appendfsync always" in its configuration.`,
    ])
    expect(await sentence({ IDEMPOTENCY_URL: `redis://:wr0ng@${address}` })).toEqual([
      expect.stringMatching(/cannot be used: WRONGPASS [^]*\.$/),
    ])
  })

  it.each([{}, { TASK_API_URL: 'https://service.example' }])(
    'says why creations could not be written down, with %j',
    async (env) => {
      const file = join(writeFolder({ file: '' }), 'file')
      expect(await sentence({ DATA_DIR: file, ...env })).toEqual([
        expect.stringMatching(
          /^The idempotency store could not be opened in DATA_DIR ".*\/file": .+\.$/,
        ),
      ])
    },
  )
})
