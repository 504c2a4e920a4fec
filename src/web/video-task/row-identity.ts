import type { VideoTaskRow } from '#contract/video-tasks.ts'

/** The identity of a row on any page: its uuid, else its id. A uuid that consists of digits is not an id. */
export function identityOf(row: VideoTaskRow): string | undefined {
  if (row.kind === 'unreadable') return undefined
  const { uuid, id } = row.task
  if (uuid !== null) return `uuid ${uuid}`
  return id === null ? undefined : `id ${id}`
}
