import { CornerDownLeft } from 'lucide-react'
import { useEffect } from 'react'

import { m } from '#web/messages/generated/messages.js'
import type { SearchReading } from '#web/task-list/search/search-terms.ts'
import { classNames } from '#web/ui/class-names.ts'
import { announce } from '#web/ui/live-region.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { conditionInWords, inOneText } from '#web/video-task/search/search-terms.tsx'

/** The ways to read what is typed, the likeliest first. They lie over the page; the field has the focus and handles the keys. */
export function SearchReadings({
  id,
  readings,
  taken,
  onTake,
}: {
  /** of the listbox. An option has its place after it, such as "id-0" */
  id: string
  readings: readonly SearchReading[]
  /** the place of the one that Enter takes */
  taken: number
  onTake: (text: string) => void
}) {
  const options = readings.map(({ text, terms }) => ({
    text,
    words: terms.map(({ condition }) => conditionInWords(condition)),
    label: terms.map(({ condition }) => inOneText(condition)).join(' · '),
  }))
  const [first] = options
  const reading = first?.label
  useEffect(() => {
    if (reading !== undefined) announce(m.search_reads_as({ reading }))
  }, [reading])
  return (
    <div
      role="listbox"
      tabIndex={-1}
      id={id}
      aria-label={m.search_readings()}
      className="absolute inset-x-0 top-full z-20 mt-1 overflow-clip rounded-panel border border-line bg-raised p-1 text-sm shadow-float"
      // The field keeps the focus.
      onMouseDown={(event) => {
        event.preventDefault()
      }}
    >
      {options.map(({ text, words, label }, at) => (
        // The field handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={text}
          role="option"
          tabIndex={-1}
          id={`${id}-${at}`}
          aria-selected={at === taken}
          title={label}
          className={classNames(
            'flex min-h-control cursor-default items-center gap-2 rounded-control px-2 hover:bg-hover',
            at === taken && 'bg-accent-soft forced-colors:outline',
          )}
          onClick={() => onTake(text)}
        >
          <span className="min-w-0 flex-1 truncate">
            {words.map(({ say, foreign }, place) => (
              <span
                // oxlint-disable-next-line react/no-array-index-key -- the words of a reading never change
                key={place}
                className="not-first:before:text-muted not-first:before:content-['_·_']"
              >
                <SentenceWith shown={foreign} say={say} />
              </span>
            ))}
          </span>
          {at === taken && <CornerDownLeft aria-hidden className="size-3.5 text-muted" />}
        </div>
      ))}
    </div>
  )
}
