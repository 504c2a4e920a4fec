import { ChevronDown, Download, ExternalLink, FileDown } from 'lucide-react'
import { useId, useState } from 'react'

import { type VideoTask, listQueryString, type ListRequest } from '#contract/video-tasks.ts'
import { safeFileName } from '#web/format/file-name.ts'
import { formatJson } from '#web/format/json-text.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { startOf } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { downloadLink } from '#web/video-task/download/download-link.ts'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { evidenceInWords } from '#web/video-task/status-view.ts'
import { taskName } from '#web/video-task/task-name.ts'
import { MarkButtons } from '#web/tasks/marks/mark-controls.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CopyAction } from '#web/video-task/copy-button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { canShare } from '#web/ui/share-button.tsx'
import { ShareVideo } from '#web/video-task/share-video.tsx'
import type { ReplyOrigin } from '#web/api/video-tasks.ts'
import { timeZoneName, zonedIso } from '#web/format/time-zone.ts'
import type { StatusEvidence } from '#web/task-list/status-evidence.ts'
import { bearerHeader, operations } from '#contract/operations.ts'
import { KEY_PLACE } from '#contract/without-key.ts'
import { BASE_URL } from '#web/api/send.ts'

/** The actions of a task: its video, and on request everything that copies or saves it. */
export function TaskActions({
  seen,
  address,
}: {
  seen: SeenTask
  /** the address of the list with this task open */
  address: string
}) {
  const noteId = useId()
  const [isMore, setIsMore] = useState(false)
  const { task } = seen
  const url = safeHttpUrl(task.videoUrl ?? '')
  const note = url && downloadLink(task, url).title
  return (
    <section className="flex flex-col gap-2 text-xs text-muted print:hidden">
      <div className="flex flex-wrap gap-2">
        {url !== undefined && <VideoLinks task={task} url={url} noteId={noteId} />}
        {url !== undefined && canShare(url.href) && <ShareVideo task={task} url={url} />}
        <MarkButtons tasks={[task]} />
        <Button
          aria-expanded={isMore}
          onClick={() => {
            setIsMore(!isMore)
          }}
        >
          <span>{m.detail_more()}</span>
          <ChevronDown aria-hidden className={classNames('size-3.5', isMore && 'rotate-180')} />
        </Button>
      </div>
      {note !== undefined && <p id={noteId}>{note}</p>}
      {isMore && <MoreActions seen={seen} address={address} />}
    </section>
  )
}

function MoreActions({ seen, address }: { seen: SeenTask; address: string }) {
  const { task } = seen
  const copy = (label: string, textOf: () => string) => <CopyAction label={label} textOf={textOf} />
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {copy(m.detail_copy_link(), () => new URL(address, location.href).href)}
        {copy(m.detail_copy_json(), () => formatJson(task.raw))}
        {copy(m.detail_copy_curl(), () => curlCommand(reportOf(seen).request))}
        <Button
          onClick={() => {
            const name = task.uuid === null ? taskName(task) : startOf(task.uuid, 8)
            const content = new Blob([bundleOf(seen)], { type: 'application/json' })
            saveFile(`${safeFileName(`marquee-task-${name}`, '')}.json`, content)
          }}
        >
          <FileDown aria-hidden className="size-3.5" />
          <span>{m.detail_bundle_save()}</span>
        </Button>
        {copy(m.detail_bundle_copy(), () => bundleOf(seen))}
      </div>
      <p>{m.detail_bundle_text()}</p>
    </>
  )
}

function VideoLinks({ task, url, noteId }: { task: VideoTask; url: URL; noteId: string }) {
  // Other screens show this text as a title. Here there is room for it.
  const { title: note, ...download } = downloadLink(task, url)
  return (
    <>
      <a href={url.href} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
        <ExternalLink aria-hidden className="size-3.5" />
        <span>{m.tasks_open()}</span>
      </a>
      <a
        {...download}
        aria-describedby={note === undefined ? undefined : noteId}
        className={buttonClass()}
      >
        <Download aria-hidden className="size-3.5" />
        <span>{m.tasks_download()}</span>
      </a>
    </>
  )
}

function reportOf({ task, evidence, origin }: SeenTask): TaskReport {
  return {
    raw: task.raw,
    request: listRequest(origin.request, location.href),
    origin,
    evidence,
    // JSON needs no bidi isolates, so remove them.
    evidenceText: evidenceInWords(evidence, task).replaceAll(/[\u2068\u2069]/g, ''),
  }
}

function bundleOf(seen: SeenTask): string {
  const app = {
    name: m.app_name(),
    version: import.meta.env.MARQUEE_VERSION,
    builtAt: import.meta.env.MARQUEE_BUILT_AT,
  }
  return ticketBundle(reportOf(seen), { app, now: Date.now() })
}

/** A task and the reply that it comes from: everything that a ticket needs. */
export interface TaskReport {
  /** the raw record */
  raw: unknown
  request: ShareableRequest
  origin: Pick<ReplyOrigin, 'readAt' | 'pageNumber' | 'pageSize' | 'total'>
  evidence: StatusEvidence
  /** the evidence in the person's language */
  evidenceText: string
}

/** The build that made a bundle. */
interface AppBuild {
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
export function curlCommand({ method, url, authorization }: ShareableRequest): string {
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

/** A request in a form that is safe to share. */
interface ShareableRequest {
  method: string
  /** the absolute address that the app requests */
  url: string
  /** has a placeholder instead of the key */
  authorization: string
}

/**
 * The request that reads a page of the list (spec: "List video tasks"), without the key.
 *
 * @param base the absolute address of the page, which resolves the app's relative addresses
 */
export function listRequest(request: ListRequest, base: string): ShareableRequest {
  const { method, path } = operations.listVideoTasks
  const url = new URL(`${BASE_URL}${path}${listQueryString(request)}`, base)
  return { method, url: url.href, authorization: bearerHeader(KEY_PLACE) }
}
