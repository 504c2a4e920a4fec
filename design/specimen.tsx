import type { ReactNode } from 'react'

import { classNames } from '#web/ui/class-names.ts'

/** A part of the page with screenshots of its own. Its name is that of their folder. */
export function Section({
  name,
  heading,
  children,
}: {
  name: string
  /** the names of the components */
  heading: string
  children: ReactNode
}) {
  return (
    <section
      id={name}
      aria-labelledby={`${name}-heading`}
      className="-mx-4 flex flex-col gap-5 px-4 py-5 sm:-mx-6 sm:px-6"
    >
      <h2 id={`${name}-heading`} className="border-b border-line pb-1 font-mono text-lg" lang="">
        {heading}
      </h2>
      {children}
    </section>
  )
}

/** A component in one state, with the props for that state as its heading. */
export function Specimen({
  state,
  isWide = false,
  children,
}: {
  /** component and props, as the code writes them */
  state: string
  /** whether it takes the full width */
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', isWide && 'w-full')}>
      <p className="font-mono text-xs wrap-anywhere text-muted" lang="">
        {state}
      </p>
      <div>{children}</div>
    </div>
  )
}

/** Specimens beside each other. They wrap. */
export function Specimens({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-start gap-x-8 gap-y-5">{children}</div>
}
