import type { ReactNode } from 'react'

import { classNames } from '#web/ui/class-names.ts'

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
    <div
      role="radiogroup"
      aria-label={legend}
      className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-control border border-line bg-canvas p-0.5"
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          onPointerEnter={({ currentTarget }) => {
            if (segment.title !== undefined) currentTarget.title = segment.title()
          }}
          onPointerDown={({ pointerType }) => {
            // A finger may be about to scroll.
            if (pointerType === 'mouse') onIntent?.(segment.value)
          }}
          className={classNames(
            'relative flex h-icon shrink-0 items-center gap-1.5 rounded-inset px-2.5 text-sm whitespace-nowrap transition-colors',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-focus',
            segment.value === value
              ? 'bg-surface font-medium text-ink ring-1 ring-edge'
              : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => {
              onChange(segment.value)
            }}
            // Invisible on top of its label, so that clicks reach the radio itself.
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span>{segment.label}</span>
          {segment.note !== undefined && (
            <span className="text-xs font-normal text-muted tabular-nums">{segment.note}</span>
          )}
        </label>
      ))}
    </div>
  )
}
