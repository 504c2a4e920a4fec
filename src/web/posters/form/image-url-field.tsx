import type { RefObject } from 'react'

import { m } from '#web/messages/generated/messages.js'
import {
  imageNoteWords,
  imageProblemWords,
  suggestionWords,
} from '#web/posters/form/image-url-words.ts'
import type { ImageUrlReading } from '#contract/read-image-url.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { afterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** The field for an image URL: what is wrong with it, what was put right, and one press for what is probably meant. */
export function ImageUrlField({
  value,
  reading,
  inputRef,
  onChange,
  onComplete,
}: {
  value: string
  /** undefined: nothing is said yet */
  reading: ImageUrlReading | undefined
  inputRef: RefObject<HTMLInputElement | null>
  onChange: (value: string) => void
  /** the person has left the field, or pasted into it */
  onComplete: () => void
}) {
  // Several URLs do not fit into one field.
  const suggestion = reading?.suggestion?.includes('\n') === false ? reading.suggestion : undefined
  const suggested =
    reading === undefined || suggestion === undefined ? '' : (suggestionWords(reading) ?? '')
  const said = reading?.ok === false ? imageProblemWords(reading, value) : noteOf(reading)
  const words = said === undefined ? undefined : joinSentences(said, suggested)
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={m.poster_image_url()}
        help={m.poster_image_url_help()}
        inputRef={inputRef}
        type="url"
        inputMode="url"
        name="image_url"
        required
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="go"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
        }}
        onPaste={onComplete}
        onBlur={() => {
          if (value !== '') afterPress(onComplete)
        }}
        problem={reading?.ok === false ? words : undefined}
        note={words}
      />
      {suggestion !== undefined && (
        <Button
          className="self-start"
          onClick={() => {
            onChange(suggestion)
            inputRef.current?.focus()
          }}
        >
          {m.image_use()}
        </Button>
      )}
    </div>
  )
}

function noteOf(reading: ImageUrlReading | undefined): string | undefined {
  return reading?.ok === true ? imageNoteWords(reading) : undefined
}
