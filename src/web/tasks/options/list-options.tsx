import { useState } from 'react'

import { type TimeZone, timeZoneName } from '#web/format/time-zone.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  type NotificationState,
  useNotifications,
} from '#web/video-task/changes/finish-notification.ts'
import type { ListRequest } from '#contract/video-tasks.ts'
import { ListChoices } from '#web/tasks/filters/filter-bar.tsx'
import { type Column, columns } from '#web/tasks/table/columns.ts'
import { shownColumnsChoice, useShownColumns } from '#web/tasks/options/shown-columns.ts'
import { tableFramesChoice, useHasTableFrames } from '#web/tasks/options/table-frames.tsx'
import type { SearchProps } from '#web/task-list/search/search-address.ts'
import { isSortKey, readSort, writeSort } from '#web/task-list/tasks-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, RadioList } from '#web/ui/boxes.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { timeZoneChoice, useTimeZone } from '#web/ui/time-zone-choice.ts'
import { Unkept } from '#web/ui/unkept.tsx'

/** The dialog "List options": columns, frames, time zone and notifications. Changes apply at once. */
export function ListOptions({
  onRequestChange,
  sorting,
  onClose,
}: {
  onRequestChange: (request: ListRequest) => void
  sorting: SearchProps
  onClose: () => void
}) {
  const [notifications, chooseNotifications] = useNotifications()
  const zone = useTimeZone()
  return (
    <Dialog title={m.options_open()} closeLabel={m.close()} onClose={onClose}>
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        <ListChoices onRequestChange={onRequestChange} />
        <SortChoice {...sorting} />
      </div>
      <ColumnChoice shown={useShownColumns()} onChange={shownColumnsChoice.set} />
      <Checkbox
        label={m.options_frames()}
        help={m.options_frames_help()}
        checked={useHasTableFrames()}
        onChange={tableFramesChoice.set}
      />
      <TimeZoneChoice zone={zone} onChange={timeZoneChoice.set} />
      <NotificationChoice state={notifications} onChange={chooseNotifications} />
      <Unkept words={m.choice_unkept()} />
    </Dialog>
  )
}

/** The order of the tasks. The headers of a table choose it, too; cards and a gallery have none. */
function SortChoice({ search, onSearchChange }: SearchProps) {
  const sort = search?.sort
  const options = columns.flatMap((column) => {
    if (!isSortKey(column.id)) return []
    const { id: by, header } = column
    return [true, false].map((isDescending) => ({
      value: writeSort({ by, isDescending }),
      label: (isDescending ? m.sort_descending : m.sort_ascending)({ column: header() }),
    }))
  })
  return (
    <Select
      label={m.sort_label()}
      value={sort === undefined ? '' : writeSort(sort)}
      options={[{ value: '', label: m.sort_none() }, ...options]}
      onChange={(value) => onSearchChange(({ text }) => ({ text, sort: readSort(value) }))}
    />
  )
}

/** The choice of columns. */
export function ColumnChoice({
  shown,
  onChange,
}: {
  shown: readonly Column[]
  onChange: (shown: readonly Column[]) => void
}) {
  const [isAllTold, setIsAllTold] = useState(false)
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-semibold">{m.options_columns()}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {columns
          .filter(({ isOptional }) => isOptional)
          .map((column) => (
            <Checkbox
              key={column.id}
              label={column.header()}
              checked={shown.includes(column)}
              onChange={(isShown) => {
                setIsAllTold(false)
                onChange(columns.filter((one) => (one === column ? isShown : shown.includes(one))))
              }}
            />
          ))}
      </div>
      <p className="text-sm text-muted">{m.options_columns_help()}</p>
      <Button
        className="self-start"
        onClick={() => {
          setIsAllTold(true)
          onChange(columns)
        }}
      >
        {m.options_show_all()}
      </Button>
      <p role="status" className="sr-only">
        {isAllTold && m.options_all_shown()}
      </p>
    </fieldset>
  )
}

/** The choice of the time zone for all screens. */
export function TimeZoneChoice({
  zone,
  onChange,
}: {
  zone: TimeZone
  onChange: (zone: TimeZone) => void
}) {
  return (
    <div className="flex flex-col gap-2">
      <RadioList
        legend={m.options_times()}
        name="time-zone"
        value={zone}
        options={[
          { value: 'local', label: m.options_times_local(), help: timeZoneName('local') },
          { value: 'utc', label: m.options_times_utc(), help: m.options_times_utc_help() },
        ]}
        onChange={onChange}
      />
      <p className="text-sm text-muted">{m.options_times_help()}</p>
    </div>
  )
}

const problems: Partial<Record<NotificationState, () => string>> = {
  blocked: m.notify_blocked,
  unanswered: m.notify_unanswered,
  unsupported: m.notify_unsupported,
}

/** The choice of system notifications. Where they are not possible, it says why. */
export function NotificationChoice({
  state,
  onChange,
}: {
  state: NotificationState
  onChange: (isOn: boolean) => void
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{m.options_notifications()}</legend>
      <Checkbox
        label={m.notify_label()}
        help={m.notify_help()}
        checked={state === 'on'}
        onChange={onChange}
      />
      {/* Reserve its space, so that the checkbox does not move while a person clicks it. */}
      <p role="status" className="mt-2 min-h-10 text-sm max-sm:min-h-15">
        {problems[state]?.()}
      </p>
    </fieldset>
  )
}
