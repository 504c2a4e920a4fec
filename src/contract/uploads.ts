import { checkImageUrl, type ImageUrlCheck } from '#contract/image-url.ts'

/**
 * Pictures that a host keeps for a while, so that the service can fetch them (spec: not shown; the service takes addresses only).
 * The name of a picture is a secret: whoever has its address can fetch it.
 */

/**
 * Where the host takes a JPEG (POST), and below it forgets one by its name (DELETE). Both need an API key. A host with a bucket takes no JPEG but an
 * UploadRequest, and says where to put the picture.
 */
export const UPLOADS_PATH = '/host/uploads'

/** Where the host serves pictures, without a key. */
export const UPLOADED_PATH = '/uploads'

/** The only type of a picture that is taken. The app turns all others into it. */
export const UPLOAD_TYPE = 'image/jpeg'

/** Largest picture that is taken, in bytes. */
export const MAX_UPLOAD_BYTES = 2_000_000

/** Longest side of a picture that is taken, in pixels. */
export const MAX_UPLOAD_SIDE = 2048

/** What a host says about uploads. */
export interface UploadsInfo {
  /** how long a picture is kept, in hours */
  keepHours: number
  /** the origin from which pictures in a bucket are fetched; undefined: the host keeps them itself */
  bucket?: string
}

/** Asks for a place in the bucket for a picture of so many bytes. */
export interface UploadRequest {
  bytes: number
}

/** The reply to an upload. */
export interface UploadReply {
  /** absolute, or a path on the host that took it, if it does not know its public name */
  url: string
  /** with a bucket: where to PUT the picture within a few minutes, as UPLOAD_TYPE and with exactly the bytes that were asked for */
  put?: string
}

/** A kept picture, as its address says. */
export interface UploadAddress {
  /** a prefix, 128 random bits, and the time of its end */
  name: string
  /** when it is deleted, milliseconds since the epoch */
  until: number
}

// The prefix tells it from other names with digits: file names of many sites are like the rest.
const namePattern = /^mq-[\da-f]{32}-([\da-z]{6})$/

/**
 * The name of a picture. It says when the picture is deleted, so that each screen and each browser knows without asking.
 *
 * @param random 128 bits, as 32 hexadecimal digits
 * @param until milliseconds since the epoch
 */
export function uploadName(random: string, until: number): string {
  return `mq-${random}-${Math.floor(until / 1000)
    .toString(36)
    .padStart(6, '0')}`
}

/** The path of a picture on its host. */
export function uploadedPath(name: string): string {
  return `${UPLOADED_PATH}/${name}.jpg`
}

/** A picture must be kept for so much longer that the service can still fetch it, in milliseconds. */
const MIN_LEFT_MS = 10 * 60_000

/** Whether a picture is deleted, or will be before the service may have fetched it. @param now milliseconds since the epoch */
export function isAboutToEnd({ until }: UploadAddress, now: number): boolean {
  return until - now < MIN_LEFT_MS
}

/** Reads the name of a kept picture. @returns undefined if it is none */
export function readUploadName(name: string): UploadAddress | undefined {
  const [, until] = namePattern.exec(name) ?? []
  return until === undefined ? undefined : { name, until: Number.parseInt(until, 36) * 1000 }
}

/** Reads the address of a kept picture, on whatever host. @returns undefined for any other address */
export function readUploadAddress(url: string): UploadAddress | undefined {
  const [, name = ''] = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]*)\.jpg(?:[?#]|$)/.exec(url) ?? []
  return readUploadName(name)
}

/**
 * checkImageUrl, which also accepts the address of a picture that a host keeps, if the host is near.
 *
 * @param isNear whether the picture at such an address is one that the service can fetch, although its host is not public
 */
export function checkNearImageUrl(typed: string, isNear: (url: URL) => boolean): ImageUrlCheck {
  const check = checkImageUrl(typed)
  if (check.ok || check.problem !== 'private-host') return check
  const url = typed.trim()
  return readUploadAddress(url) !== undefined && isNear(new URL(url)) ? { ok: true, url } : check
}
