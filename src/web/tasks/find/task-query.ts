import type { VideoTask } from '#contract/video-tasks.ts'

/** A search text: a task ID or number, or its first characters, and optionally its last ones. */
export interface TaskQuery {
  /** the first characters in lower case; never empty */
  start: string
  /** the last characters of an ID that was shortened in the middle; '' otherwise */
  end: string
}

/** How a task matches a query. `whole`: an exact match. */
export type TaskMatch = 'whole' | 'part'

const uuid = /(?<![\w-])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\w-])/i
const shortened = /^(.+?)(?:…|\.{2,})(.*)$/

/**
 * Parses text from a ticket: an ID among other words, a link to a task, "#812", "d3f1…9a2c".
 *
 * @returns undefined if there is nothing to look for
 */
export function readTaskQuery(text: string): TaskQuery | undefined {
  const plain = (idInLink(text) ?? uuid.exec(text)?.[0] ?? text)
    .trim()
    .replaceAll(/^["'`(<[#]+|["'`)>\],;:.]+$/g, (edge) => (/^\.{2,}$/.test(edge) ? edge : ''))
    .toLowerCase()
  const [, start = plain, end = ''] = shortened.exec(plain) ?? []
  return start === '' ? undefined : { start, end }
}

/** A uuid is opaque text. People write its letters in lower or upper case. */
export function matchTask(
  { start, end }: TaskQuery,
  task: Pick<VideoTask, 'uuid' | 'id'>,
): TaskMatch | undefined {
  const names = [task.uuid?.toLowerCase(), task.id === null ? undefined : String(task.id)]
  if (end === '' && names.includes(start)) return 'whole'
  const isPart = names.some(
    (name) =>
      name?.startsWith(start) === true &&
      name.endsWith(end) &&
      name.length >= start.length + end.length,
  )
  return isPart ? 'part' : undefined
}

function idInLink(text: string): string | undefined {
  const [, id] = /[?&]task=([^&#\s]+)/.exec(text) ?? []
  if (id === undefined) return undefined
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
