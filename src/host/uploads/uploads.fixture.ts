// A real host that takes pictures, for the tests of this folder.
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'

import { successEnvelope } from '#contract/envelope.ts'
import { UPLOAD_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import type { HostOptions } from '#host/server.ts'
import { closeAfterTest, KEY, startTestHost, writeFolder } from '#host/servers.fixture.ts'
import type { TaskApi } from '#host/task-api.ts'
import { jpeg } from '#host/uploads/jpeg.fixture.ts'
import { type FolderOptions, openFolderUploads } from '#host/uploads/folder-uploads.ts'
import * as z from 'zod/mini'

/** Accepts every key, and says so as the service does. */
export const acceptingApi: TaskApi = {
  fetch: () => Response.json(successEnvelope({ list: [], total: 0, page: 1, page_size: 1 })),
}

const stored = z.object({ url: z.string() })

/** Starts a host with a folder of its own, and ways to send pictures to it. */
export async function startUploadHost(
  options: Partial<FolderOptions> = {},
  hostOptions: Partial<HostOptions> = {},
) {
  const dataDir = options.dataDir ?? writeFolder({})
  const errors: unknown[] = []
  const uploads = openFolderUploads({
    dataDir,
    taskApi: acceptingApi,
    publicUrl: undefined,
    isAlone: true,
    keepHours: 24,
    maxBytes: 100_000_000,
    reportError: (error) => errors.push(error),
    ...options,
  })
  closeAfterTest(() => uploads.close())
  const host = await startTestHost({ uploads, ...hostOptions })
  const send = (body: Buffer<ArrayBuffer> = jpeg(), headers: Record<string, string> = {}) =>
    fetch(host.url + UPLOADS_PATH, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': UPLOAD_TYPE, ...headers },
      body,
    })
  return {
    ...host,
    uploads,
    dataDir,
    errors,
    send,
    /** Uploads a picture. @returns its address as the host says it */
    upload: async (body?: Buffer<ArrayBuffer>) => stored.parse(await (await send(body)).json()).url,
    /** Forgets the picture at an address. @returns the status */
    forget: async (address: string, apiKey = KEY) => {
      const name = /([^/]+)\.jpg$/.exec(address)?.[1] ?? ''
      const headers = { Authorization: `Bearer ${apiKey}` }
      return (await fetch(`${host.url}${UPLOADS_PATH}/${name}`, { method: 'DELETE', headers }))
        .status
    },
    files: () => readdirSync(path.join(dataDir, 'uploads')),
  }
}

/** Begins an upload on a connection of its own. @param head replaces headers; '' leaves one out */
export function beginUpload(
  port: number,
  head: Readonly<Record<string, string>> = {},
  first: Buffer | string = '',
): Socket {
  const headers = {
    Host: `localhost:${port}`,
    Authorization: `Bearer ${KEY}`,
    'Content-Type': UPLOAD_TYPE,
    'Content-Length': String(jpeg().length),
    Connection: 'close',
    ...head,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === '' ? [] : [`${name}: ${value}\r\n`],
  )
  const socket = connect(port, '127.0.0.1')
  // A host that ends an upload ends its connection.
  socket.on('error', () => undefined)
  socket.write(`POST ${UPLOADS_PATH} HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(first)
  return socket
}
