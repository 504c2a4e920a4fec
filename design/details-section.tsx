import type { ReactNode } from 'react'

import { DEFAULT_LIST_REQUEST } from '#contract/video-tasks.ts'
import { LONG_WORDS, ROWS } from '#design/samples.ts'
import { Section, Specimen, Specimens } from '#design/specimen.tsx'
import { m } from '#web/messages/generated/messages.js'
import { listPage } from '#web/task-list/list-page.ts'
import { TaskBody } from '#web/tasks/details/task-body.tsx'
import {
  MissingTask,
  StepButtons,
  TaskHead,
  TaskSkeleton,
} from '#web/tasks/details/task-details.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { TimeSoFar } from '#web/video-task/time-so-far.tsx'

const PAGE = listPage({
  request: DEFAULT_LIST_REQUEST,
  rows: [...ROWS],
  total: ROWS.length,
  pageNumber: 1,
  pageSize: 20,
  readAt: Date.now(),
})

/** Indexes in ROWS: a video; a failure; a task that contradicts itself and has left the page; a task that is hardly readable. */
const SHOWN = [0, 2, 3, 4]

const USUAL = { median: 25_000, nineOfTen: 40_000, late: 55_000 }
/** in seconds */
const SO_FAR = [3, 70]

/** The details panel, as it is beside the table. */
export function DetailsSection() {
  const tasks = [...PAGE.tasks.values()]
  const panel = (children: ReactNode) => (
    <div className="w-104 max-w-full">
      <SidePanel
        title={m.detail_title()}
        heading={null}
        actions={<StepButtons previous={undefined} next="" place="1 of 41" onStep={doNothing} />}
        closeLabel={m.close()}
        onClose={doNothing}
        returnTo={() => undefined}
      >
        <div className="flex flex-col gap-4">{children}</div>
      </SidePanel>
    </div>
  )
  return (
    <Section
      name="details"
      heading="SidePanel TaskHead TaskBody TaskSkeleton MissingTask TimeSoFar"
    >
      <Specimens>
        {SHOWN.map((index) => {
          const seen = tasks[index]
          return (
            seen !== undefined && (
              <Specimen key={index} state={`task={ROWS[${String(index)}]}`}>
                {panel(
                  <>
                    <TaskHead seen={seen} hasLeft={index === 3} />
                    <TaskBody seen={seen} address="/tasks" />
                  </>,
                )}
              </Specimen>
            )
          )
        })}
        <Specimen state="TaskSkeleton">{panel(<TaskSkeleton />)}</Specimen>
        <Specimen state="MissingTask">{panel(<MissingTask name={LONG_WORDS} />)}</Specimen>
        {SO_FAR.map((seconds) => (
          <Specimen key={seconds} state={`TimeSoFar, ${String(seconds)} s`}>
            <TimeSoFar since={PAGE.readAt - seconds * 1_000} usual={USUAL} />
          </Specimen>
        ))}
      </Specimens>
    </Section>
  )
}

function doNothing(): void {
  // The design page has no list.
}
