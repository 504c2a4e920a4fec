import type { VideoTaskRow } from '#contract/video-tasks.ts'

/** What names a row wherever it stands: its uuid, else its id. A uuid of digits is not an id. */
export function identityOf(row: VideoTaskRow): string | undefined {
  if (row.kind === 'unreadable') return undefined
  const { uuid, id } = row.task
  if (uuid !== null) return `uuid ${uuid}`
  return id === null ? undefined : `id ${id}`
}
