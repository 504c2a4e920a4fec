import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Http2Bindings, HttpBindings } from '@hono/node-server'

import { bearerKey } from '#contract/authentication.ts'
import type { UploadAddress, UploadsInfo } from '#contract/uploads.ts'
import type { UploadsConfig } from '#host/config.ts'
import { hostResponse, keyMissing, type TaskApi } from '#host/task-api.ts'

/** A request as it arrives, over whichever version of HTTP. */
export type Incoming = (HttpBindings | Http2Bindings)['incoming']

/** Pictures that are kept for a while, in a folder of this host or in a bucket, so that the service can fetch them. */
export interface Uploads {
  info: UploadsInfo
  /** Takes a picture, or says where to put it. The request comes in both forms: the body is read as it arrives. */
  receive(call: {
    incoming: Incoming
    request: Request
    requestId: string | undefined
  }): Promise<Response>
  /** Deletes a picture for who has uploaded it. */
  forget(name: string, authorization: string | undefined): Promise<Response>
  /** Answers a request below UPLOADED_PATH, if pictures are served here. @param headers further headers of the answer: names and values in turn */
  send?:
    | ((request: IncomingMessage, response: ServerResponse, headers: readonly string[]) => void)
    | undefined
  /**
   * Whether a picture that was kept here is deleted, or is about to be. Not if that is not known.
   *
   * @param address what the name of the picture says
   */
  isGone(url: URL, address: UploadAddress): boolean | Promise<boolean>
  /** how often each event has happened since the start */
  counts: ReadonlyMap<string, number>
  /** bytes of the pictures that are kept, and of the room that is reserved */
  bytes: () => { kept: number; reserved: number }
  close(): void
}

/** What the uploads of a host are opened with, wherever the pictures are. */
export interface UploadsOptions extends Pick<UploadsConfig, 'keepHours' | 'maxBytes'> {
  taskApi: TaskApi
  reportError: (error: unknown, requestId?: string) => void
  /** milliseconds since the epoch; another clock is for tests */
  now?: () => number
}

/**
 * Answers a request to delete a picture.
 *
 * @param remove deletes it, if it came with this key
 */
export async function forgetWith(
  authorization: string | undefined,
  remove: (apiKey: string) => Promise<'deleted' | 'absent' | 'not-ours'>,
): Promise<Response> {
  const apiKey = bearerKey(authorization)
  if (apiKey === undefined) return keyMissing()
  switch (await remove(apiKey)) {
    case 'deleted':
      return new Response(null, { status: 204 })
    case 'absent':
      return hostResponse(404, 'not-allowed', 'There is no such picture.')
    case 'not-ours':
      return hostResponse(403, 'not-allowed', 'The picture was uploaded with another API key.')
  }
}

/** Refuses a picture that does not fit beside the others. */
export function noRoom(): Response {
  return hostResponse(507, 'not-allowed', 'There is no room for further pictures.')
}
