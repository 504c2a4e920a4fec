import type { VideoTaskPage } from '#contract/video-tasks.ts'
import type { ToldRequest } from '#web/api/list-request.ts'
import { formatJson } from '#web/format/json-text.ts'
import { timeZoneName, zonedIso } from '#web/format/time-zone.ts'
import type { StatusEvidence } from '#web/video-task/status-evidence.ts'

/** What is known of a task, and how it came to be known: all that a ticket needs. */
export interface TaskReport {
  /** the record as it came */
  raw: unknown
  request: ToldRequest
  /** when the reply came, milliseconds since the epoch */
  answeredAt: number
  /** what the reply says of itself */
  page: Pick<VideoTaskPage, 'page' | 'pageSize' | 'total'>
  evidence: StatusEvidence
  /** the evidence in the person's language */
  evidenceText: string
}

/** Which build has made a bundle. */
export interface AppBuild {
  name: string
  version: string
  /** ISO 8601 */
  builtAt: string
}

/** A text for a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The request as a command for a shell, with a place for the key. */
export function curlCommand({ method, url, authorization }: ToldRequest): string {
  return [
    // Brackets and braces in an address are not patterns.
    `curl --globoff --request ${method}`,
    `--header ${quoted(`Authorization: ${authorization}`)}`,
    quoted(url),
  ].join(' \\\n  ')
}

/**
 * All that a support ticket needs, as JSON. The key is in none of it: no reply brings it this far.
 *
 * @param now when it is made, milliseconds since the epoch
 */
export function ticketBundle(
  { raw, request, answeredAt, page, evidence, evidenceText }: TaskReport,
  { app, now }: { app: AppBuild; now: number },
): string {
  const bundle = {
    app: { name: app.name, version: app.version, built_at: app.builtAt },
    made_at: {
      utc: new Date(now).toISOString(),
      local: zonedIso(now, 'local'),
      time_zone: timeZoneName('local'),
    },
    request: {
      method: request.method,
      url: request.url,
      headers: { authorization: request.authorization },
      answered_at: new Date(answeredAt).toISOString(),
    },
    reply: { page: page.page, page_size: page.pageSize, total: page.total },
    status: {
      status: evidence.status,
      source: evidence.source,
      as_of: new Date(evidence.asOf).toISOString(),
      explanation: evidenceText,
    },
    task: raw,
  }
  return `${formatJson(bundle)}\n`
}
