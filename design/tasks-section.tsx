import { useState } from 'react'

import { DEFAULT_LIST_REQUEST, type ListRequest } from '#contract/video-tasks.ts'
import { EVIDENCE, ROWS } from '#design/samples.ts'
import { Section, Specimen, Specimens } from '#design/specimen.tsx'
import { columns } from '#web/tasks/table/columns.ts'
import { panelClasses } from '#web/tasks/classes.ts'
import { TableSkeleton, TaskTable } from '#web/tasks/table/task-table.tsx'
import { useRowModel } from '#web/tasks/table/row-model.ts'
import { Pagination } from '#web/tasks/table/pagination.tsx'
import { PendingList } from '#web/tasks/pending-list.ts'
import { listPage } from '#web/task-list/list-page.ts'
import { SelectionBar } from '#web/tasks/selection/selection-bar.tsx'
import { StatusBadge } from '#web/video-task/status-badge.tsx'

const LAST_PAGE = 17
const PAGE = listPage({
  request: DEFAULT_LIST_REQUEST,
  rows: [...ROWS],
  total: null,
  pageNumber: null,
  pageSize: null,
  readAt: Date.now(),
})
const FIRST = new Map([...PAGE.tasks].slice(0, 1))
const nothingKnown = { errorMsg: null, videoUrl: null }

/** The parts of the list of tasks. */
export function TasksSection() {
  const [request, setRequest] = useState<ListRequest>({ ...DEFAULT_LIST_REQUEST, pageNumber: 2 })
  const model = useRowModel(PAGE, {
    task: undefined,
    onOpen: () => {
      // The design page opens no details.
    },
  })
  // One is selected until others are.
  const isUntouched = model.selection.tasks.size === 0
  const selection = isUntouched ? { ...model.selection, tasks: FIRST } : model.selection
  const table = (isBusy: boolean) => (
    <div className={panelClasses}>
      <TaskTable
        page={{ ...PAGE, rows: PAGE.rows.slice(0, isBusy ? 2 : undefined) }}
        isBusy={isBusy}
        address="/tasks"
        task={undefined}
        model={{ ...model, selection }}
      />
    </div>
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
          <div className={panelClasses}>
            <TableSkeleton rowCount={2} columns={columns} />
          </div>
        </Specimen>
        <Specimen state="SelectionBar" isWide>
          <div className="px-4 sm:px-6">
            {selection.tasks.size > 0 && (
              <SelectionBar selection={selection} renderLendButton={() => null} />
            )}
          </div>
        </Specimen>
        <Specimen state="Pagination" isWide>
          <div className="px-4 sm:px-6">
            <PendingList value={{ request }}>
              <Pagination
                shown={request}
                refresh={undefined}
                list={{ rows: PAGE.rows, total: 335, pageCount: LAST_PAGE }}
                onRequestChange={setRequest}
                onIntent={() => {
                  // The design page sends no requests.
                }}
              />
            </PendingList>
          </div>
        </Specimen>
      </Specimens>
    </Section>
  )
}
