import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react'

import { counted } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { ListChoice, listQuestion, RowsLeftOut } from '#web/posters/batch/list-choice.tsx'
import { LIST_FILES, type ListProblem, readListFile } from '#web/posters/list-file/list-file.ts'
import { isPicture } from '#web/posters/picture/pictures.ts'
import { FileField } from '#web/ui/file-field.tsx'
import { FieldFrame } from '#web/ui/text-field.tsx'
import { withLines } from '#web/posters/batch/batch-input.ts'
import type { TextEncoding } from '#web/posters/list-file/decode-text.ts'
import { isTableText, type ListPart, readList } from '#web/posters/list-file/read-list.ts'
import { usePosters } from '#web/posters/posters-context.ts'

/** The text box for image URLs, one per line. The lines of a file, or of cells that are pasted, are added to it. */
export function AddressBox({
  text,
  problem,
  boxRef,
  onChange,
}: {
  text: string
  /** undefined: no problem */
  problem: string | undefined
  boxRef: RefObject<HTMLTextAreaElement | null>
  /** is given a function from the current text to the next */
  onChange: (change: (text: string) => string) => void
}) {
  const { info } = usePosters().pictures
  const { added, question, fileProblem, takeFiles, takeCells, choose } = useLists(boxRef, onChange)

  function paste(event: ClipboardEvent) {
    if (takeCells(event.clipboardData.getData('text/plain'), true)) event.preventDefault()
  }

  function drop(event: DragEvent) {
    // Pictures are taken wherever they are dropped, if the host takes any.
    const files = [...event.dataTransfer.files].filter(
      (file) => info === undefined || !isPicture(file),
    )
    // The browser inserts dropped text by itself, but it would open a dropped file in place of the page.
    if (files.length > 0) {
      event.preventDefault()
      void takeFiles(files)
    } else if (takeCells(event.dataTransfer.getData('text/plain'), false)) event.preventDefault()
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
            onPaste={paste}
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
          problem={fileProblem && problemWords[fileProblem]()}
          accept={LIST_FILES}
          onChange={(files) => void takeFiles(files)}
        />
        {/* Always there, so that its changes are read out. */}
        <p role="status" className="text-sm text-muted">
          {noteOf(added, question) || m.batch_file_help()}
        </p>
        <RowsLeftOut rows={added.flatMap(({ part }) => part.leftOut)} />
      </div>
      {question !== undefined && (
        <ListChoice
          parts={question.parts}
          onChoose={(part) => {
            // The button that was pressed goes away.
            boxRef.current?.focus()
            choose(part)
          }}
        />
      )}
    </div>
  )
}

const problemWords: Record<ListProblem, () => string> = {
  workbook: m.batch_file_workbook,
  image: m.batch_file_image,
  kind: m.batch_file_kind,
  large: m.batch_file_large,
  unreadable: m.batch_file_unreadable,
  encoding: m.batch_file_encoding,
  none: m.batch_file_none,
}

/** What was added and what was not, and what is asked. '': nothing to say */
function noteOf(added: readonly Added[], question: ReadList | undefined): string {
  const lines = counted(added.flatMap(({ part }) => part.lines).length)
  const leftOut = counted(added.flatMap(({ part }) => part.leftOut).length)
  const names = new Set(added.map(({ part }) => part.name).filter((name) => name !== ''))
  // The encodings of a mark are certain.
  const guessed = added.map(({ encoding }) => encoding).filter((name) => !name.startsWith('utf'))
  return joinSentences(
    added.length === 0 ? '' : m.batch_file_added(lines),
    ...Array.from(names, (name) => m.batch_list_column({ name: showUntrusted(name, CELL_LENGTH) })),
    ...Array.from(new Set(guessed), (name) =>
      m.batch_list_encoding({ encoding: name.toUpperCase() }),
    ),
    leftOut.count === 0 ? '' : m.batch_list_left_out(leftOut),
    question === undefined ? '' : listQuestion(question.parts),
  )
}

/** A list that was read, and how its lines get into the box: where the cursor is if it was pasted, otherwise at the end. */
interface ReadList {
  parts: readonly ListPart[]
  encoding: TextEncoding
  isPasted: boolean
}

/** What was added from a list. */
interface Added {
  part: ListPart
  encoding: TextEncoding
}

/**
 * Adds the lines of lists to a text box.
 *
 * @param onChange is given a function from the current text to the next
 */
function useLists(
  boxRef: RefObject<HTMLTextAreaElement | null>,
  onChange: (change: (text: string) => string) => void,
) {
  const [added, setAdded] = useState<readonly Added[]>([])
  // Lists that can be read in several ways. The person is asked about the first.
  const [asked, setAsked] = useState<readonly ReadList[]>([])
  const [fileProblem, setFileProblem] = useState<ListProblem>()
  const [question] = asked

  function clear() {
    setAdded([])
    setAsked([])
    setFileProblem(undefined)
  }

  function add(part: ListPart, { encoding, isPasted }: ReadList) {
    const box = boxRef.current
    if (isPasted && box !== null) {
      box.setRangeText(part.lines.join('\n'), box.selectionStart, box.selectionEnd, 'end')
      const { value } = box
      onChange(() => value)
    } else onChange((before) => withLines(before, part.lines))
    setAdded((before) => [...before, { part, encoding }])
  }

  function addOrAsk(list: ReadList) {
    const [part, second] = list.parts
    if (part !== undefined && second === undefined) add(part, list)
    else setAsked((before) => [...before, list])
  }

  async function takeFiles(files: readonly File[]) {
    clear()
    for (const file of files) {
      const read = await readListFile(file)
      if (read.ok) addOrAsk({ ...read, isPasted: false })
      else setFileProblem(read.problem)
    }
  }

  /** Takes the URLs out of cells. @returns false: there are none, and the text is pasted as it is */
  function takeCells(cells: string, isPasted: boolean): boolean {
    const parts = isTableText(cells) ? readList(cells, true) : []
    if (parts.length === 0) return false
    clear()
    addOrAsk({ parts, encoding: 'utf8', isPasted })
    return true
  }

  /** Answers the question. @param part undefined: nothing is added */
  function choose(part: ListPart | undefined) {
    setAsked(asked.slice(1))
    if (part !== undefined && question !== undefined) add(part, question)
  }

  return { added, question, fileProblem, takeFiles, takeCells, choose }
}
