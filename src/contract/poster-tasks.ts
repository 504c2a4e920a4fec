import * as z from 'zod/mini'

import { isNothing, withoutTerminalCodes } from '#contract/envelope.ts'
import { type ExactNumber, readNumber } from '#contract/record.ts'
import { checkImageUrl } from '#contract/image-url.ts'
import type { InvalidInput } from '#contract/invalid-input.ts'

/** The poster scenes, the values of `prompt` (spec: "Create poster task"). */
export const POSTER_SCENES = [
  'youqian',
  'zhongming',
  'anime_cake',
  'real_cake',
  'firework',
] as const
export type PosterScene = (typeof POSTER_SCENES)[number]

/** The body of a creation (spec: "Create poster task"). */
export interface PosterTaskRequest {
  image_url: string
  prompt: PosterScene
}

/** A creation's body as read: a valid request, or what is wrong with it. */
export type PosterTaskRequestReading =
  | { ok: true; request: PosterTaskRequest }
  | { ok: false; invalid: InvalidInput<keyof PosterTaskRequest>[] }

const body = z.object({
  image_url: z.catch(z.string(), ''),
  prompt: z.catch(z.nullable(z.enum(POSTER_SCENES)), null),
})

/**
 * Reads a creation's body from untrusted JSON. Unknown fields are dropped.
 *
 * @param checkUrl another check of the image URL, for a service that can fetch more than what is public
 */
export function readPosterTaskRequest(
  json: unknown,
  checkUrl = checkImageUrl,
): PosterTaskRequestReading {
  const fields = body.safeParse(json).data ?? { image_url: '', prompt: null }
  const image = checkUrl(fields.image_url)
  if (image.ok && fields.prompt !== null) {
    return { ok: true, request: { image_url: image.url, prompt: fields.prompt } }
  }
  const invalid: InvalidInput<keyof PosterTaskRequest>[] = []
  if (!image.ok) {
    const rule = { type: 'image-url', problem: image.problem } as const
    invalid.push({ name: 'image_url', value: fields.image_url, rule })
  }
  if (fields.prompt === null) {
    const rule = { type: 'one-of', values: POSTER_SCENES } as const
    invalid.push({ name: 'prompt', value: fields.prompt, rule })
  }
  return { ok: false, invalid }
}

/** The values of a creation in an address (spec: not shown): what can be used of them, and what cannot. */
export interface PosterPrefill {
  prefill: { imageUrl?: string; scene?: PosterScene }
  ignored: InvalidInput<keyof PosterTaskRequest>[]
}

/** Reads the values of a creation from an address. An image URL is any text: the form says what is wrong with it. */
export function readPosterPrefill(address: {
  [Name in keyof PosterTaskRequest]?: unknown
}): PosterPrefill {
  // A field has one line. What is checked is what stands in it.
  const given = address.image_url
  const text = typeof given === 'string' ? given.replaceAll(/[\r\n]/g, '') : given
  // Ignore empty values: they must not empty a field.
  const image_url = text === '' ? undefined : text
  const prompt = address.prompt === '' ? undefined : address.prompt
  const scene = POSTER_SCENES.find((known) => known === prompt)
  const ignored: PosterPrefill['ignored'] = []
  if (image_url !== undefined && typeof image_url !== 'string') {
    const rule = { type: 'image-url', problem: 'repeated' } as const
    ignored.push({ name: 'image_url', value: image_url, rule })
  }
  if (prompt !== undefined && scene === undefined) {
    const rule = { type: 'one-of', values: POSTER_SCENES } as const
    ignored.push({ name: 'prompt', value: prompt, rule })
  }
  return {
    prefill: {
      ...(typeof image_url === 'string' && { imageUrl: image_url }),
      ...(scene !== undefined && { scene }),
    },
    ignored,
  }
}

/** The creation's payload as our local service writes it (spec: "Poster task creation payload"). */
export interface PosterTaskCreatedPayload {
  uuid: string
  remaining_points: number
  task_type: string
  message: string
}

/** A created task as it was read. null: not in the reply. */
export interface PosterTaskCreated {
  uuid: string
  remainingPoints: ExactNumber | null
  taskType: string | null
  message: string | null
}

const createdPayload = z.object({
  uuid: z.string(),
  remaining_points: z.optional(z.unknown()),
  task_type: z.catch(z.nullable(z.string()), null),
  message: z.catch(z.nullable(z.string()), null),
})

/** The uuid that programs write for none (RFC 9562). */
const NIL = '00000000-0000-0000-0000-000000000000'

/**
 * Reads the creation's payload (spec: "Poster task creation payload").
 *
 * @returns undefined without a usable uuid: then it is not certain that a task was created
 */
export function readPosterTaskCreated(data: unknown): PosterTaskCreated | undefined {
  const parsed = createdPayload.safeParse(data)
  // Not with minLength of the schema: it reads `length` of any value, and throws on some.
  if (!parsed.success || isNothing(parsed.data.uuid) || parsed.data.uuid === NIL) return undefined
  const { uuid, remaining_points, task_type, message } = parsed.data
  return {
    uuid,
    remainingPoints: readNumber(remaining_points) ?? null,
    taskType: textOf(task_type),
    message: textOf(message),
  }
}

function textOf(text: string | null): string | null {
  return text === null || isNothing(text) ? null : withoutTerminalCodes(text)
}
