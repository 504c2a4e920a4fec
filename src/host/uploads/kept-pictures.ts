import { existsSync } from 'node:fs'

import { strictJson } from '#contract/record.ts'
import { readUploadAddress } from '#contract/uploads.ts'
import { describeFault, eventLine, type WriteLine } from '#host/access-log.ts'
import type { UploadsConfig } from '#host/config.ts'
import { hostResponse, type TaskApi } from '#host/task-api.ts'
import { BucketFault } from '#host/uploads/bucket.ts'
import { openBucketUploads } from '#host/uploads/bucket-uploads.ts'
import {
  type FolderOptions,
  folderOf,
  isUploadedTarget,
  openFolderUploads,
} from '#host/uploads/folder-uploads.ts'
import type { Uploads } from '#host/uploads/uploads.ts'

const GONE = 'The picture at image_url is deleted, or is about to be. Nothing was sent.'

/**
 * Opens the uploads of a host as configured.
 *
 * @throws the error of the file system
 */
export function openUploads(
  { bucket, ...config }: UploadsConfig,
  from: Pick<FolderOptions, 'dataDir' | 'taskApi'>,
  writeLine: WriteLine,
): Uploads {
  const reportError = (error: unknown, id?: string) => {
    const isOfBucket = error instanceof BucketFault
    writeLine(isOfBucket ? eventLine('bucket-fault', error.fault) : describeFault(error, id))
  }
  const options = { ...config, ...from, reportError }
  if (bucket === undefined) return openFolderUploads(options)
  const inBucket = openBucketUploads(bucket, options)
  // A host that has got its bucket later may have pictures of before: they stay until their end.
  if (!existsSync(folderOf(from.dataDir))) return inBucket
  const inFolder = openFolderUploads(options)
  return {
    ...inBucket,
    send: inFolder.send,
    async forget(name, authorization) {
      const answer = await inFolder.forget(name, authorization)
      return answer.status === 404 ? inBucket.forget(name, authorization) : answer
    },
    isGone: async (url, address) =>
      (await inBucket.isGone(url, address)) ||
      (isUploadedTarget(url.pathname) && inFolder.isGone(url, address)),
    close() {
      inBucket.close()
      inFolder.close()
    },
  }
}

/**
 * Stands in front of a Task API. It refuses creations of kept pictures that are deleted, or will be within minutes: the service could not fetch them, and may
 * charge for the attempt.
 *
 * @param uploads those of this host; undefined: it keeps none
 */
export function withKeptPictures(
  taskApi: TaskApi,
  uploads: Pick<Uploads, 'isGone'> | undefined,
): TaskApi {
  if (uploads === undefined) return taskApi

  const isGone = async (url: string) => {
    const address = readUploadAddress(url)
    return address !== undefined && URL.canParse(url) && uploads.isGone(new URL(url), address)
  }

  return {
    async fetch(asked) {
      const isOfGone = asked.body !== undefined && (await isGone(imageUrlIn(asked.body)))
      return isOfGone ? hostResponse(410, 'picture-gone', GONE) : taskApi.fetch(asked)
    },
  }
}

function imageUrlIn(body: string): string {
  const json: unknown = JSON.parse(strictJson(body) ?? 'null')
  const hasUrl = typeof json === 'object' && json !== null && 'image_url' in json
  return hasUrl && typeof json.image_url === 'string' ? json.image_url.trim() : ''
}
