import { type ComponentType, createElement, lazy, type ReactNode, useRef } from 'react'

import { isNotLoaded } from '#web/ui/is-not-loaded.ts'

/** The functions that load the code of the parts. */
const loads = new Set<() => Promise<unknown>>()

/** A component whose code is loaded later. */
type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code, so that the component can be shown without a fallback. Never rejects. */
  load: () => Promise<unknown>
}

/**
 * Makes a component whose code is loaded when it is first shown, by its `load`, or by loadLazyParts. Once loaded, it
 * renders at once without a fallback. Mount it below a `<Suspense>`.
 *
 * @param instead renders in its place if the code cannot be loaded
 * @param isPreloaded false: only its use loads it, as few people use it
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props) => ReactNode,
  isPreloaded = true,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded = await load()
    return loaded
  }
  if (isPreloaded) loads.add(loadOnce)
  const Later = lazy<ComponentType<Props>>(async () => ({
    default: await loadOnce().catch((error: unknown) => {
      if (!isNotLoaded(error)) reportError(error)
      return instead
    }),
  }))
  return Object.assign(
    function LazyPart(props: Props) {
      // Keep the same component type, or React would remount it.
      const part = useRef(loaded ?? Later)
      return createElement(part.current, props)
    },
    { load: () => Promise.allSettled([loadOnce()]) },
  )
}

/** Loads the code of all parts known so far, so that they work later even if the host is gone. */
export async function loadLazyParts(): Promise<void> {
  await Promise.allSettled([...loads].map((load) => load()))
}
