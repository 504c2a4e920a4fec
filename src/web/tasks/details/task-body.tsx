import { useState, type ReactNode, useId } from 'react'
import { ChevronDown, Download, ExternalLink, FileDown } from 'lucide-react'

import { formatJson } from '#web/format/json-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { OwnNote, MarkButtons } from '#web/tasks/marks/mark-controls.tsx'
import { CopyButton, CopyAction } from '#web/video-task/copy-button.tsx'
import { RawText } from '#web/ui/raw-text.tsx'
import { AdviceText } from '#web/video-task/failure/advice-text.tsx'
import { TaskVideo } from '#web/video-task/task-video.tsx'
import type { FoundElsewhere } from '#web/video-task/video-player.tsx'
import { listQueryString, type ListRequest } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { joinList } from '#web/format/sentences.ts'
import { formatAbsolute, formatDuration, isAhead } from '#web/format/time.ts'
import { DETAIL_LENGTH, startOf } from '#web/format/untrusted-text.ts'
import { elapsedMs } from '#web/task-list/elapsed.ts'
import { evidenceInWords } from '#web/video-task/status-badge.tsx'
import { anyStatusLabel, sceneLabel } from '#web/video-task/labels.ts'
import { SceneText } from '#web/video-task/scene-text.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { safeFileName } from '#web/format/file-name.ts'
import { downloadLink } from '#web/video-task/download/download-link.ts'
import { taskName } from '#web/video-task/task-name.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { canShare } from '#web/ui/clipboard.ts'
import { ShareVideo } from '#web/video-task/share-video.tsx'
import { timeZoneName, zonedIso } from '#web/format/time-zone.ts'
import { bearerHeader, operations } from '#contract/operations.ts'
import { KEY_PLACE } from '#contract/without-key.ts'
import { BASE_URL } from '#web/api/send.ts'

/** The content of the details: the failure reason, the video, the actions, every field, and the raw record. */
export function TaskBody({
  seen,
  address,
  onReadAgain,
  more,
}: {
  seen: SeenTask
  /** the address of the list with this task open */
  address: string
  /** called when a task that a search has found was read again; undefined: its page is on screen */
  onReadAgain?: FoundElsewhere['onReadAgain'] | undefined
  /** further actions */
  more?: ReactNode
}) {
  const { task } = seen
  return (
    <>
      {task.errorMsg !== null && <ErrorSection message={task.errorMsg} />}
      <TaskActions {...{ seen, address, more }} />
      {task.videoUrl !== null && (
        <TaskVideo
          task={task}
          videoUrl={task.videoUrl}
          shape="aspect-6/5"
          frame="wide"
          elsewhere={onReadAgain && { foundAt: seen.origin.request, onReadAgain }}
        />
      )}
      <OwnNote task={task} />
      <TaskFields seen={seen} />
      <RawSection raw={task.raw} />
    </>
  )
}

function ErrorSection({ message }: { message: string }) {
  return (
    <section className="flex flex-col gap-1 [&_pre]:max-h-60">
      <div className="flex items-center justify-between">
        <h3 className="text-sm font-semibold text-failed">{m.detail_error()}</h3>
        <span className="print:hidden">
          <CopyButton text={message} label={m.detail_copy_field({ field: m.detail_error() })} />
        </span>
      </div>
      <RawText label={m.detail_error()} text={message} showAll={m.show_all()} />
      <AdviceText message={message} />
    </section>
  )
}

function RawSection({ raw }: { raw: unknown }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="text-sm"
    >
      <summary className="min-h-icon w-fit content-center rounded-control font-medium">
        {m.detail_raw()}
      </summary>
      {/* A record can have ten megabytes, so it is formatted only on request. */}
      {isOpen && (
        <div className="flex flex-col gap-2 pt-1 [&_pre]:max-h-96">
          <RawText label={m.detail_raw()} text={formatJson(raw)} isCode showAll={m.show_all()} />
        </div>
      )}
    </details>
  )
}

/** The characters that `isolated` puts around text from the service. */
const ISOLATES = /[\u2068\u2069]/

