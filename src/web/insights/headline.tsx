import { formatNumber } from '#web/format/number.ts'
import { formatElapsed } from '#web/insights/plots/elapsed-plot.tsx'
import { formatRate } from '#web/insights/plots/period-marks.tsx'
import type { TaskFigures } from '#web/insights/reading/task-tally.ts'
import { m } from '#web/messages/generated/messages.js'

const NONE = '—'

/** The figures that people come for, each with that of the same number of days before. */
export function Headline({
  figures,
  before,
}: {
  figures: TaskFigures
  /** undefined: the scope has no days before it, or not all tasks are read yet */
  before: TaskFigures | undefined
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-panel border border-line bg-surface p-4 sm:grid-cols-3 lg:grid-cols-5">
      {entries.map(({ label, read }) => (
        <div key={label()} className="flex min-w-0 flex-col">
          <dt className="text-sm text-muted">{label()}</dt>
          <dd className="truncate text-2xl font-semibold tabular-nums">{read(figures)}</dd>
          {before !== undefined && (
            <dd className="truncate text-sm text-muted tabular-nums">
              {m.insights_before({ value: read(before) })}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const entries: readonly { label: () => string; read: (figures: TaskFigures) => string }[] = [
  { label: m.nav_tasks, read: ({ total }) => formatNumber(total.tasks) },
  { label: m.insights_success, read: ({ total }) => formatRate(total) },
  { label: m.insights_median_label, read: ({ elapsed }) => elapsedOf(elapsed.median) },
  { label: m.insights_p95_label, read: ({ elapsed }) => elapsedOf(elapsed.p95) },
  {
    label: m.insights_price_total,
    read: ({ total }) => (total.priced === 0 ? NONE : formatNumber(total.price)),
  },
]

function elapsedOf(elapsed: number | null): string {
  return elapsed === null ? NONE : formatElapsed(elapsed)
}
