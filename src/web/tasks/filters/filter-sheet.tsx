import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { DEFAULT_LIST_PARAMS, type VideoTaskListParams } from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { switchPlace } from '#web/tasks/header-places.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** The sheet for filters that do not fit on a narrow screen. Its button shows how many are set. */
export function FilterSheet({
  params,
  children,
}: {
  params: VideoTaskListParams
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
  }
  const count = (['scene', 'page_size'] as const).filter(
    (name) => params[name] !== DEFAULT_LIST_PARAMS[name],
  ).length
  const shown = formatNumber(count)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={count === 0 ? m.filters() : m.filters_set({ shown })}
        className={classNames(switchPlace, 'min-w-0')}
        onClick={() => {
          setIsOpen(true)
        }}
      >
        <SlidersHorizontal aria-hidden className="size-3.5" />
        {m.filters()}{' '}
        {count > 0 && (
          <span className="min-w-5 rounded-full bg-accent px-1 text-xs/5 text-on-accent tabular-nums">
            {shown}
          </span>
        )}
      </Button>
      {isOpen && (
        <Dialog title={m.filters()} closeLabel={m.close()} onClose={close}>
          <div className="flex flex-col gap-3 *:justify-between">{children}</div>
          <Button tone="primary" size="large" onClick={close}>
            {m.filters_done()}
          </Button>
        </Dialog>
      )}
    </>
  )
}
