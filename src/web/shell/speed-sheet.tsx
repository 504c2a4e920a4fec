import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { measurePageSpeed, pageSpeed, type Rating } from '#web/shell/page-speed.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { firstRowsAt } from '#web/ui/first-rows.ts'

/** The dialog with how fast this page was for the person who uses it. */
export function SpeedSheet({ onClose }: { onClose: () => void }) {
  useEffect(measurePageSpeed, [])
  const { TTFB, FCP, LCP, INP, CLS } = useSelector(pageSpeed)
  const rows = firstRowsAt()
  const figures = [
    { label: m.speed_TTFB(), value: milliseconds(TTFB?.value), rating: TTFB?.rating },
    { label: m.speed_FCP(), value: milliseconds(FCP?.value), rating: FCP?.rating },
    { label: m.speed_rows(), value: milliseconds(rows) },
    { label: m.speed_LCP(), value: milliseconds(LCP?.value), rating: LCP?.rating },
    { label: m.speed_INP(), value: milliseconds(INP?.value), rating: INP?.rating },
    {
      label: m.speed_CLS(),
      value: CLS && formatNumber(Math.round(CLS.value * 1000) / 1000),
      rating: CLS?.rating,
    },
  ]
  return (
    <Dialog title={m.speed_title()} closeLabel={m.close()} onClose={onClose}>
      <p className="text-sm text-muted">{m.speed_intro()}</p>
      <dl className="grid grid-cols-[1fr_auto_auto] items-baseline gap-x-4 gap-y-1.5 text-sm">
        {figures.map(({ label, value, rating }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            {value === undefined ? (
              <dd className="col-span-2 text-right text-muted">{m.speed_none()}</dd>
            ) : (
              <>
                <dd className="text-right tabular-nums">{value}</dd>
                <dd className="text-muted">{rating && ratings[rating]()}</dd>
              </>
            )}
          </div>
        ))}
      </dl>
      {figures.some(({ value }) => value === undefined) && (
        <p className="text-sm text-muted">{m.speed_none_help()}</p>
      )}
    </Dialog>
  )
}

const ratings: Record<Rating, () => string> = {
  good: m.speed_good,
  'needs-improvement': m.speed_fair,
  poor: m.speed_poor,
}

function milliseconds(value: number | undefined): string | undefined {
  return value === undefined ? undefined : m.speed_ms({ n: formatNumber(Math.round(value)) })
}
