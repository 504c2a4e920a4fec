import type { ComponentProps } from 'react'

import { classNames } from '#web/ui/class-names.ts'
import type { StatusLook, StatusView } from '#web/video-task/status-view.ts'

interface Look {
  icon: string
  ink: string
  fill: string
  edge: string
}

const waiting = {
  ink: 'text-pending',
  fill: 'bg-pending-soft border-transparent',
  edge: 'border-pending/75',
}

const looks: Record<StatusLook, Look> = {
  pending: { ...waiting, icon: 'icon-clock' },
  'in-progress': { ...waiting, icon: 'icon-circle-dashed' },
  other: { ...waiting, icon: 'icon-circle-help' },
  processing: {
    icon: 'icon-loader before:animate-glow',
    ink: 'text-processing',
    fill: 'bg-processing-soft border-transparent',
    edge: 'border-processing/75',
  },
  completed: {
    icon: 'icon-circle-check',
    ink: 'text-completed',
    fill: 'bg-completed-soft border-transparent',
    edge: 'border-completed/75',
  },
  failed: {
    icon: 'icon-circle-x',
    ink: 'text-failed',
    fill: 'bg-failed-soft border-transparent',
    edge: 'border-failed/75',
  },
}

/** The classes of a status's icon. */
export function statusIcon(look: StatusLook): string {
  return looks[look].icon
}

/**
 * The look of a status: filled if it comes from the service, outlined if it is inferred. The source of a status is explained
 * once below the list, and in the task's details.
 */
export function Badge({
  look,
  isInferred,
  label,
  contradictions,
  ...rest
}: StatusView & Pick<ComponentProps<'span'>, 'title' | 'onClick' | 'onPointerEnter'>) {
  const { icon, ink, fill, edge } = looks[look]
  const shown = look === 'other' ? <bdi>{label}</bdi> : label
  return (
    <span
      {...rest}
      className={classNames(
        'icon inline-block h-6 max-w-full truncate rounded-full border pr-2.5 pl-1.5 align-middle text-xs/5.5 font-medium before:mr-1.5 before:align-[-0.1875rem]',
        icon,
        ink,
        isInferred ? edge : fill,
      )}
    >
      {contradictions === '' ? (
        shown
      ) : (
        <>
          <span>{shown}</span>
          <span className="icon icon-triangle-alert before:ml-1.5 before:align-[-0.1875rem]" />
          <span className="sr-only">{`. ${contradictions}`}</span>
        </>
      )}
    </span>
  )
}