/** Every field of a task in full, each with a button that copies it. */
function TaskFields({ seen }: { seen: SeenTask }) {
  const { task, evidence, origin } = seen
  const { request, readAt } = origin
  const elapsed = elapsedMs(task.createdAt, task.completedAt)
  return (
    <dl className="border-t border-line text-sm">
      <Field label={m.detail_id()} copyLabel={m.tasks_copy_id()} copied={task.uuid}>
        {task.uuid !== null && (
          <span className="font-mono">
            <UntrustedText text={task.uuid} maxLength={DETAIL_LENGTH} />
          </span>
        )}
      </Field>
      <Field label={m.detail_number()} copied={task.id === null ? null : String(task.id)}>
        {task.id !== null && m.tasks_number({ id: task.id })}
      </Field>
      <Field label={m.tasks_status()} copied={evidence.status ?? anyStatusLabel(null)}>
        <bdi>{anyStatusLabel(evidence.status)}</bdi>
        <span className="block text-muted">
          <Explanation text={evidenceInWords(evidence, task)} />
        </span>
      </Field>
      <Field label={m.tasks_scene()} copied={task.scene ?? request.scene ?? null}>
        {task.scene === null ? (
          request.scene !== undefined &&
          m.detail_scene_of_filter({ scene: sceneLabel(request.scene) })
        ) : (
          <SceneText scene={task.scene} maxLength={DETAIL_LENGTH} />
        )}
      </Field>
      <Field label={m.column_price()} copied={task.price === null ? null : String(task.price)}>
        {task.price !== null && <span className="tabular-nums">{formatNumber(task.price)}</span>}
      </Field>
      <TimeField label={m.column_created()} time={task.createdAt} readAt={readAt} />
      <TimeField label={m.detail_updated()} time={task.updatedAt} readAt={readAt} />
      <TimeField label={m.detail_finished()} time={task.completedAt} readAt={readAt} />
      <Field label={m.column_elapsed()} copied={elapsed === null ? null : formatDuration(elapsed)}>
        {elapsed !== null && m.detail_elapsed({ duration: formatDuration(elapsed) })}
      </Field>
      <Field label={m.detail_video_url()} copied={task.videoUrl}>
        {task.videoUrl !== null && <VideoUrl videoUrl={task.videoUrl} />}
      </Field>
      {task.unreadFields.length > 0 && (
        <Field label={m.detail_unread()} copied={null}>
          <span className="font-mono" lang="">
            {joinList(task.unreadFields)}
          </span>
        </Field>
      )}
    </dl>
  )
}

function Field({
  label,
  copyLabel = m.detail_copy_field({ field: label }),
  copied,
  children,
}: {
  label: string
  copyLabel?: string
  /** the unchanged text for the clipboard; null: the field has no value */
  copied: string | null
  /** the content to show; false: shows a dash */
  children: ReactNode
}) {
  return (
    <div className="grid min-h-10 grid-cols-[7rem_minmax(0,1fr)_auto] items-start gap-x-2 border-b border-line py-1">
      <dt className="py-1 text-muted">{label}</dt>
      <dd className="py-1 wrap-anywhere">
        {children === false ? <span className="text-muted">—</span> : children}
      </dd>
      {copied !== null && (
        <dd className="print:hidden">
          <CopyButton text={copied} label={copyLabel} />
        </dd>
      )}
    </div>
  )
}

/** Isolates text from the service with an element instead of invisible characters. */
function Explanation({ text }: { text: string }) {
  const [before, word, after] = text.split(ISOLATES)
  return (
    <>
      <span>{before}</span>
      {word !== undefined && <bdi lang="">{word}</bdi>}
      <span>{after}</span>
    </>
  )
}

function TimeField({
  label,
  time,
  readAt,
}: {
  label: string
  time: string | null
  readAt: number
}) {
  return (
    <Field label={label} copied={time}>
      {time !== null && (
        <>
          <time dateTime={new Date(time).toISOString()} className="tabular-nums no-underline">
            {formatAbsolute(Date.parse(time)).map((zoned) => (
              <span key={zoned} className="block">
                {zoned}
              </span>
            ))}
          </time>
          {isAhead(Date.parse(time), readAt) && (
            <span className="block text-muted">{m.time_ahead_hint()}</span>
          )}
        </>
      )}
    </Field>
  )
}

