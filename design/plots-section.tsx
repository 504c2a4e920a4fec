import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { TASK_STATUS } from '#contract/video-tasks.ts'
import { INJECTED_WORDS, LONG_WORDS } from '#design/samples.ts'
import { Section, Specimen } from '#design/specimen.tsx'
import { plotsOf } from '#web/insights/plots/plot-specs.tsx'
import { PlotFigure } from '#web/insights/plots/plots.tsx'
import { TaskIndex } from '#web/task-list/search/task-index.ts'
import { TaskTally } from '#web/insights/reading/task-tally.ts'

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
  const index = new TaskIndex({})
  index.add(rows.map(readVideoTaskRow))
  const tally = new TaskTally(index, [])
  tally.count(Date.now())
  return tally.figures()
}

const figures = sampleFigures()

/** Their headings on this page, in their order. */
const STATES = ['TasksPlot', 'SuccessPlot', 'ElapsedPlot', 'PricePlot', 'FailurePlot']

/** The plots of the insights. Marks are links. */
export function PlotsSection() {
  const links = { hrefOf: () => '#plots', onOpen: (href: string) => location.assign(href) }
  return (
    <Section name="plots" heading={STATES.join(' ')}>
      {plotsOf(figures, false).map((plot, index) => (
        <Specimen key={plot.name} state={STATES[index] ?? ''}>
          <PlotFigure spec={plot} links={links} />
        </Specimen>
      ))}
    </Section>
  )
}
