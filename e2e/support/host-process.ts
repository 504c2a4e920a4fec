import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'

import { BUCKET_KEY } from '#host/uploads/bucket.fixture.ts'
import type { TestCertificate } from '#host/tls/certificate.fixture.ts'

/** How to start a host. */
export interface HostProcessOptions {
  /** default: any free port */
  port?: number
  /** default: a new folder, removed when the host stops */
  dataDir?: string
  /** the service behind the proxy; default: the local API */
  taskApiUrl?: string
  mediaHosts?: readonly string[]
  /** whose videos it hands out; default: none */
  mediaProxy?: readonly string[]
  /** signs their paths; default: a secret of its own */
  mediaSecret?: string
  /** hidden: the local API's list has no posters */
  localApiPosters?: 'hidden'
  /** folder with samples of the scenes */
  sceneSamples?: string
  /** further names for the Host header, for a proxy in front of the host */
  allowedHosts?: readonly string[]
  /** where the service reaches the host: it then takes pictures for a real service, too */
  publicUrl?: string
  /** Redis with the idempotency store; default: the data folder */
  idempotencyUrl?: string
  /** default: that of the host; a bucket: the server with it (bucket.fixture.ts) */
  uploads?: 'off' | { bucket: string }
  /** time-out of the service, in whole seconds; default: that of the host */
  taskApiTimeout?: number
  /** requests that may be on their way to the service at once; default: that of the host */
  taskApiConcurrency?: number
  /** certificate for TLS; default: plain HTTP */
  tls?: TestCertificate
  /** folder with dist/ and dist-host/ of another build; default: the project's own */
  buildDir?: string
  /** true: `heapBytes()` and `passTime()` can be used */
  isMeasured?: true
}

/** A running host: the real built process, with its own folder. */
export interface HostProcess {
  /** its origin, such as http://127.0.0.1:40123, or https: over TLS */
  readonly origin: string
  readonly port: number
  readonly pid: number
  readonly dataDir: string
  /** its temporary folder, with its log and perhaps its data; removed by stop(), not by kill() */
  readonly folder: string
  /** the demo account's key; undefined for a proxy */
  readonly demoKey: string | undefined
  /** all that it has written to stderr so far: the access log */
  log(): string
  /** Its JavaScript heap in bytes, after a garbage collection. @throws unless it `isMeasured` */
  heapBytes(): Promise<number>
  /** Puts its clock forward, by milliseconds. It has to be started with `isMeasured`. */
  passTime(ms: number): Promise<void>
  /** SIGTERM, and waits for its end. @throws unless it drains within the limit and exits with 0 */
  stop(): Promise<void>
  /** SIGKILL, as if the machine had failed. The folder stays, for a host that is started again. */
  kill(): Promise<void>
}

/** Longest wait for the start and for the drain, in milliseconds; the host promises 30 s for the latter. */
const START_LIMIT = 60_000
const STOP_LIMIT = 30_000

/**
 * What a measured host runs besides: each message of its parent says how many milliseconds its clock moves, and is answered with the
 * size of its heap.
 */
const MEASURE = `const { now } = Date
let ahead = 0
Date.now = () => now() + ahead
process.on('message', (ms) => { ahead += ms; gc(); process.send(process.memoryUsage().heapUsed) })
process.channel.unref()`

/** The variables of the host for its pictures. */
function uploadVariables(uploads: HostProcessOptions['uploads']): Record<string, string> {
  if (typeof uploads !== 'object') return { UPLOADS: uploads ?? '' }
  return { UPLOADS: 's3://pictures/marquee', AWS_ENDPOINT_URL_S3: uploads.bucket, ...BUCKET_KEY }
}

/** The folder of the built project. */
export const projectDir = path.resolve(import.meta.dirname, '../..')

/**
 * Starts the built host and waits for its two lines.
 *
 * @throws if it ends or stays silent instead; the error carries what it wrote
 */
