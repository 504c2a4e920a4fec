// A bucket of s3rver, a server for S3 that knows everything but signatures: those are compared with those of another library.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import S3rver from 's3rver'

import type { BucketConfig } from '#host/config.ts'

const BUCKET = 'pictures'

/** The only key that s3rver knows. */
export const BUCKET_KEY = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** The rule of docs/uploads.md, for every page. */
const CORS =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedHeader>content-type</AllowedHeader></CORSRule></CORSConfiguration>'

/** The configuration of a bucket at an address. */
export function configOf(url: string, changes: Partial<BucketConfig> = {}): BucketConfig {
  return {
    url,
    prefix: 'marquee/',
    publicUrl: undefined,
    region: 'us-east-1',
    accessKeyId: BUCKET_KEY.AWS_ACCESS_KEY_ID,
    secretAccessKey: BUCKET_KEY.AWS_SECRET_ACCESS_KEY,
    sessionToken: undefined,
    proxy: undefined,
    ...changes,
  }
}

/** A running bucket. */
export interface TestBucket {
  /** of the server, such as http://127.0.0.1:4568 */
  endpoint: string
  /** the address of the bucket */
  url: string
  /** the requests so far, such as `PUT /pictures/a.jpg` */
  requests: string[]
  /** From now on, requests like that get this status and no more: by their method, or as in `requests`. undefined: they are served again. */
  refuse: (which: string, status: number | undefined) => void
  /** Puts an object of so many bytes into it. */
  put: (key: string, bytes: number) => Promise<void>
  /** Reads an object. @returns undefined if there is none */
  get: (key: string) => Promise<Response | undefined>
  close: () => void
}

/** Starts an empty bucket on a free port. */
export async function startBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(path.join(tmpdir(), 'marquee-bucket-'))
  const s3 = new S3rver({
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET, configs: [CORS] }],
  })
  await s3.configureBuckets()
  const serve = s3.callback()
  const requests: string[] = []
  const refused = new Map<string, number>()
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    requests.push(`${method} ${url.replace(/\?.*/s, '')}`)
    const status = refused.get(method) ?? refused.get(requests.at(-1) ?? '')
    if (status === undefined) serve(request, response)
    else {
      const headers = { 'Access-Control-Allow-Origin': '*', Connection: 'close' }
      response.writeHead(status, headers).end('<Error><Code>AccessDenied</Code></Error>')
    }
  })
  const endpoint = `http://127.0.0.1:${await listen(server)}`
  const url = `${endpoint}/${BUCKET}`
  return {
    endpoint,
    url,
    requests,
    refuse(which, status) {
      if (status === undefined) refused.delete(which)
      else refused.set(which, status)
    },
    async put(key, bytes) {
      await fetch(`${url}/${key}`, { method: 'PUT', body: Buffer.alloc(bytes) })
    },
    async get(key) {
      const answer = await fetch(`${url}/${key}`)
      return answer.ok ? answer : undefined
    },
    close() {
      server.close()
      server.closeAllConnections()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has such an address
  return (server.address() as AddressInfo).port
}
