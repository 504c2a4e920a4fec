import { Fragment, type ReactNode, useState } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { MarkList } from '#web/insights/plots/mark-list.tsx'
import { PlotFigure, type PlotProps, type PlotTable } from '#web/insights/plots/plot-figure.tsx'
import { failureMark, foldedLabel } from '#web/insights/plots/plot-marks.ts'
import type { FailureGroup } from '#web/video-task/failure/failure-groups.ts'
import { shapePieces } from '#web/video-task/failure/failure-shape.ts'
import type { TaskFigures } from '#web/insights/reading/task-tally.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { ExpandableText } from '#web/ui/expandable-text.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { taskName } from '#web/video-task/task-name.ts'

/** The number of groups that are shown at first. */
const MOST_AT_FIRST = 10

/** Renders a link to the details of a task. */
export type RenderTaskLink = (uuid: string, label: string, shown: ReactNode) => ReactNode

/** Failed tasks, grouped by what their messages have in common. */
export function FailurePlot({
  figures,
  selection,
  below,
  renderTaskLink,
}: PlotProps & { renderTaskLink: RenderTaskLink }) {
  const { groups } = figures.failures
  const [areAllShown, setAreAllShown] = useState(false)
  const shown = areAllShown ? groups : groups.slice(0, MOST_AT_FIRST)
  const largest = groups[0]?.count ?? 1
  const title = m.insights_failures()
  return (
    <PlotFigure
      name="failures"
      isDrawn={false}
      title={title}
      summary={<p>{summaryOf(figures)}</p>}
      table={groups.length === 0 ? null : tableOf(shown, renderTaskLink)}
      selection={selection}
      below={
        <>
          {groups.length > MOST_AT_FIRST && (
            <div>
              <Button
                aria-expanded={areAllShown}
                onClick={() => {
                  setAreAllShown(!areAllShown)
                }}
              >
                {areAllShown
                  ? m.insights_failures_fewer()
                  : m.insights_failures_more({
                      count: groups.length,
                      shown: formatNumber(groups.length),
                    })}
              </Button>
            </div>
          )}
          {below}
        </>
      }
    >
      <MarkList
        label={title}
        axis="vertical"
        bars={shown.map((group) => [
          { mark: failureMark(group), children: <FailureBar group={group} largest={largest} /> },
        ])}
        className="flex flex-col gap-1"
        markClass="rounded-control px-2 py-1.5"
        {...selection}
      />
    </PlotFigure>
  )
}

function summaryOf({ total, failures: { other } }: TaskFigures): string {
  const { failed } = total.byStatus
  if (failed === 0) return m.insights_failures_none()
  return joinSentences(
    m.insights_failures_sum({ count: failed, shown: formatNumber(failed) }),
    m.insights_failures_folded(),
    other > 0 ? m.insights_failures_other({ count: other, shown: formatNumber(other) }) : '',
  )
}

function tableOf(groups: readonly FailureGroup[], renderTaskLink: RenderTaskLink): PlotTable {
  return {
    columns: [
      { label: m.insights_failure_kind(), isFigure: false },
      { label: m.nav_tasks(), isFigure: true },
      { label: m.insights_failure_sample(), isFigure: false },
      { label: m.insights_failure_ids(), isFigure: false },
    ],
    rows: groups.map((group) => ({
      id: group.shape,
      cells: [
        { content: <Shape shape={group.shape} /> },
        { text: formatNumber(group.count), mark: failureMark(group) },
        {
          content: (
            <span className="block max-w-[48ch] min-w-40 wrap-anywhere">
              {group.sample === '' ? (
                '—'
              ) : (
                <ExpandableText text={group.sample} showAll={m.show_all()} />
              )}
            </span>
          ),
        },
        { content: <TaskLinks uuids={group.uuids} renderTaskLink={renderTaskLink} /> },
      ],
    })),
  }
}

function FailureBar({ group, largest }: { group: FailureGroup; largest: number }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">
          <Shape shape={group.shape} />
        </span>
        <span className="shrink-0 font-medium tabular-nums">
          {m.insights_count({ count: group.count, shown: formatNumber(group.count) })}
        </span>
      </div>
      <div
        className="h-2 min-w-1 rounded-inset bg-failed forced-color-adjust-none"
        style={{ width: `${String((group.count / largest) * 100)}%` }}
      />
      {group.uuids.length > 0 && (
        <span aria-hidden className="truncate font-mono text-xs text-muted">
          {group.uuids.map((uuid) => taskName({ uuid, id: null })).join(' · ')}
        </span>
      )}
    </div>
  )
}

/** What the messages of a group have in common. Placeholders look different from the words of the service. */
function Shape({ shape }: { shape: string }) {
  if (shape === '') return <em className="text-muted">{m.failure_unsaid()}</em>
  return (
    <bdi lang="">
      {shapePieces(shape).map((piece, index) => (
        // The same piece may occur twice, and pieces never move.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {'folded' in piece ? (
            <span className="whitespace-nowrap text-muted">{foldedLabel(piece.folded)}</span>
          ) : (
            <UntrustedText text={piece.words} />
          )}
        </Fragment>
      ))}
    </bdi>
  )
}

function TaskLinks({
  uuids,
  renderTaskLink,
}: {
  uuids: readonly string[]
  renderTaskLink: RenderTaskLink
}) {
  if (uuids.length === 0) return <span>—</span>
  return (
    <ul className="flex flex-wrap gap-x-3">
      {uuids.map((uuid) => {
        const name = taskName({ uuid, id: null })
        return <li key={uuid}>{renderTaskLink(uuid, m.find_details({ task: name }), name)}</li>
      })}
    </ul>
  )
}
