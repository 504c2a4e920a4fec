import { SlidersHorizontal } from 'lucide-react'

import {
  DEFAULT_LIST_REQUEST,
  type ListRequest,
  OTHER_FILTER_NAMES,
} from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { switchPlace } from '#web/tasks/places.ts'
import { Button } from '#web/ui/button.tsx'

/** The button that opens the filters which do not fit on a narrow screen. It shows how many are set. */
export function FiltersButton({
  request,
  onClick,
}: {
  request: ListRequest
  onClick?: () => void
}) {
  const count = [...OTHER_FILTER_NAMES, 'pageSize' as const].filter(
    (name) => request[name] !== DEFAULT_LIST_REQUEST[name],
  ).length
  const shown = formatNumber(count)
  return (
    <Button
      aria-haspopup="dialog"
      aria-label={count === 0 ? m.filters() : m.filters_set({ shown })}
      className={`${switchPlace} min-w-0`}
      onClick={onClick}
    >
      <SlidersHorizontal aria-hidden className="size-3.5" />
      {/* The blank keeps word and number apart in the text that is compared with the label. */}
      <span>{`${m.filters()} `}</span>
      {count > 0 && (
        <span className="min-w-5 rounded-full bg-accent px-1 text-xs/5 text-on-accent tabular-nums">
          {shown}
        </span>
      )}
    </Button>
  )
}
