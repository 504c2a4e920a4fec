import { type CSSProperties, type ReactNode, useRef, useState } from 'react'

import type { MarkSelection, PlotMark } from '#web/insights/plots/plot-spec.ts'
import { classNames } from '#web/ui/class-names.ts'
import { pressedKey } from '#web/ui/key-press.ts'

/** A mark with its place in the plot, and its content if it has any. */
interface PlacedMark {
  mark: PlotMark
  style?: CSSProperties
  children?: ReactNode
}

/** The marks of a plot as a listbox with one tab stop. Arrow keys move between marks, Enter and Space select. */
export function MarkList({
  label,
  axis,
  bars,
  selectedId,
  onSelect,
  className,
  markClass,
}: MarkSelection & {
  label: string
  axis: Axis
  /** the marks of each bar, the mark of the whole bar first */
  bars: readonly (readonly PlacedMark[])[]
  className: string
  markClass: string
}) {
  const [lastId, setLastId] = useState<string>()
  const elements = useRef(new Map<string, HTMLElement>())
  const ids = bars.map((marks) => marks.map(({ mark }) => mark.id))
  // The last mark may be gone, as bars change during a scan.
  const current = ids.flat().find((id) => id === lastId) ?? ids[0]?.[0]
  /** The mark at a height on the screen. A click on the whole bar selects the part there. */
  const markAt = (y: number, marks: readonly PlacedMark[]) =>
    marks.find(({ mark }) => {
      const box = elements.current.get(mark.id)?.getBoundingClientRect()
      return box !== undefined && y >= box.top && y < box.bottom
    })?.mark
  const option = ({ mark, style, children }: PlacedMark, parts?: readonly PlacedMark[]) => (
    <div
      key={mark.id}
      ref={(element) => {
        if (element === null) elements.current.delete(mark.id)
        else elements.current.set(mark.id, element)
      }}
      role="option"
      tabIndex={mark.id === current ? 0 : -1}
      aria-selected={mark.id === selectedId}
      // A mark with content is named by it.
      aria-label={children === undefined ? mark.name : undefined}
      title={[mark, ...(parts ?? []).map((part) => part.mark)].map(({ name }) => name).join('\n')}
      style={style}
      className={classNames(
        'cursor-pointer border-2 border-transparent hover:bg-ink/10 aria-selected:border-ink',
        markClass,
        parts === undefined && 'pointer-events-none focus-visible:pointer-events-auto',
      )}
      onFocus={() => setLastId(mark.id)}
      onClick={({ clientY }) => onSelect(markAt(clientY, parts ?? []) ?? mark)}
      onKeyDown={(event) => {
        const key = pressedKey(event.nativeEvent)
        const { altKey, ctrlKey, metaKey, shiftKey } = event
        if (key === undefined || altKey || ctrlKey || metaKey || shiftKey) return
        const next = nextMark(ids, mark.id, key, axis)
        if (key === 'Enter' || key === ' ') onSelect(mark)
        else if (next === undefined) return
        else elements.current.get(next)?.focus()
        event.preventDefault()
      }}
    >
      {children}
    </div>
  )
  return (
    <div role="listbox" aria-label={label} aria-orientation={axis} className={className}>
      {bars.flatMap((marks) =>
        marks.map((one, index) => option(one, index === 0 ? marks.slice(1) : undefined)),
      )}
    </div>
  )
}

/** The direction in which bars follow each other. */
type Axis = 'horizontal' | 'vertical'

const ENDS = { Home: -Infinity, End: Infinity }
/** The keys that move along the bars, and by how many. */
const ALONG: Record<Axis, Readonly<Record<string, number>>> = {
  horizontal: { ...ENDS, ArrowLeft: -1, ArrowRight: 1 },
  vertical: { ...ENDS, ArrowUp: -1, ArrowDown: 1 },
}
/** The keys that move within a bar, whose parts stand one on top of the other. */
const WITHIN: Readonly<Record<string, number>> = { ArrowDown: -1, ArrowUp: 1 }

/**
 * The mark that a key moves to, along the bars or within a bar.
 *
 * @param bars the IDs of the marks of each bar, the whole bar first
 * @returns undefined if the key does not move between marks
 */
export function nextMark(
  bars: readonly (readonly string[])[],
  current: string,
  key: string,
  axis: Axis = 'horizontal',
): string | undefined {
  const nearest = <Item,>(items: readonly Item[], index: number) =>
    items[Math.min(Math.max(index, 0), items.length - 1)]
  const bar = bars.findIndex((marks) => marks.includes(current))
  const marks = nearest(bars, bar) ?? []
  const part = Math.max(marks.indexOf(current), 0)
  const along = ALONG[axis][key]
  if (along !== undefined) return nearest(nearest(bars, Math.max(bar, 0) + along) ?? [], part)
  const within = WITHIN[key]
  return within === undefined || marks.length < 2 ? undefined : nearest(marks, part + within)
}
