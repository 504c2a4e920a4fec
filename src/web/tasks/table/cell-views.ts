import { TASK_SCENES } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { joinList } from '#web/format/sentences.ts'
import type { TimeZone } from '#web/format/time-zone.ts'
import { formatDuration, formatRelative, formatThisMinute } from '#web/format/time.ts'
import { CELL_LENGTH, firstLine, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TaskListRow } from '#web/tasks/list-page.ts'
import { taskAddress } from '#web/tasks/task-address.ts'
import { downloadLink } from '#web/tasks/video/download-link.ts'
import { elapsedMs } from '#web/video-task/elapsed.ts'
import { sceneLabel } from '#web/video-task/scene-label.ts'
import { statusView } from '#web/video-task/status-view.ts'
import { taskName } from '#web/video-task/task-name.ts'

/*
 * What the cells of a row show, as plain values: no markup, no React. A view is null if its cell has nothing to show.
 */

/** What the views of a row depend on. */
export interface ViewContext {
  /** the address of the list; links to details are made from it */
  address: string
  /** in milliseconds since the epoch; ages are relative to it */
  now: number
  /** the zone of times; the functions that format them read it by themselves */
  zone: TimeZone
}

/** The data that a cell can show. */
interface CellData extends TaskListRow, ViewContext {
  /** the short name of the task */
  shortName: string
  /** the address of its video; undefined: it has none, or it is no safe link */
  video: URL | undefined
}

/** How much of a text that is no link is shown. */
const NO_LINK_LENGTH = 60

const MINUTE_MS = 60_000

/** Column → what its cell shows. */
const cellViews = {
  status: ({ evidence }: CellData) => statusView(evidence),

  preview: ({ video, shortName }: CellData) =>
    video === undefined ? null : { label: m.tasks_play_task({ task: shortName }) },

  task({ task: { uuid, id, scene, unreadFields }, name, shortName, address }: CellData) {
    const number = uuid !== null && id !== null ? m.tasks_number({ id }) : ''
    const known = TASK_SCENES.find((one) => one === scene)
    const sceneShown = known === undefined ? '' : sceneLabel(known)
    return {
      shown: uuid === null && id === null ? '' : shortName,
      isUuid: uuid !== null,
      /** null: the task has no name in an address, so there is no link */
      link:
        name === null
          ? null
          : { name, href: taskAddress(address, name), label: m.detail_open({ task: shortName }) },
      // The number is first. If there is no room for both, it has priority.
      note: number !== '' && sceneShown !== '' ? `${number} ${sceneShown}` : number + sceneShown,
      /** a scene that is not in the specification, as the service wrote it */
      otherScene: scene === null || known !== undefined ? '' : showUntrusted(scene, CELL_LENGTH),
      unread:
        unreadFields.length > 0 ? m.tasks_unread_fields({ fields: joinList(unreadFields) }) : '',
    }
  },

  price: ({ task: { price } }: CellData) =>
    price === null ? null : { shown: formatNumber(price) },

  created: ({ task: { createdAt }, now }: CellData) =>
    createdAt === null ? null : { iso: createdAt, shown: ageInMinutes(Date.parse(createdAt), now) },

  elapsed({ task }: CellData) {
    const elapsed = elapsedMs(task.createdAt, task.completedAt)
    return elapsed === null ? null : { shown: formatDuration(elapsed) }
  },

  result({ task, video, shortName }: CellData) {
    const { errorMsg, videoUrl } = task
    if (errorMsg === null && videoUrl === null) return null
    const isLink = video !== undefined
    return {
      error: errorMsg === null ? '' : showUntrusted(firstLine(errorMsg), CELL_LENGTH),
      video: isLink
        ? {
            ...downloadLink(task, video),
            openLabel: m.tasks_open_task({ task: shortName }),
            downloadLabel: m.tasks_download_task({ task: shortName }),
          }
        : null,
      /** an address that is no safe link */
      noLink: videoUrl === null || isLink ? '' : showUntrusted(videoUrl, NO_LINK_LENGTH),
    }
  },
}

export type ColumnId = keyof typeof cellViews

/** Column → what its cell shows; null: nothing. */
export type CellViews = {
  readonly [Id in ColumnId]: ReturnType<(typeof cellViews)[Id]>
}

/** The views of all cells of a row. */
export function viewsOf(row: TaskListRow, context: ViewContext): CellViews {
  const video = safeHttpUrl(row.task.videoUrl ?? '')
  const data = { ...row, ...context, shortName: taskName(row.task), video }
  return {
    status: cellViews.status(data),
    preview: cellViews.preview(data),
    task: cellViews.task(data),
    price: cellViews.price(data),
    created: cellViews.created(data),
    elapsed: cellViews.elapsed(data),
    result: cellViews.result(data),
  }
}

/** A relative time to the minute. A moment less than a minute ahead (clocks differ) is in this minute. */
function ageInMinutes(at: number, now: number): string {
  const minutes = Math.trunc((now - at) / MINUTE_MS)
  return minutes === 0 ? formatThisMinute() : formatRelative(-minutes * MINUTE_MS, 0)
}
