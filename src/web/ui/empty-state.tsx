import type { ReactNode } from 'react'

/** Shown instead of content when there is none. Says why, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <div aria-hidden className="text-muted [&_svg]:size-8 [&_svg]:stroke-[1.5]">
        {icon}
      </div>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children !== undefined && (
        <div className="grid max-w-[52ch] gap-2 text-sm text-balance text-muted">{children}</div>
      )}
      {actions !== undefined && (
        <div className="mt-1 flex flex-wrap justify-center gap-2">{actions}</div>
      )}
    </div>
  )
}
