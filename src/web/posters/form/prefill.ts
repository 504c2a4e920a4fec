import type { InvalidInput } from '#contract/invalid-input.ts'
import { POSTER_SCENES, type PosterTaskRequest } from '#contract/poster-tasks.ts'
import type { PosterFields } from '#web/posters/form/poster-input.ts'

/** The form values in an address, and those that cannot be used. */
export function prefillOf(address: { [Name in keyof PosterTaskRequest]?: unknown }): {
  prefill: Partial<PosterFields>
  ignored: InvalidInput[]
} {
  // Ignore empty values: they must not empty a field.
  const image_url = address.image_url === '' ? undefined : address.image_url
  const prompt = address.prompt === '' ? undefined : address.prompt
  const scene = POSTER_SCENES.find((known) => known === prompt)
  const ignored: InvalidInput[] = []
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
