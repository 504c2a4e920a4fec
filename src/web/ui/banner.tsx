import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'

import { classNames } from '#web/ui/class-names.ts'

/** A message that stays on the page until its cause is gone. A problem is announced when it appears. */
export function Banner({
  tone,
  title,
  children,
  actions,
}: {
  tone: 'note' | 'problem'
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  const Icon = tone === 'problem' ? CircleAlert : Info
  return (
    <div
      role={tone === 'problem' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-start gap-x-4 gap-y-2 rounded-panel border px-4 py-3 text-sm',
        tone === 'problem' ? 'border-failed/40 bg-failed-soft' : 'border-line bg-hover',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-2.5">
        <Icon
          aria-hidden
          className={classNames(
            'mt-0.5 size-4 shrink-0',
            tone === 'problem' ? 'text-failed' : 'text-muted',
          )}
        />
        <div className="grid min-w-0 gap-1 wrap-anywhere">
          <p className={tone === 'problem' ? 'font-semibold' : 'font-medium'}>{title}</p>
          {children}
        </div>
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
