import { m } from '#web/messages/generated/messages.js'
import type { CellViews } from '#web/tasks/table/cell-views.ts'
import { classNames } from '#web/ui/class-names.ts'
import { iconButtonClass } from '#web/ui/button.tsx'

/*
 * Cells that have more than a text. A page can have a hundred rows, and each element of a row costs time, so there are no
 * elements that only wrap others, and icons are drawn by CSS. The table handles all clicks: `data-action` names what a
 * button does. Titles are in cell-titles.ts.
 */

/** Identifies the task of a row: a link to its details, its number and scene, and its unreadable fields. */
export function TaskCell({ shown, isUuid, link, note, otherScene, unread }: CellViews['task']) {
  return (
    <>
      {shown === '' ? (
        <span className="text-muted">—</span>
      ) : (
        <a
          lang=""
          className={classNames(
            'h-icon shrink-0 content-center truncate rounded-control text-sm decoration-edge underline-offset-4 [unicode-bidi:plaintext] hover:decoration-current [&[href]]:underline',
            isUuid ? 'w-[8.2ch] font-mono max-lg:w-auto max-lg:max-w-[8.2ch]' : 'max-w-24',
          )}
          href={link?.href}
          data-task={link?.name}
          aria-label={link?.label}
        >
          {shown}
        </a>
      )}
      {isUuid && (
        <button
          type="button"
          data-action="copy"
          aria-label={m.tasks_copy_id()}
          className={classNames(iconButtonClass, 'icon icon-copy')}
        />
      )}
      {note + otherScene !== '' && (
        <span className="min-w-0 truncate text-sm text-muted tabular-nums">
          {note}
          {otherScene !== '' && (
            <>
              {' '}
              <bdi lang="">{otherScene}</bdi>
            </>
          )}
        </span>
      )}
      {unread !== '' && (
        // A dash alone would mean that a field is empty.
        <button
          type="button"
          data-action="record"
          aria-label={unread}
          className={classNames(iconButtonClass, 'icon icon-triangle-alert')}
        />
      )}
    </>
  )
}

const linkClass =
  'h-icon min-w-icon shrink-0 content-center rounded-control whitespace-nowrap underline decoration-edge underline-offset-4 hover:decoration-current'

/** The result of a task: a video to open or download, or the reason of a failure. */
export function ResultCell({ error, video, noLink }: NonNullable<CellViews['result']>) {
  return (
    <>
      {error !== '' && (
        <button
          type="button"
          data-action="reason"
          lang=""
          // Only the badge is red. Twenty red sentences would be too alarming.
          className="min-h-icon max-w-full min-w-0 rounded-control text-left [unicode-bidi:plaintext] hover:underline max-lg:line-clamp-2 lg:truncate"
        >
          {error}
        </button>
      )}
      {video !== null && (
        <>
          <a
            href={video.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={video.openLabel}
            className={linkClass}
          >
            {m.tasks_open()}
          </a>
          <a
            href={video.href}
            download={video.download}
            target={video.target}
            rel="noopener noreferrer"
            aria-label={video.downloadLabel}
            className={linkClass}
          >
            {m.tasks_download()}
          </a>
        </>
      )}
      {noLink !== '' && (
        <bdi lang="" className="min-w-0 truncate text-muted">
          {noLink}
        </bdi>
      )}
    </>
  )
}
