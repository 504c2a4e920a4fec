import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { type ListPage, tasksOf } from '#web/task-list/list-page.ts'

/** The box around a list. */
export function ListPanel({ children }: { children: ReactNode }) {
  return <div className="overflow-clip rounded-panel border border-line bg-surface">{children}</div>
}

/** Explains the outline of badges, if a row has one. */
export function EvidenceLegend({ page: { rows } }: { page: Pick<ListPage, 'rows'> }) {
  const isAnyInferred = tasksOf(rows).some(({ evidence }) => evidence.source === 'inferred')
  return isAnyInferred && <p className="text-sm text-muted">{m.evidence_legend()}</p>
}
