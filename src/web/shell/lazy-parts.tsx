import { type ComponentProps, Suspense } from 'react'

import type * as controls from '#web/shell/display-controls.tsx'
import type * as footer from '#web/shell/footer.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

/** What stands around the screens and can come after the first rows; its place is kept until then. */

const nothing = () => null

const Controls = lazyPart(
  async () => (await import('#web/shell/display-controls.tsx')).DisplayControls,
  nothing,
)
const VersionLine = lazyPart(async () => (await import('#web/shell/footer.tsx')).Footer, nothing)

/** See display-controls.tsx. */
export function DisplayControls({ className }: ComponentProps<typeof controls.DisplayControls>) {
  return (
    <div className={classNames('h-control w-27 shrink-0', className)}>
      <Suspense>
        <Controls />
      </Suspense>
    </div>
  )
}

/** See footer.tsx. */
export function Footer(props: ComponentProps<typeof footer.Footer>) {
  return (
    <div className="min-h-[calc(var(--spacing-control)+1rem)]">
      <Suspense>
        <VersionLine {...props} />
      </Suspense>
    </div>
  )
}
