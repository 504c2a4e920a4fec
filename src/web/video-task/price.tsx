import type { ExactNumber } from '#contract/record.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'

/** The price of a task where no heading names it; nothing if it is not known. */
export function Price({ price }: { price: ExactNumber | null }) {
  if (price === null) return null
  return (
    <span title={m.column_price()} className="min-w-0 truncate text-muted">
      <span className="sr-only">{`${m.column_price()} `}</span>
      <span>{formatNumber(price)}</span>
    </span>
  )
}
