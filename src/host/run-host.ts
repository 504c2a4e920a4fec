import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { describeFault, eventLine, type WriteLine } from '#host/access-log.ts'
import type { IdempotencyStore } from '#host/idempotency/idempotency-store.ts'
import { type HostConfig, readConfig, type TlsFiles } from '#host/config.ts'
import type { HostInfo } from '#host/host-app.ts'
import { findSceneSamples } from '#host/pages/static-files.ts'
import { addressHost } from '#host/request-checks.ts'
import type { LocalApi, LocalApiOptions } from '#local-api/local-api.ts'
import { type Media, openMedia } from '#host/media/media.ts'
import { openMetrics } from '#host/metrics/metrics-server.ts'
import { type Host, startHost } from '#host/server.ts'
import type { TaskApi } from '#host/task-api.ts'
import { readTlsFiles } from '#host/tls/tls.ts'
import { requestGate } from '#host/upstream/request-gate.ts'
import { openUpstream } from '#host/upstream/upstream.ts'
import { openUploads, withKeptPictures } from '#host/uploads/kept-pictures.ts'
import type { Uploads } from '#host/uploads/uploads.ts'
import { openViews, type Views } from '#host/views/views.ts'

/** Opens the local API. It is passed in so that a host in front of a real service never loads it. */
export type OpenLocalApi = (options: LocalApiOptions) => Promise<LocalApi>

/** An open Task API, and how to close it. */
export interface OpenTaskApi {
  taskApi: TaskApi
  /** records creations before they are forwarded */
  store: IdempotencyStore
  info: HostInfo
  /** undefined: no pictures are taken */
  uploads: Uploads | undefined
  /** undefined: no views are lent */
  views: Views | undefined
  /** undefined: no videos of other hosts are handed out */
  media: Media | undefined
  /** starts the local API's worker; called once the server listens */
  start: () => void
  close: () => void
}

/** The parts of the process that a host uses. */
export interface HostProcess {
  env: Readonly<Record<string, string | undefined>>
  /** folder of the built app */
  distDir: string
  openLocalApi: OpenLocalApi
  /** prints exactly the two lines that people and scripts read */
  writeOut: WriteLine
  writeError: WriteLine
}

/** The slowest creation takes 27 s: the look for its picture 1, the wait for a place 1, the service 25. The supervisors in docs/hosting kill after 95 s: DRAIN_DELAY (60 s at most), then this. */
export const DRAIN_DEADLINE_MS = 28_000

/**
 * Starts the host as configured, and prints its address.
 *
 * @returns undefined if it could not start: then `writeError` got the reason in one sentence
 */
export async function runHost(run: HostProcess) {
  try {
    return await start(run)
  } catch (error) {
    run.writeError(messageOf(error))
    return undefined
  }
}

/** @throws Error with a sentence if it cannot start */
async function start({ env, distDir, openLocalApi, writeOut, writeError: writeLine }: HostProcess) {
  const config = readConfig(env)
  const { tls: files } = config
  if (!existsSync(join(distDir, 'index.html'))) {
    throw new Error('The built app is missing; run npm run build first.')
  }
  const tls = files && readTlsFiles(files)
  const opened = await openTaskApi(config, openLocalApi, writeLine)
  const measuring = await openMetrics(config, writeLine).catch((error: unknown) => {
    opened.close()
    throw listenFailure('METRICS_PORT', config.metricsPort ?? 0, config.host, error)
  })
  const close = () => {
    measuring?.close()
    opened.close()
  }
  const metrics = measuring?.metrics
  const options = { ...config, ...opened, metrics, tls, distDir, writeLine }
  const host = await startHost(options).catch((error: unknown) => {
    close()
    throw listenFailure('PORT', config.port, config.host, error)
  })
  opened.start()
  for (const { event, ...details } of config.notices) writeLine(eventLine(event, details))
  writeOut(`Marquee: ${host.url}`)
  writeOut(
    config.taskApi.kind === 'remote'
      ? `task api: ${config.taskApi.baseUrl}`
      : `demo key: ${opened.info.taskApi === 'local' ? opened.info.demoKey : ''}`,
  )
  return {
    /** Drains the host, and closes the Task API. */
    async stop() {
      host.announceEnd()
      await delay(config.drainDelayMs)
      await host.drain(DRAIN_DEADLINE_MS)
      close()
    },
    /**
     * Reads certificate and key again, for new connections, and logs the result. If the new files are
     * unusable, the old certificate stays. undefined: the host speaks plain HTTP.
     */
    renewTls: files && (() => renewTls(host, files, writeLine)),
  }
}

function renewTls(host: Host, files: TlsFiles, writeLine: WriteLine) {
  try {
    host.renewTls(readTlsFiles(files))
    writeLine(eventLine('tls-renewed'))
  } catch (error) {
    writeLine(eventLine('tls-not-renewed', { reason: messageOf(error) }))
  }
}

/**
 * Opens the configured Task API (the proxy, or the local one with its worker not yet started) and the
 * idempotency store, the folder of pictures, and reads which samples of the scenes there are.
 *
 * @throws Error with a sentence if one of them cannot be opened
 */
