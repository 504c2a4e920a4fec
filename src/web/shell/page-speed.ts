import { createAtom } from '@tanstack/react-store'
import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** What web.dev says about a value. */
export type Rating = MetricType['rating']

/** What the browser has measured since the page was loaded, by the name of the metric. */
export const pageSpeed = createAtom<Partial<Record<MetricType['name'], MetricType>>>({})

let isMeasuring = false

/** Reads what the browser has measured so far into `pageSpeed`, and keeps it up to date. */
export function measurePageSpeed(): void {
  if (isMeasuring) return
  isMeasuring = true
  const report = (metric: MetricType) => {
    pageSpeed.set((known) => ({ ...known, [metric.name]: metric }))
  }
  for (const measure of [onTTFB, onFCP, onLCP, onINP, onCLS]) {
    measure(report, { reportAllChanges: true })
  }
}
