import { Fragment, type ReactNode, useState } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import type { FailureGroup } from '#web/insights/reading/failure-groups.ts'
import { failureMark, foldedLabel } from '#web/insights/plots/failure-marks.ts'
import { shapePieces } from '#web/insights/reading/failure-shape.ts'
import { MarkList } from '#web/insights/plots/mark-list.tsx'
import { PlotFigure } from '#web/insights/plots/plot-figure.tsx'
import type { PlotProps } from '#web/insights/plots/plot-props.ts'
import { m } from '#web/messages/generated/messages.js'
import { taskName } from '#web/video-task/task-name.ts'
import { Button } from '#web/ui/button.tsx'
import { ExpandableText } from '#web/ui/expandable-text.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'

/** So many kinds are in sight at first. */
const MOST_AT_FIRST = 10

/** Renders the way to a task's details. */
export type RenderTaskLink = (uuid: string, label: string, shown: ReactNode) => ReactNode

/** Failures by what their messages have in common. */
export function FailurePlot({
  figures,
  selection,
  below,
  renderTaskLink,
}: PlotProps & { renderTaskLink: RenderTaskLink }) {
  const { groups, other } = figures.failures
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? groups : groups.slice(0, MOST_AT_FIRST)
  const failed = figures.total.byStatus.failed
  const largest = groups[0]?.count ?? 1
  const title = m.insights_failures()
  return (
    <PlotFigure
      name="failures"
      title={title}
      summary={
        <p>
          {failed === 0
            ? m.insights_failures_none()
            : joinSentences(
                m.insights_failures_sum({ count: failed, shown: formatNumber(failed) }),
                m.insights_failures_folded(),
                other > 0
                  ? m.insights_failures_other({ count: other, shown: formatNumber(other) })
                  : '',
              )}
        </p>
      }
      table={
        groups.length === 0
          ? null
          : {
              columns: [
                { label: m.insights_failure_kind(), isFigure: false },
                { label: m.nav_tasks(), isFigure: true },
                { label: m.insights_failure_sample(), isFigure: false },
                { label: m.insights_failure_ids(), isFigure: false },
              ],
              rows: shown.map((group) => ({
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
      selection={selection}
      below={
        <>
          {groups.length > MOST_AT_FIRST && (
            <div>
              <Button
                aria-expanded={isWhole}
                onClick={() => {
                  setIsWhole(!isWhole)
                }}
              >
                {isWhole
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

/** A shape with what was folded in words of ours, set apart from those of the service. */
function Shape({ shape }: { shape: string }) {
  if (shape === '') return <em className="text-muted">{m.insights_failure_unsaid()}</em>
  return (
    <bdi lang="">
      {shapePieces(shape).map((piece, index) => (
        // The same piece may come twice, and none moves.
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
  if (uuids.length === 0) return '—'
  return (
    <ul className="flex flex-wrap gap-x-3">
      {uuids.map((uuid) => {
        const name = taskName({ uuid, id: null })
        return <li key={uuid}>{renderTaskLink(uuid, m.find_details({ task: name }), name)}</li>
      })}
    </ul>
  )
}
