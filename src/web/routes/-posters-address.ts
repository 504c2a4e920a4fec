import type { PosterTaskRequest } from '#contract/poster-tasks.ts'

/** The unchecked search of /posters. The form checks the values. */
export type PostersSearch = { [Name in keyof PosterTaskRequest]?: unknown }

/** Keeps the two fields that an address may fill in. */
export function readPostersAddress({ image_url, prompt }: Record<string, unknown>): PostersSearch {
  return {
    ...(image_url !== undefined && { image_url }),
    ...(prompt !== undefined && { prompt }),
  }
}
