import { type DragEvent, type Ref, useRef, useState } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { linesOfFile, MAX_LIST_BYTES, withLines } from '#web/posters/batch/batch-input.ts'
import { FileField } from '#web/ui/file-field.tsx'
import { FieldFrame } from '#web/ui/text-field.tsx'

/** The text box for image URLs, one per line. The lines of a file are added to it. */
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
  /** is given a function from the current text to the next */
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
    // The browser inserts dropped text by itself, but it would open a dropped file in place of the page.
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
        {/* Always there, so that its changes are read out. */}
        <p role="status" className="text-sm text-muted">
          {note === '' ? m.batch_file_help() : note}
        </p>
      </div>
    </div>
  )
}

/** The lines of a file, or the reason why there are none as a sentence. */
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
