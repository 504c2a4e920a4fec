import { type ComponentProps, memo, type ReactNode } from 'react'

import {
  segmentNoteClasses,
  segmentClasses,
  segmentRadioClasses,
  segmentsClasses,
} from '#web/ui/classes.ts'
import { giveTitle } from '#web/ui/tap-hint.tsx'

/** An option of a segmented control. */
export interface Segment<Value extends string> {
  value: Value
  label: string
  /** muted, after the label, for example a total */
  note?: ReactNode
  /** made when the pointer comes, as it may need a formatter */
  title?: () => string
}

/** A radio group that looks like one bar. Where that is too narrow, it has a second line. */
export function Segmented<Value extends string>({
  legend,
  name,
  value,
  segments,
  onChange,
  onIntent,
}: {
  legend: string
  /** of the radio inputs, unique on the page */
  name: string
  value: Value
  segments: readonly Segment<Value>[]
  onChange: (value: Value) => void
  /** called when a mouse button goes down on a segment: it is chosen when the button goes up */
  onIntent?: (value: Value) => void
}) {
  return (
    <div role="radiogroup" aria-label={legend} className={segmentsClasses}>
      {segments.map((segment) => (
        <label
          key={segment.value}
          onPointerEnter={(event) => {
            if (segment.title !== undefined) giveTitle(event, segment.title)
          }}
          onPointerDown={({ pointerType }) => {
            // A finger may be about to scroll.
            if (pointerType === 'mouse') onIntent?.(segment.value)
          }}
          onChange={() => onChange(segment.value)}
          className={segmentClasses}
        >
          <HandledInput
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            className={segmentRadioClasses}
          />
          <span>{segment.label}</span>
          {segment.note !== undefined && <span className={segmentNoteClasses}>{segment.note}</span>}
        </label>
      ))}
    </div>
  )
}

/** An input whose place handles its changes: hence `readOnly`. Memoized: React sets four attributes of an input whenever it renders it. */
export const HandledInput = memo(function HandledInput(props: ComponentProps<'input'>) {
  return <input {...props} readOnly />
})
