import { useState } from 'react'

import { FILTER_NAMES } from '#contract/video-tasks.ts'
import { timeZoneName } from '#web/format/time-zone.ts'
import { dayOf, readDay, writeDay } from '#web/insights/reading/calendar.ts'
import { type InsightsScope, RECENT_DAYS, type Span, spanOf } from '#web/insights/reading/scope.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { useClock } from '#web/ui/now.ts'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FilterSelect } from '#web/video-task/list-filters.tsx'

const ALL = 'all' satisfies Span
const CHOSEN = 'chosen' satisfies Span

/** The days of "from" and "to" when a person begins to choose them. */
const DAYS_AT_FIRST = 30

type ChangeScope = (part: Partial<InsightsScope>) => void

/** The form that says which tasks to read and plot. */
export function ScopeForm({
  scope,
  isRead,
  onScopeChange,
  onRead,
}: {
  scope: InsightsScope
  /** the tasks of the scope are being read, or were */
  isRead: boolean
  onScopeChange: (scope: InsightsScope) => void
  onRead: () => void
}) {
  const today = useClock(dayOf)
  // The date fields stay, even if the chosen days happen to be those of another span.
  const [isChoosing, setIsChoosing] = useState(false)
  const span = isChoosing ? CHOSEN : spanOf(scope, today)
  const change: ChangeScope = (part) => {
    onScopeChange({ ...scope, ...part })
  }
  function chooseSpan(value: string) {
    const recent = RECENT_DAYS.find((days) => String(days) === value)
    setIsChoosing(value === CHOSEN)
    if (recent !== undefined) change({ from: today - recent + 1, to: undefined })
    else if (value === ALL) change({ from: undefined, to: undefined })
    else change({ from: scope.from ?? today - DAYS_AT_FIRST + 1, to: scope.to ?? today })
  }
  return (
    <form
      aria-label={m.insights_scope()}
      className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        onRead()
      }}
    >
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        {FILTER_NAMES.map((name) => (
          <FilterSelect key={name} name={name} filters={scope} onChange={onScopeChange} />
        ))}
        <SpanSelect span={span} onChange={chooseSpan} />
      </div>
      {span === CHOSEN && (
        <DayFields
          scope={scope}
          onChange={(part) => {
            setIsChoosing(true)
            change(part)
          }}
        />
      )}
      {span !== ALL && (
        <p className="text-sm text-muted">{m.insights_days_note({ zone: timeZoneName() })}</p>
      )}
      <Button type="submit" tone={isRead ? 'plain' : 'primary'} className="self-start print:hidden">
        {m.insights_submit()}
      </Button>
    </form>
  )
}

function SpanSelect({ span, onChange }: { span: Span; onChange: (value: string) => void }) {
  return (
    <Select
      label={m.insights_created()}
      value={String(span)}
      options={[
        { value: ALL, label: m.insights_all_days() },
        ...RECENT_DAYS.map((days) => ({
          value: String(days),
          label: m.insights_last_days({ days }),
        })),
        { value: CHOSEN, label: m.insights_chosen_days() },
      ]}
      onChange={onChange}
    />
  )
}

function DayFields({ scope, onChange }: { scope: InsightsScope; onChange: ChangeScope }) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-3">
      <TextField
        label={m.insights_from()}
        type="date"
        value={scope.from === undefined ? '' : writeDay(scope.from)}
        onChange={(event) => {
          onChange({ from: readDay(event.target.value) })
        }}
      />
      <TextField
        label={m.insights_to()}
        type="date"
        value={scope.to === undefined ? '' : writeDay(scope.to)}
        onChange={(event) => {
          onChange({ to: readDay(event.target.value) })
        }}
      />
    </div>
  )
}
