import { checkImageUrl } from '#contract/image-url.ts'
import { findOperation, MAX_REQUEST_BYTES } from '#contract/operations.ts'
import { strictJson } from '#contract/record.ts'
import { isAboutToEnd, readUploadAddress } from '#contract/uploads.ts'
import type { HostConfig } from '#host/config.ts'
import { bodyRefusal, readBody } from '#host/request-body.ts'
import { hostResponse, pathBehindBase, type TaskApi } from '#host/task-api.ts'
import type { Uploads } from '#host/uploads/uploads.ts'

const GONE = 'The host has deleted the picture at image_url, or is about to. Nothing was sent.'

/**
 * Stands in front of a Task API. It refuses creations of pictures that this host has deleted, or will within minutes: the service could not fetch them, and may
 * charge for the attempt.
 *
 * @param uploads those of this host; undefined: it keeps none
 * @param config with several hosts, another one may have a picture
 */
export function withKeptPictures(
  taskApi: TaskApi,
  uploads: Pick<Uploads, 'has'> | undefined,
  config: Pick<HostConfig, 'uploads' | 'idempotencyUrl'>,
): TaskApi {
  if (uploads === undefined) return taskApi
  const { publicUrl } = config.uploads ?? {}
  const isAlone = config.idempotencyUrl === undefined

  const isGone = (url: string) => {
    const address = readUploadAddress(url)
    if (address === undefined || !URL.canParse(url)) return false
    const isKept = !isAlone || uploads.has(address.name)
    if (isKept && !isAboutToEnd(address, Date.now())) return false
    // Without a public name, this host has no address that other machines can reach.
    return publicUrl === undefined ? !checkImageUrl(url).ok : new URL(url).origin === publicUrl
  }

  return {
    async fetch(request, context) {
      const operation = findOperation(request.method, pathBehindBase(request))
      if (operation !== 'createPosterTask') return taskApi.fetch(request, context)
      const body = await readBody(request, MAX_REQUEST_BYTES, context?.body)
      if (!body.ok) return bodyRefusal(body.problem, MAX_REQUEST_BYTES)
      if (isGone(imageUrlIn(body.text))) return hostResponse(410, 'picture-gone', GONE)
      return taskApi.fetch(request, { ...context, body: [Buffer.from(body.text)] })
    },
  }
}

function imageUrlIn(body: string): string {
  const json: unknown = JSON.parse(strictJson(body) ?? 'null')
  const hasUrl = typeof json === 'object' && json !== null && 'image_url' in json
  return hasUrl && typeof json.image_url === 'string' ? json.image_url.trim() : ''
}
