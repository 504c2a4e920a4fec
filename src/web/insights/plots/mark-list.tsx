import { type CSSProperties, type ReactNode, useRef, useState } from 'react'

import { type MarkSelection, nextMark, type PlotMark } from '#web/insights/plots/plot-mark.ts'
import { classNames } from '#web/ui/class-names.ts'
import { pressedKey } from '#web/ui/key-press.ts'

/** A mark with its place in the plot, and its content if it has any. */
export interface PlacedMark {
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
  axis: 'horizontal' | 'vertical'
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
  const wholes = new Set(ids.map(([whole]) => whole))
  const isPart = ({ id }: PlotMark) => !wholes.has(id)
  /** The part of a bar at a height on the screen. A click on the whole bar selects this part. */
  const partAt = (marks: readonly PlacedMark[], y: number) =>
    marks.find(({ mark }) => {
      const box = elements.current.get(mark.id)?.getBoundingClientRect()
      return box !== undefined && y >= box.top && y < box.bottom
    })?.mark
  const option = ({ mark, style, children }: PlacedMark, parts: readonly PlacedMark[]) => (
    <div
      key={mark.id}
      ref={(element) => {
        if (element === null) return undefined
        const { current: known } = elements
        known.set(mark.id, element)
        return () => {
          known.delete(mark.id)
        }
      }}
      role="option"
      tabIndex={mark.id === current ? 0 : -1}
      aria-selected={mark.id === selectedId}
      // A mark with content is named by it.
      aria-label={children === undefined ? mark.name : undefined}
      title={[mark, ...parts.map((part) => part.mark)].map(({ name }) => name).join('\n')}
      style={style}
      className={classNames(
        'cursor-pointer border-2 border-transparent hover:bg-ink/10 aria-selected:border-ink',
        markClass,
        isPart(mark) && 'pointer-events-none focus-visible:pointer-events-auto',
      )}
      onFocus={() => {
        setLastId(mark.id)
      }}
      onClick={({ clientY }) => {
        onSelect(partAt(parts, clientY) ?? mark)
      }}
      onKeyDown={(event) => {
        const key = pressedKey(event.nativeEvent)
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
        if (key === undefined) return
        if (key === 'Enter' || key === ' ') onSelect(mark)
        else {
          const next = nextMark(ids, mark.id, key, axis)
          if (next === undefined) return
          elements.current.get(next)?.focus()
        }
        event.preventDefault()
      }}
    >
      {children}
    </div>
  )
  return (
    <div role="listbox" aria-label={label} aria-orientation={axis} className={className}>
      {bars.flatMap((marks) =>
        marks.map((one, index) => option(one, index === 0 ? marks.slice(1) : [])),
      )}
    </div>
  )
}
