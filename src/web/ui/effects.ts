import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Acts when a value has changed, and its change is on screen. */
export function useChange<Value>(value: Value, act: (now: Value) => unknown): void {
  const last = useRef(value)
  const tell = useEffectEvent(act)
  useEffect(() => {
    if (Object.is(last.current, value)) return
    last.current = value
    tell(value)
  }, [value])
}

/** Acts when a component goes away. */
export function useLeave(act: () => void): void {
  const leave = useEffectEvent(act)
  useEffect(() => () => leave(), [])
}

/** Hears an event anywhere in the page while a component is there. @param options the same in each render */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  type: Type,
  hear: (event: DocumentEventMap[Type]) => void,
  options?: AddEventListenerOptions,
): void {
  const tell = useEffectEvent(hear)
  // Before the paint: what is seen can be pressed.
  useLayoutEffect(() => {
    const listening = new AbortController()
    document.addEventListener(type, (event) => tell(event), {
      ...options,
      signal: listening.signal,
    })
    return () => listening.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- the options are the same in each render
  }, [type])
}
