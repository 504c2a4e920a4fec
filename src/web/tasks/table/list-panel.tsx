import type { ReactNode } from 'react'

/** The box around a list. */
export function ListPanel({ children }: { children: ReactNode }) {
  return <div className="overflow-clip rounded-panel border border-line bg-surface">{children}</div>
}
