import { type DragEvent, type Ref, useRef, useState } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { linesOfFile, MAX_LIST_BYTES, withLines } from '#web/posters/batch/batch-input.ts'
import { FileField } from '#web/ui/file-field.tsx'
import { FieldFrame } from '#web/ui/text-field.tsx'

/** The box for image URLs, one per line; what a file holds comes into it and is seen there. */
export function AddressBox({
  text,
  problem,
  boxRef,
  onChange,
}: {
  text: string
  /** undefined: no problem */
  problem: string | undefined
  boxRef: Ref<HTMLTextAreaElement>
  /** takes what the text becomes, from what it is by then */
  onChange: (change: (text: string) => string) => void
}) {
  const fileInput = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState('')
  const [fileProblem, setFileProblem] = useState<string>()

  async function take(files: readonly File[]) {
    setNote('')
    setFileProblem(undefined)
    for (const file of files) {
      const read = await readList(file)
      if (typeof read === 'string') setFileProblem(read)
      else {
        onChange((before) => withLines(before, read))
        setNote(m.batch_file_added({ count: read.length, shown: formatNumber(read.length) }))
      }
    }
  }

  function drop(event: DragEvent) {
    // A text that is dropped goes where it was dropped; a file would take the page's place.
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void take([...event.dataTransfer.files])
  }

  return (
    <div
      className="flex flex-col gap-4"
      onDrop={drop}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
    >
      <FieldFrame label={m.batch_urls()} help={m.batch_urls_help()} problem={problem}>
        {({ className, ...box }) => (
          <textarea
            {...box}
            ref={boxRef}
            name="image_urls"
            rows={7}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            wrap="off"
            value={text}
            onChange={({ target }) => {
              const { value } = target
              onChange(() => value)
            }}
            className={`${className.replace('h-field', 'min-h-36')} resize-y py-2`}
          />
        )}
      </FieldFrame>
      <div className="flex flex-col gap-1.5">
        <FileField
          label={m.batch_file()}
          chooseLabel={m.file_choose()}
          problem={fileProblem}
          accept=".txt,.csv,text/plain,text/csv"
          inputRef={fileInput}
          onChange={() => {
            void take([...(fileInput.current?.files ?? [])])
          }}
        />
        {/* The place of the note is there before it. */}
        <p role="status" className="text-sm text-muted">
          {note === '' ? m.batch_file_help() : note}
        </p>
      </div>
    </div>
  )
}

/** The lines of a file, or in a sentence why there are none. */
async function readList(file: File): Promise<string[] | string> {
  if (file.size > MAX_LIST_BYTES) return m.batch_file_large()
  try {
    const lines = linesOfFile(file.name, await file.text())
    if (lines === null) return m.batch_file_kind()
    return lines.length === 0 ? m.batch_file_none() : lines
  } catch {
    return m.batch_file_unreadable()
  }
}