export async function startHost(options: HostProcessOptions = {}): Promise<HostProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-e2e-'))
  const logFile = path.join(folder, 'host.log')
  const dataDir = options.dataDir ?? path.join(folder, 'data')
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
  if (options.tls !== undefined) {
    writeFileSync(certFile, options.tls.cert)
    writeFileSync(keyFile, options.tls.key)
  }
  // A file and not a pipe, so that the log is complete even if the host is killed.
  const logDescriptor = openSync(logFile, 'a')
  const measuring =
    options.isMeasured === true
      ? ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(MEASURE)}`]
      : []
  const child = spawn(
    process.execPath,
    [...measuring, path.join(options.buildDir ?? projectDir, 'dist-host/main.js')],
    {
      stdio: ['ignore', 'pipe', logDescriptor, ...(measuring.length > 0 ? ['ipc' as const] : [])],
      env: {
        PATH: process.env['PATH'],
        PORT: String(options.port ?? 0),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        // As in the Dockerfile.
        MALLOC_TRIM_THRESHOLD_: '67108864',
        IDEMPOTENCY_URL: options.idempotencyUrl ?? '',
        ...uploadVariables(options.uploads),
        TASK_API_URL: options.taskApiUrl ?? '',
        MEDIA_HOSTS: options.mediaHosts?.join(' ') ?? '',
        MEDIA_PROXY: options.mediaProxy?.join(' ') ?? '',
        MEDIA_SECRET: options.mediaSecret ?? '',
        SCENE_SAMPLES: options.sceneSamples ?? '',
        LOCAL_API_POSTERS: options.localApiPosters ?? '',
        PUBLIC_URL: options.publicUrl ?? '',
        ALLOWED_HOSTS: options.allowedHosts?.join(' ') ?? '',
        TLS_CERT: options.tls === undefined ? '' : certFile,
        TLS_KEY: options.tls === undefined ? '' : keyFile,
        TASK_API_CONCURRENCY: options.taskApiConcurrency?.toString() ?? '',
        TASK_API_TIMEOUT:
          options.taskApiTimeout === undefined ? '' : String(options.taskApiTimeout),
      },
    },
  )
  closeSync(logDescriptor)
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })
  const log = () => readFileSync(logFile, 'utf8')
  async function move(ms: number): Promise<number> {
    const answer = once(child, 'message')
    child.send(ms)
    return Number((await answer)[0])
  }

  const lines = await Promise.race([
    firstLines(child, 2),
    ended.then(() => undefined),
    after(START_LIMIT),
  ])
  const origin = lines?.[0]?.replace(/^Marquee: /, '')
  if (lines === undefined || origin === undefined || !URL.canParse(origin)) {
    child.kill('SIGKILL')
    throw new Error(`the host did not start:\n${log()}`)
  }

  return {
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid ?? 0,
    dataDir,
    folder,
    demoKey: /^demo key: (?<key>\S+)$/.exec(lines[1] ?? '')?.groups?.['key'],
    log,
    heapBytes: () => move(0),
    async passTime(ms) {
      await move(ms)
    },
    async stop() {
      child.kill('SIGTERM')
      const exitCode = await Promise.race([ended, after(STOP_LIMIT)])
      child.kill('SIGKILL')
      const written = log()
      expectNoKey(written)
      rmSync(folder, { recursive: true, force: true })
      if (exitCode !== 0) {
        const how =
          exitCode === undefined ? 'did not stop in time' : `ended with ${String(exitCode)}`
        throw new Error(`the host at ${origin} ${how}:\n${written}`)
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
      // If it was stopped before, its log was read then and is removed.
      if (existsSync(logFile)) expectNoKey(log())
    },
  }
}

/** @throws if a log contains a key of the local API */
function expectNoKey(log: string): void {
  if (/mq_(?:demo_)?[0-9A-Za-z]{24}/.test(log))
    throw new Error(`the host has logged a key:\n${log}`)
}

/** The first lines on stdout; what follows is read and dropped, so that the pipe never fills. */
async function firstLines(child: ChildProcess, count: number): Promise<string[] | undefined> {
  if (child.stdout === null) return undefined
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  const complete = new Promise<string[]>((resolve) => {
    reader.on('line', (line) => {
      lines.push(line)
      if (lines.length === count) resolve(lines)
    })
  })
  return Promise.race([complete, once(reader, 'close').then(() => undefined)])
}

/** Resolves to undefined after a time, without keeping the process alive. */
function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined).unref()
  })
}