export async function openTaskApi(
  config: HostConfig,
  openLocalApi: OpenLocalApi,
  writeLine: WriteLine,
): Promise<OpenTaskApi> {
  const dataDir = resolve(config.dataDir)
  const { sceneSamples: folder } = config
  const samples = folder === undefined ? undefined : findSceneSamples(folder)
  const opened = await openLocalOrUpstream(config, dataDir, openLocalApi, writeLine)
  const closers = [() => opened.close()]
  const close = () => {
    for (const closeOne of closers) closeOne()
  }
  try {
    const store = await openStore(config, dataDir, writeLine)
    closers.push(() => store.close())
    const uploads = openPictures(config, dataDir, opened.taskApi, writeLine)
    if (uploads !== undefined) closers.push(() => uploads.close())
    const views = await openLentViews(config, dataDir, opened.taskApi)
    if (views !== undefined) closers.push(() => views.close())
    const media = config.media && openMedia(config.media, opened.taskApi, writeLine)
    const info = {
      ...opened.info,
      ...(samples !== undefined && { sceneSamples: samples }),
      ...(uploads !== undefined && { uploads: uploads.info }),
      ...(views !== undefined && { views: views.info }),
      ...(media !== undefined && { media: media.info }),
    }
    const taskApi = withKeptPictures(opened.taskApi, uploads)
    return { ...opened, taskApi, info, store, uploads, views, media, close }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Opens the configured idempotency store. Each is loaded here: so a SQLite that does not load on this machine also ends in
 * a sentence, and a host without Redis loads no client for it.
 */
async function openStore(
  config: HostConfig,
  dataDir: string,
  writeLine: WriteLine,
): Promise<IdempotencyStore> {
  const { idempotencyUrl } = config
  if (idempotencyUrl === undefined) {
    try {
      const { openSqliteStore } = await import('#host/idempotency/sqlite-store.ts')
      return openSqliteStore(dataDir)
    } catch (error) {
      throw openFailure('The idempotency store', config, error)
    }
  }
  try {
    const { openRedisStore } = await import('#host/idempotency/redis-store.ts')
    return await openRedisStore(idempotencyUrl, writeLine)
  } catch (error) {
    // The host's name without the password.
    const where = JSON.stringify(new URL(idempotencyUrl).host)
    const why = firstLine(error)
    throw new Error(`The idempotency store at IDEMPOTENCY_URL ${where} cannot be used: ${why}.`, {
      cause: error,
    })
  }
}

/** Opens the lent views, with their records where creations are recorded. */
async function openLentViews(
  config: HostConfig,
  dataDir: string,
  taskApi: TaskApi,
): Promise<Views | undefined> {
  const { longestViewMs, idempotencyUrl: url } = config
  if (longestViewMs === undefined) return undefined
  try {
    const records = await (url === undefined
      ? import('#host/views/sqlite-views.ts').then((sqlite) => sqlite.openSqliteViews(dataDir))
      : import('#host/views/redis-views.ts').then((redis) => redis.openRedisViews(url)))
    return openViews(taskApi, records, longestViewMs)
  } catch (error) {
    throw openFailure('The store of lent views', config, error)
  }
}

function openPictures(
  config: HostConfig,
  dataDir: string,
  taskApi: TaskApi,
  writeLine: WriteLine,
): Uploads | undefined {
  if (config.uploads === undefined) return undefined
  try {
    return openUploads(config.uploads, { dataDir, taskApi }, writeLine)
  } catch (error) {
    throw openFailure('The folder of pictures', config, error)
  }
}

async function openLocalOrUpstream(
  config: HostConfig,
  dataDir: string,
  openLocalApi: OpenLocalApi,
  writeLine: WriteLine,
): Promise<Omit<OpenTaskApi, 'store' | 'uploads' | 'views' | 'media'>> {
  const { taskApi: configured, taskApiTimeoutMs: totalMs } = config
  if (configured.kind === 'remote') {
    const { concurrency: concurrent, concurrencyPerKey: perKey } = config
    const gate = requestGate({ concurrent, perKey })
    const upstream = openUpstream(
      configured.baseUrl,
      { totalMs },
      { gate, proxy: configured.proxy, writeLine },
    )
    return {
      taskApi: upstream,
      info: { taskApi: 'remote', sceneSamples: {} },
      start: () => undefined,
      close: () => upstream.close(),
    }
  }
  try {
    const local = await openLocalApi({
      dataDir,
      postersInList: configured.postersInList,
      reportError: (error) => writeLine(describeFault(error)),
    })
    const { demoKey, sceneSamples } = local
    const info: HostInfo = { taskApi: 'local', demoKey, sceneSamples }
    const taskApi: TaskApi = { fetch: ({ request, body }) => local.fetch(request, { body }) }
    return { taskApi, info, start: () => local.start(), close: () => local.close() }
  } catch (error) {
    throw openFailure('The local API', config, error)
  }
}

function openFailure(what: string, { dataDir }: HostConfig, cause: unknown): Error {
  const where = JSON.stringify(dataDir)
  return new Error(`${what} could not be opened in DATA_DIR ${where}: ${firstLine(cause)}.`, {
    cause,
  })
}

function listenFailure(
  variable: 'PORT' | 'METRICS_PORT',
  port: number,
  host: string,
  cause: unknown,
): Error {
  const place = `${addressHost(host)}:${port}`
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const message = () => {
    switch (code) {
      case 'EADDRINUSE':
        return `Port ${port} is taken on ${host}; set ${variable} to another one, or to 0 for any free port.`
      case 'EACCES':
        return `Listening on ${place} is not permitted; set ${variable} to one above 1023.`
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
        return `HOST ${JSON.stringify(host)} is no address of this machine; set HOST to one that is.`
      default:
        return `Listening on ${place} failed: ${firstLine(cause)}.`
    }
  }
  return new Error(message(), { cause })
}

function firstLine(error: unknown): string {
  return messageOf(error).replace(/\n.*$/s, '').replace(/\.$/, '')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
