import { Section, Specimen, Specimens } from '#design/specimen.tsx'
import { m } from '#web/messages/generated/messages.js'

const TEXT_SIZES = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl']
const CORNERS = ['rounded-inset', 'rounded-control', 'rounded-panel', 'rounded-full']
const WIDTHS = ['w-1', 'w-2', 'w-4', 'w-6', 'w-8', 'w-16']
const LOOK_ALIKES = 'd3f1a9c2-0O1lI'
const COLUMN = ['1,111.11', '8,098.90']
const LOOPS = ['animate-glow', 'animate-shimmer']

/** Text sizes, spacing, corners, shadows and animations. */
export function MeasuresSection() {
  return (
    <Section
      name="measures"
      heading="--text-* --font-* --spacing --radius-* --shadow-* --animate-*"
    >
      <div className="flex flex-col gap-2">
        {TEXT_SIZES.map((size) => (
          <div key={size} className="flex items-baseline gap-4">
            <span className="w-20 shrink-0 font-mono text-xs text-muted">{size}</span>
            <span className={`${size} min-w-0`}>{m.connect_title()}</span>
          </div>
        ))}
      </div>
      <Specimens>
        <Specimen state="font-medium">
          <span className="font-medium">{m.tasks_count({ count: 1234, shown: '1,234' })}</span>
        </Specimen>
        <Specimen state="font-semibold">
          <span className="font-semibold">{m.tasks_count({ count: 1234, shown: '1,234' })}</span>
        </Specimen>
        <Specimen state="font-mono">
          <span className="font-mono">{LOOK_ALIKES}</span>
        </Specimen>
        <Specimen state="tabular-nums">
          {COLUMN.map((figure) => (
            <span key={figure} className="block tabular-nums">
              {figure}
            </span>
          ))}
        </Specimen>
      </Specimens>
      <Specimens>
        {WIDTHS.map((width) => (
          <Specimen key={width} state={width}>
            <div className={`${width} h-4 bg-edge`} />
          </Specimen>
        ))}
      </Specimens>
      <Specimens>
        {CORNERS.map((corner) => (
          <Specimen key={corner} state={corner}>
            <div className={`${corner} size-12 border border-edge bg-surface`} />
          </Specimen>
        ))}
        <Specimen state="shadow-float">
          <div className="size-12 rounded-panel border border-line bg-raised shadow-float" />
        </Specimen>
        {LOOPS.map((loop) => (
          <Specimen key={loop} state={loop}>
            <div className={`${loop} size-12 rounded-panel bg-line`} />
          </Specimen>
        ))}
      </Specimens>
    </Section>
  )
}
