import { Eye } from 'lucide-react'
import { useState } from 'react'

import {
  DEFAULT_LIST_REQUEST,
  TASK_STATUS,
  TASK_STATUSES,
  type ListRequest,
} from '#contract/video-tasks.ts'
import { Section, Specimen, Specimens } from '#design/specimen.tsx'
import { m } from '#web/messages/generated/messages.js'
import { FilterBar, ListChoices } from '#web/tasks/filters/filter-bar.tsx'
import { PendingList } from '#web/tasks/pending-list.ts'
import { columns } from '#web/tasks/table/columns.ts'
import {
  ColumnChoice,
  NotificationChoice,
  TimeZoneChoice,
} from '#web/tasks/options/list-options.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Checkbox, RadioList } from '#web/ui/boxes.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const totals = new Map(
  [undefined, ...TASK_STATUSES].map((status, index) => [
    status,
    { total: [335, 4, 2, 301, 28][index] ?? 0, asOf: Date.now() },
  ]),
)

/** Fields, boxes and other choices. */
export function ChoicesSection() {
  return (
    <Section name="choices" heading="TextField FileField Checkbox RadioList Segmented Select">
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2 xl:grid-cols-3">
        <TextFields />
        <Specimen state="FileField">
          <FileField label={m.import_file()} chooseLabel={m.file_choose()} accept=".json" />
        </Specimen>
        <Checkboxes />
        <RadioLists />
      </div>
      <Specimens>
        <ListOptionChoices />
        <ListFilters />
      </Specimens>
    </Section>
  )
}

function TextFields() {
  return (
    <>
      <Specimen state="TextField help">
        <TextField label={m.connect_name()} help={m.connect_name_help()} />
      </Specimen>
      <Specimen state="placeholder">
        <TextField label={m.connect_name()} placeholder={m.connect_default_name()} />
      </Specimen>
      <Specimen state="value problem">
        <TextField
          label={m.poster_image_url()}
          help={m.poster_image_url_help()}
          defaultValue="ftp://images.example/a.png"
          problem={m.image_problem_scheme()}
        />
      </Specimen>
      <Specimen state="value trailing">
        <TextField
          label={m.connect_key()}
          defaultValue="••••••••••••3f2a"
          trailing={
            <IconButton label={m.connect_show_key()} className="size-10">
              <Eye aria-hidden className="size-4" />
            </IconButton>
          }
        />
      </Specimen>
    </>
  )
}

function Checkboxes() {
  const [isChecked, setIsChecked] = useState(true)
  return (
    <>
      <Specimen state="Checkbox checked">
        <Checkbox
          label={m.connect_read_only()}
          help={m.connect_read_only_help()}
          checked={isChecked}
          onChange={setIsChecked}
        />
      </Specimen>
      <Specimen state="Checkbox">
        <Checkbox
          label={m.connect_read_only()}
          help={m.connect_read_only_help()}
          checked={!isChecked}
          onChange={(isOther) => {
            setIsChecked(!isOther)
          }}
        />
      </Specimen>
    </>
  )
}

function RadioLists() {
  const [keep, setKeep] = useState<'tab' | 'device'>('tab')
  const list = (name: string, isDisabled: boolean) => (
    <RadioList
      legend={m.keep_legend()}
      name={name}
      value={keep}
      options={[
        { value: 'tab', label: m.keep_tab(), help: m.keep_tab_help() },
        {
          value: 'device',
          label: m.keep_device(),
          help: isDisabled ? m.keep_device_impossible() : m.keep_device_help(),
          isDisabled,
        },
      ]}
      onChange={setKeep}
    />
  )
  return (
    <>
      <Specimen state="RadioList">{list('keep', false)}</Specimen>
      <Specimen state="RadioList isDisabled">{list('keep-disabled', true)}</Specimen>
    </>
  )
}

function ListOptionChoices() {
  const [shown, setShown] = useState(columns.filter(({ id }) => id !== 'price'))
  return (
    <>
      <Specimen state="ColumnChoice hidden">
        <ColumnChoice shown={shown} onChange={(some) => setShown([...some])} />
      </Specimen>
      <Specimen state="NotificationChoice on">
        <NotificationChoice state="on" onChange={() => undefined} />
      </Specimen>
      <Specimen state="blocked">
        <NotificationChoice state="blocked" onChange={() => undefined} />
      </Specimen>
      <Specimen state="utc">
        <TimeZoneChoice zone="utc" onChange={() => undefined} />
      </Specimen>
    </>
  )
}

function ListFilters() {
  const [request, setRequest] = useState<ListRequest>({
    ...DEFAULT_LIST_REQUEST,
    status: TASK_STATUS.completed,
  })
  return (
    <Specimen state="FilterBar: Segmented, Select" isWide>
      <PendingList value={{ request }}>
        <FilterBar
          totals={totals}
          isPlaceholder={false}
          choices={<ListChoices onRequestChange={setRequest} />}
          onRequestChange={setRequest}
        />
      </PendingList>
    </Specimen>
  )
}
