import { createRouter, type ErrorComponentProps } from '@tanstack/react-router'

import type { RouterContext } from '#web/routes/__root.tsx'
import { parseAddress, writeAddress } from '#web/format/address.ts'
import { routeTree } from '#web/routeTree.gen.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { isNotLoaded } from '#web/ui/is-not-loaded.ts'
import { focusPageHeading } from '#web/ui/page-heading.tsx'

/**
 * Makes the router of this tab.
 *
 * @param restoresScroll asked after each navigation whether the scroll position is that of the new address
 */
export function openRouter(context: RouterContext, restoresScroll: () => boolean) {
  const router = createRouter({
    routeTree,
    context,
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    // Only the query cache decides whether a reply is fresh, so the router must not cache.
    defaultPreloadStaleTime: 0,
    scrollRestoration: restoresScroll,
    // Show the skeleton at once while a screen's code loads, and no longer than necessary.
    defaultPendingComponent: Pending,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Crash,
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) focusPageHeading()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}

/** The skeleton of a screen while its code loads: a heading and a table. */
function Pending() {
  return (
    <div role="status" className="flex animate-shimmer flex-col gap-4">
      <span className="sr-only">{m.page_loading()}</span>
      <div className="h-7 w-40 rounded-control bg-line" />
      <div className="h-8 w-full max-w-xl rounded-control bg-line" />
      <div className="h-[70dvh] rounded-panel border border-line bg-surface" />
    </div>
  )
}

/** Replaces a screen that crashed. A reload restores the key and the draft from the tab's storage. */
function Crash({ error }: ErrorComponentProps) {
  const isCodeMissing = isNotLoaded(error)
  return (
    // Plain elements: the code of shared components may be what failed to load.
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <h2 className="text-lg font-semibold">
        {isCodeMissing ? m.crash_chunk_title() : m.crash_title()}
      </h2>
      <p className="max-w-[52ch] text-sm text-balance text-muted">
        {isCodeMissing ? m.crash_chunk_text() : m.crash_text()}
      </p>
      <Button tone="primary" onClick={() => location.reload()}>
        {m.crash_reload()}
      </Button>
    </div>
  )
}
