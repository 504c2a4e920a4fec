import type { ToldRequest } from '#web/api/list-request.ts'
import type { ReplyOrigin } from '#web/api/video-tasks.ts'
import { formatJson } from '#web/format/json-text.ts'
import { timeZoneName, zonedIso } from '#web/format/time-zone.ts'
import type { StatusEvidence } from '#web/task-list/status-evidence.ts'

/** A task and the reply that it comes from: everything that a ticket needs. */
export interface TaskReport {
  /** the raw record */
  raw: unknown
  request: ToldRequest
  origin: Pick<ReplyOrigin, 'readAt' | 'pageNumber' | 'pageSize' | 'total'>
  evidence: StatusEvidence
  /** the evidence in the person's language */
  evidenceText: string
}

/** The build that made a bundle. */
export interface AppBuild {
  name: string
  version: string
  /** ISO 8601 */
  builtAt: string
}

/** Quotes any text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The request as a shell command, with a placeholder for the key. */
export function curlCommand({ method, url, authorization }: ToldRequest): string {
  return [
    // Without --globoff, curl treats brackets and braces in an address as patterns.
    `curl --globoff --request ${method}`,
    `--header ${quoted(`Authorization: ${authorization}`)}`,
    quoted(url),
  ].join(' \\\n  ')
}

/**
 * Everything that a support ticket needs, as JSON. It never contains the key: keys are removed from replies.
 *
 * @param now when the bundle is made, in milliseconds since the epoch
 */
export function ticketBundle(
  { raw, request, origin, evidence, evidenceText }: TaskReport,
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
      answered_at: new Date(origin.readAt).toISOString(),
    },
    reply: { page: origin.pageNumber, page_size: origin.pageSize, total: origin.total },
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