function VideoUrl({ videoUrl }: { videoUrl: string }) {
  const url = safeHttpUrl(videoUrl)
  const text = <UntrustedText text={videoUrl} maxLength={DETAIL_LENGTH} />
  if (url !== undefined) return text
  return (
    <>
      {text}
      <span className="block text-muted">{m.tasks_unsafe_url()}</span>
    </>
  )
}

interface ActionsProps {
  seen: SeenTask
  /** the address of the list with this task open */
  address: string
  more: ReactNode
}

/** The actions of a task: its video, and on request everything that copies or saves it. */
function TaskActions({ seen, address, more }: ActionsProps) {
  const noteId = useId()
  const [isMore, setIsMore] = useState(false)
  const { task } = seen
  const url = safeHttpUrl(task.videoUrl ?? '')
  // Other screens show this text as a title. Here there is room for it.
  const { title: note, ...download }: ReturnType<typeof downloadLink> =
    url === undefined ? {} : downloadLink(task, url)
  return (
    <section className="flex flex-col gap-2 text-xs text-muted print:hidden">
      <div className="flex flex-wrap gap-1.5">
        {url !== undefined && (
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
            {canShare({ url: url.href }) && <ShareVideo task={task} url={url} words="sr-only" />}
          </>
        )}
        <MarkButtons tasks={[task]} words="sr-only" />
        <Button aria-expanded={isMore} onClick={() => setIsMore(!isMore)}>
          <span>{m.detail_more()}</span>
          <ChevronDown aria-hidden className={classNames('size-3.5', isMore && 'rotate-180')} />
        </Button>
      </div>
      {note !== undefined && <p id={noteId}>{note}</p>}
      {isMore && <MoreActions {...{ seen, address, more }} />}
    </section>
  )
}

function MoreActions({ seen, address, more }: ActionsProps) {
  const { task, origin } = seen
  const bundle = () => ticketBundle(seen, location.href, Date.now())
  const copy = (label: string, textOf: () => string) => <CopyAction label={label} textOf={textOf} />
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {more}
        {copy(m.detail_copy_link(), () => new URL(address, location.href).href)}
        {copy(m.detail_copy_json(), () => formatJson(task.raw))}
        {copy(m.detail_copy_curl(), () => curlCommand(listRequest(origin.request, location.href)))}
        <Button
          onClick={() => {
            const name = task.uuid === null ? taskName(task) : startOf(task.uuid, 8)
            const content = new Blob([bundle()], { type: 'application/json' })
            saveFile(`${safeFileName(`marquee-task-${name}`, '')}.json`, content)
          }}
        >
          <FileDown aria-hidden className="size-3.5" />
          <span>{m.detail_bundle_save()}</span>
        </Button>
        {copy(m.detail_bundle_copy(), bundle)}
      </div>
      <p>{m.detail_bundle_text()}</p>
    </>
  )
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
 * @param base as for listRequest
 * @param now when the bundle is made, in milliseconds since the epoch
 */
export function ticketBundle(
  { task, evidence, origin }: SeenTask,
  base: string,
  now: number,
): string {
  const { method, url, authorization } = listRequest(origin.request, base)
  const bundle = {
    app: {
      name: m.app_name(),
      version: import.meta.env.MARQUEE_VERSION,
      built_at: import.meta.env.MARQUEE_BUILT_AT,
    },
    made_at: {
      utc: new Date(now).toISOString(),
      local: zonedIso(now, 'local'),
      time_zone: timeZoneName('local'),
    },
    request: {
      method,
      url,
      headers: { authorization },
      answered_at: new Date(origin.readAt).toISOString(),
    },
    reply: { page: origin.pageNumber, page_size: origin.pageSize, total: origin.total },
    status: {
      status: evidence.status,
      source: evidence.source,
      as_of: new Date(evidence.asOf).toISOString(),
      // JSON needs no bidi isolates, so remove them.
      explanation: evidenceInWords(evidence, task).replaceAll(/[\u2068\u2069]/g, ''),
    },
    task: task.raw,
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
