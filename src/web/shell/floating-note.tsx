import type { ComponentProps } from 'react'

/** A note that floats over the screen, so that nothing moves. */
export function FloatingNote(props: Omit<ComponentProps<'p'>, 'className'>) {
  return (
    <p
      {...props}
      className="flex items-center gap-3 rounded-panel border border-line bg-raised py-2 pr-2 pl-4 text-sm shadow-float"
    />
  )
}
