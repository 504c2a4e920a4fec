import { type ComponentType, createElement, lazy, type ReactNode, useRef } from 'react'

/** What loads the code of each part. */
const loads = new Set<() => Promise<unknown>>()

/**
 * Makes a component whose code comes when it is first shown, or with loadLazyParts. Once it is there
 * it is shown at once, without a fallback in between. Mount it below a `<Suspense>`.
 *
 * @param instead stands in where the code does not come: what is around it must stay
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props) => ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded = await load()
    return loaded
  }
  loads.add(loadOnce)
  const Later = lazy<ComponentType<Props>>(async () => ({
    default: await loadOnce().catch(() => instead),
  }))
  return function LazyPart(props: Props) {
    // Which of the two stays as it was: another component would start anew.
    const part = useRef(loaded ?? Later)
    return createElement(part.current, props)
  }
}

/** Loads the code of all parts known by now: they are shown later although the host may be gone. */
export async function loadLazyParts(): Promise<void> {
  await Promise.allSettled([...loads].map((load) => load()))
}
