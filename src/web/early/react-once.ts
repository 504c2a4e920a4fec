/*
 * The part of React that components use which render once: a state stays as it is, and there are no effects. In the build
 * of the early screen it takes the place of React.
 */
import { type ElementType, jsx, type Props } from '#web/early/dom-runtime.ts'

export const memo = (component: ElementType) => component
/** Icons are made with it. They have no ref here. */
export const forwardRef = (render: (props: Props, ref: null) => unknown) => (props: Props) =>
  render(props, null)
export const createElement = (type: ElementType, props: Props, ...children: unknown[]) =>
  jsx(type, { ...props, children })

export const createContext = () => ({})
export const useContext = () => null
export const useRef = (current: unknown) => ({ current })
export const useEffect = () => undefined
export const useMemo = (make: () => unknown) => make()
export const useCallback = (callback: unknown) => callback
export const useSyncExternalStore = (_subscribe: unknown, read: () => unknown) => read()

let ids = 0
export const useId = () => {
  ids += 1
  return `early-${ids}`
}
