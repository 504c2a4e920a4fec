import { useState } from 'react'

import { DEFAULT_LIST_PARAMS, type VideoTaskListParams } from '#contract/video-tasks.ts'
import { EVIDENCE, ROWS } from '#web/design/samples.ts'
import { Section, Specimen, Specimens } from '#web/design/specimen.tsx'
import { ListPanel } from '#web/tasks/table/list-panel.tsx'
import { Pagination } from '#web/tasks/table/pagination.tsx'
import { NOTHING_SELECTED, SelectionBar } from '#web/tasks/selection/selection-bar.tsx'
import { tasksHere, toggled } from '#web/tasks/selection/selection.ts'
import { StatusBadge } from '#web/video-task/status-badge.tsx'
import { TableSkeleton } from '#web/tasks/table/table-skeleton.tsx'
import { TaskTable } from '#web/tasks/table/task-table.tsx'

const LAST_PAGE = 17
const loadedAt = Date.now()
const REPLY: Parameters<typeof tasksHere>[0] = {
  params: DEFAULT_LIST_PARAMS,
  page: { rows: [...ROWS], total: null, page: null, pageSize: null },
  readAt: loadedAt,
}
const HERE = tasksHere(REPLY, undefined)
const nothingKnown = { errorMsg: null, videoUrl: null }

/** What the list of tasks is made of. */
export function TasksSection() {
  const [params, setParams] = useState<VideoTaskListParams>({ ...DEFAULT_LIST_PARAMS, page: 2 })
  const [selection, setSelection] = useState(() =>
    toggled(NOTHING_SELECTED, HERE, [...HERE.keys()][0], false),
  )
  const table = (isBusy: boolean) => (
    <ListPanel>
      <TaskTable
        rows={ROWS.slice(0, isBusy ? 2 : undefined)}
        filter={undefined}
        readAt={loadedAt}
        lookup={undefined}
        isBusy={isBusy}
        address="/tasks"
        task={undefined}
        onOpen={() => {
          // There are no details here.
        }}
        selected={selection.tasks}
        onSelect={(name, isRange) => setSelection(toggled(selection, HERE, name, isRange))}
      />
    </ListPanel>
  )
  return (
    <Section name="tasks" heading="StatusBadge TaskTable TableSkeleton SelectionBar Pagination">
      <Specimens>
        {Object.entries(EVIDENCE).map(([source, badges]) => (
          <Specimen key={source} state={source}>
            <div className="flex flex-wrap gap-2">
              {badges.map((evidence) => (
                <StatusBadge key={evidence.status} evidence={evidence} task={nothingKnown} />
              ))}
            </div>
          </Specimen>
        ))}
        <Specimen state="TaskTable" isWide>
          {table(false)}
        </Specimen>
        <Specimen state="isBusy" isWide>
          {table(true)}
        </Specimen>
        <Specimen state="TableSkeleton rowCount={2}" isWide>
          <ListPanel>
            <TableSkeleton rowCount={2} />
          </ListPanel>
        </Specimen>
        <Specimen state="SelectionBar" isWide>
          <div className="px-4 sm:px-6">
            <SelectionBar
              selection={selection}
              reply={REPLY}
              lookup={undefined}
              address="/tasks"
              onSelectionChange={setSelection}
            />
          </div>
        </Specimen>
        <Specimen state="Pagination" isWide>
          <div className="px-4 sm:px-6">
            <Pagination
              params={params}
              refresh={undefined}
              list={{ rows: ROWS, total: 335, pageCount: LAST_PAGE }}
              onParamsChange={setParams}
              onIntent={() => {
                // Nothing is fetched here.
              }}
            />
          </div>
        </Specimen>
      </Specimens>
    </Section>
  )
}
