import { type ComponentProps, Suspense } from 'react'

import type * as controls from '#web/shell/display-controls.tsx'
import type * as footer from '#web/shell/footer.tsx'
import { ControlsPlace, FooterPlace } from '#web/shell/frame.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

/*
 * Parts around the screens whose code may load after the first rows. Their place is reserved, so that nothing moves.
 */

const nothing = () => null

const Controls = lazyPart(
  async () => (await import('#web/shell/display-controls.tsx')).DisplayControls,
  nothing,
)
const VersionLine = lazyPart(async () => (await import('#web/shell/footer.tsx')).Footer, nothing)

/** DisplayControls of display-controls.tsx, loaded later. */
export function DisplayControls({ className }: ComponentProps<typeof controls.DisplayControls>) {
  return (
    <ControlsPlace className={className}>
      <Suspense>
        <Controls />
      </Suspense>
    </ControlsPlace>
  )
}

/** Footer of footer.tsx, loaded later. */
export function Footer(props: ComponentProps<typeof footer.Footer>) {
  return (
    <FooterPlace>
      <Suspense>
        <VersionLine {...props} />
      </Suspense>
    </FooterPlace>
  )
}
