import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

import { isNotLoaded } from '#web/ui/is-not-loaded.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

/** The functions that load the code of the parts. */
const loads = new Set<() => Promise<unknown>>()

/** A component whose code is loaded later. */
type LazyPart<Props> = ComponentType<
  Props & {
    /** stands in its place while its code is loaded */
    meanwhile?: ReactNode
  }
> & {
  /** Loads the code. Never rejects. */
  load: () => Promise<unknown>
}

/**
 * Makes a component whose code is loaded when it is first shown, by its `load`, or by loadLazyParts. It shows as soon as it is
 * there: with `lazy` and Suspense, React would hold it back for 300 ms.
 *
 * @param instead renders in its place if the code cannot be loaded
 * @param preload `idle`: as soon as the browser is idle, as it may be the first that is pressed; `never`: only its use loads it, as
 *   few people use it
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props) => ReactNode,
  preload: 'idle' | 'later' | 'never' = 'later',
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded = await load()
    return loaded
  }
  if (preload !== 'never') loads.add(loadOnce)
  if (preload === 'idle') whenIdle(() => void Promise.allSettled([loadOnce()]))
  const loadOrReport = () =>
    loadOnce().catch((error: unknown) => {
      if (!isNotLoaded(error)) reportError(error)
      return instead
    })
  return Object.assign(
    function LazyPart(props: Props & { meanwhile?: ReactNode }) {
      // Stays the same while it is shown, or React would mount it again.
      const [part, setPart] = useState(() => loaded)
      useEffect(() => {
        if (part === undefined) void loadOrReport().then((next) => setPart(() => next))
      }, [part])
      return part === undefined ? props.meanwhile : createElement(part, props)
    },
    { load: () => Promise.allSettled([loadOnce()]) },
  )
}

/** Loads the code of all parts known so far, so that they work later even if the host is gone. */
export async function loadLazyParts(): Promise<void> {
  await Promise.allSettled([...loads].map((load) => load()))
}
