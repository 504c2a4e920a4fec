import type { ReactNode } from 'react'

/** The box that a list stands in. */
export function ListPanel({ children }: { children: ReactNode }) {
  return <div className="overflow-clip rounded-panel border border-line bg-surface">{children}</div>
}
