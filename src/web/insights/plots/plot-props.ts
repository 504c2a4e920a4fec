import type { ReactNode } from 'react'

import type { MarkSelection } from '#web/insights/plots/plot-mark.ts'
import type { TaskFigures } from '#web/insights/reading/task-tally.ts'

/** What every plot gets. */
export interface PlotProps {
  figures: TaskFigures
  selection: MarkSelection
  /** the tasks of the bar that is selected, where it is one of this plot */
  below: ReactNode
}
