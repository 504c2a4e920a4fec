import type { IncomingMessage, ServerResponse } from 'node:http'

import { getRequestListener } from '@hono/node-server'

import { readConfig } from '#host/config.ts'
import { createHostApp, isHostRoute } from '#host/host-app.ts'
import { DATA_HEADERS } from '#host/pages/security-headers.ts'
import { isSample, sceneSamples, setHeaders } from '#host/pages/static-files.ts'
import { openTaskApi } from '#host/run-host.ts'
import { pathOfTarget } from '#host/task-api.ts'
import { isMediaTarget } from '#host/media/media.ts'
import { isUploadedTarget } from '#host/uploads/folder-uploads.ts'

/**
 * Opens the Task API for `npm run dev`, where Vite serves the pages: the routes of createHostApp with their checks, the
 * idempotency store, kept pictures, videos of other hosts, and the samples of the scenes. What server.ts adds is missing: its checks of headers and paths, request IDs, the access log. Vite checks the
 * Host header.
 *
 * @param env as for the host; PORT and HOST are not used, as Vite listens
 * @throws Error with a sentence: about a bad value, or about what cannot be opened
 */
export async function openDevHost(env: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(env)
  const writeLine = (line: string) => void process.stderr.write(`${line}\n`)
  const { taskApi, store, info, uploads, views, media, start, close } = await openTaskApi(
    config,
    async (options) => (await import('#local-api/local-api.ts')).openLocalApi(options),
    writeLine,
  )
  start()
  const app = createHostApp({
    taskApi,
    store,
    taskApiTimeoutMs: config.taskApiTimeoutMs,
    info,
    uploads,
    views,
    media,
    isOwnOrigin: (origin, host) => origin === `http://${host}` || origin === `https://${host}`,
    writeLine,
  })
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const dataHeaders = Object.entries(DATA_HEADERS).flat()
  const { sceneSamples: samplesDir } = config
  const sendSample = samplesDir === undefined ? undefined : sceneSamples(samplesDir, DATA_HEADERS)
  return {
    /** connect-style; leaves everything but the host's routes and samples to the next one */
    middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (sendSample !== undefined && isSample(pathOfTarget(request.url ?? ''))) {
        sendSample(request, response, [])
        return
      }
      if (uploads?.send !== undefined && isUploadedTarget(request.url ?? '')) {
        uploads.send(request, response, [])
        return
      }
      if (media !== undefined && isMediaTarget(request.url ?? '')) {
        media.send(request, response, [])
        return
      }
      if (!isHostRoute(request.url ?? '')) {
        next()
        return
      }
      setHeaders(response, dataHeaders)
      void answer(request, response)
    },
    close,
  }
}
