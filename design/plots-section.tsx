import { type ReactNode, useState } from 'react'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import { INJECTED_WORDS, LONG_WORDS } from '#design/samples.ts'
import { Section, Specimen } from '#design/specimen.tsx'
import { ElapsedPlot } from '#web/insights/plots/elapsed-plot.tsx'
import { FailurePlot } from '#web/insights/plots/failure-plot.tsx'
import type { PlotProps } from '#web/insights/plots/plot-figure.tsx'
import { PricePlot } from '#web/insights/plots/price-plot.tsx'
import { SuccessPlot } from '#web/insights/plots/success-plot.tsx'
import { TaskTally } from '#web/insights/reading/task-tally.ts'
import { TasksPlot } from '#web/insights/plots/tasks-plot.tsx'

const HOUR_MS = 3_600_000

const MESSAGES = [
  'The image could not be downloaded: the server answered 404.',
  LONG_WORDS,
  INJECTED_WORDS,
] as const

function statusOf(isFailed: boolean, isOpen: boolean) {
  if (isFailed) return TASK_STATUS.failed
  return isOpen ? TASK_STATUS.processing : TASK_STATUS.completed
}

/** The figures of tasks of ten days. */
function sampleFigures() {
  const tally = new TaskTally({})
  const rows = Array.from({ length: 120 }, (_, index) => {
    // More on each day, and none on the fourth (filtered out below).
    const day = Math.floor(Math.sqrt(index))
    const createdAt = Date.now() - (10 - day) * 24 * HOUR_MS + (index % 5) * HOUR_MS
    const isFailed = index % 6 === 0
    const isOpen = !isFailed && index > 110
    return {
      id: index,
      uuid: `${(index * 0x9e3779b1).toString(16).slice(-8).padStart(8, '0')}-0000-4000-8000-000000000000`,
      price: 10 + (index % 3) * 5,
      status: statusOf(isFailed, isOpen),
      created_at: new Date(createdAt).toISOString(),
      completed_at: isOpen ? null : new Date(createdAt + (8 + (index % 40)) * 1_000).toISOString(),
      error_msg: isFailed ? MESSAGES[(index / 6) % MESSAGES.length] : null,
    }
  }).filter((_, index) => index < 16 || index >= 25)
  tally.add(rows.map(readVideoTaskRow))
  return tally.figures()
}

const figures = sampleFigures()

/** The plots of the insights. Marks can be selected. */
export function PlotsSection() {
  return (
    <Section name="plots" heading="TasksPlot SuccessPlot ElapsedPlot PricePlot FailurePlot">
      <Specimen state="TasksPlot">
        <Selectable>{(props) => <TasksPlot {...props} isFiltered={false} />}</Selectable>
      </Specimen>
      <Specimen state="SuccessPlot">
        <Selectable>{(props) => <SuccessPlot {...props} />}</Selectable>
      </Specimen>
      <Specimen state="ElapsedPlot">
        <Selectable>{(props) => <ElapsedPlot {...props} />}</Selectable>
      </Specimen>
      <Specimen state="PricePlot">
        <Selectable>{(props) => <PricePlot {...props} />}</Selectable>
      </Specimen>
      <Specimen state="FailurePlot">
        <Selectable>{(props) => <FailurePlot {...props} renderTaskLink={taskLink} />}</Selectable>
      </Specimen>
    </Section>
  )
}

function Selectable({ children }: { children: (props: PlotProps) => ReactNode }) {
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const selection = {
    selectedId,
    onSelect: ({ id }: { id: string }) => {
      setSelectedId(id === selectedId ? null : id)
    },
  }
  return children({ figures, selection, below: null })
}

function taskLink(_uuid: string, label: string, shown: ReactNode): ReactNode {
  return (
    <a href="#plots" aria-label={label} className="underline underline-offset-4">
      {shown}
    </a>
  )
}
