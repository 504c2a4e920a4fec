import { type CSSProperties, type ReactNode, useRef, useState } from 'react'

import { type MarkSelection, nextMark, type PlotMark } from '#web/insights/plots/plot-mark.ts'
import { classNames } from '#web/ui/class-names.ts'

/** A mark, where it is drawn, and what stands in it. */
export interface PlacedMark {
  mark: PlotMark
  style?: CSSProperties
  children?: ReactNode
}

/** The marks of a plot as one stop of the keyboard: arrow keys go from one to the next, Enter and Space select. */
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
  /** bars with their marks, the whole bar first */
  bars: readonly (readonly PlacedMark[])[]
  className: string
  markClass: string
}) {
  const [lastId, setLastId] = useState<string>()
  const elements = useRef(new Map<string, HTMLElement>())
  const ids = bars.map((marks) => marks.map(({ mark }) => mark.id))
  // Bars may have gone meanwhile.
  const current = ids.flat().find((id) => id === lastId) ?? ids[0]?.[0]
  const wholes = new Set(ids.map(([whole]) => whole))
  const isPart = ({ id }: PlotMark) => !wholes.has(id)
  /** What is pressed in a whole bar is the part at that height. */
  const pressed = (marks: readonly PlacedMark[], y: number) =>
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
      // What has words in it is named by them.
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
        onSelect(pressed(parts, clientY) ?? mark)
      }}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
        if (event.key === 'Enter' || event.key === ' ') onSelect(mark)
        else {
          const next = nextMark(ids, mark.id, event.key, axis)
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
