import { type CSSProperties, type ReactNode, useRef, useState } from 'react'

import { openMark, type MarkLinks, type PlotMark } from '#web/insights/plots/plot-spec.ts'
import { classNames } from '#web/ui/class-names.ts'
import { pressedKeyAlone } from '#web/ui/key-press.ts'

/** A mark with its place in the plot, and its content if it has any. */
interface PlacedMark {
  mark: PlotMark
  style?: CSSProperties
  children?: ReactNode
}

/** The marks of a plot as links with one tab stop. Arrow keys move between them. */
export function MarkList({
  label,
  axis,
  bars,
  links,
  className,
  markClass,
}: {
  links: MarkLinks
  label: string
  axis: Axis
  /** the marks of each bar, the mark of the whole bar first */
  bars: readonly (readonly PlacedMark[])[]
  className: string
  markClass: string
}) {
  const [lastSearch, setLastSearch] = useState<string>()
  const elements = useRef(new Map<string, HTMLElement>())
  const searches = bars.map((marks) => marks.map(({ mark }) => mark.search))
  // The last mark may be gone, as bars change during a scan.
  const current = searches.flat().find((search) => search === lastSearch) ?? searches[0]?.[0]
  /** The mark at a height on the screen. A click on the whole bar opens the part there. */
  const markAt = (y: number, marks: readonly PlacedMark[]) =>
    marks.find(({ mark }) => {
      const box = elements.current.get(mark.search)?.getBoundingClientRect()
      return box !== undefined && y >= box.top && y < box.bottom
    })?.mark
  const link = ({ mark, style, children }: PlacedMark, parts?: readonly PlacedMark[]) => (
    <a
      key={mark.search}
      ref={(element) => {
        if (element === null) elements.current.delete(mark.search)
        else elements.current.set(mark.search, element)
      }}
      href={links.hrefOf(mark)}
      tabIndex={mark.search === current ? 0 : -1}
      // A mark with content is named by it.
      aria-label={children === undefined ? mark.name : undefined}
      title={[mark, ...(parts ?? []).map((part) => part.mark)].map(({ name }) => name).join('\n')}
      style={style}
      className={classNames(
        'hover:bg-ink/10',
        markClass,
        parts === undefined && 'pointer-events-none focus-visible:pointer-events-auto',
      )}
      onFocus={() => setLastSearch(mark.search)}
      onClick={(event) => {
        // The keyboard has no place on the screen.
        const part = event.detail === 0 ? undefined : markAt(event.clientY, parts ?? [])
        openMark(event, part ?? mark, links)
      }}
      onKeyDown={(event) => {
        const key = pressedKeyAlone(event.nativeEvent)
        const next = key === undefined ? undefined : nextMark(searches, mark.search, key, axis)
        if (next === undefined) return
        elements.current.get(next)?.focus()
        event.preventDefault()
      }}
    >
      {children}
    </a>
  )
  return (
    <div role="group" aria-label={label} className={className}>
      {bars.flatMap((marks) =>
        marks.map((one, index) => link(one, index === 0 ? marks.slice(1) : undefined)),
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
 * @param bars the marks of each bar, the whole bar first
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
