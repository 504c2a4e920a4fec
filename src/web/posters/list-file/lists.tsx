import { type RefObject, useId, useState } from 'react'

import { counted, formatNumber } from '#web/format/number.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { TextEncoding } from '#web/posters/list-file/decode-text.ts'
import { type ListProblem, readListFile } from '#web/posters/list-file/list-file.ts'
import {
  isTableText,
  type ListPart,
  readList,
  type RowLeftOut,
} from '#web/posters/list-file/read-list.ts'
import { Button } from '#web/ui/button.tsx'

/** How many of the rows that are left out are listed. */
const NAMED = 20

/** A list that was read, in one way or in several. */
export interface ReadList {
  parts: readonly ListPart[]
  encoding: TextEncoding
}

/** What was added from a list. */
export interface Added {
  part: ListPart
  encoding: TextEncoding
}

/** Reads lists of image URLs: files, and cells that are pasted. @param add is given their lines */
export function useLists(add: (lines: readonly string[]) => void) {
  const [added, setAdded] = useState<readonly Added[]>([])
  // Lists that can be read in several ways. The person is asked about the first.
  const [asked, setAsked] = useState<readonly ReadList[]>([])
  const [problem, setProblem] = useState<ListProblem>()
  const [question] = asked

  function clear() {
    setAdded([])
    setAsked([])
    setProblem(undefined)
  }

  function addPart(part: ListPart, { encoding }: ReadList) {
    add(part.lines)
    setAdded((before) => [...before, { part, encoding }])
  }

  function addOrAsk(list: ReadList) {
    const [part, second] = list.parts
    if (part !== undefined && second === undefined) addPart(part, list)
    else setAsked((before) => [...before, list])
  }

  return {
    added,
    question,
    problem,
    takeFiles: async (files: readonly File[]) => {
      clear()
      for (const file of files) {
        const read = await readListFile(file)
        if (read.ok) addOrAsk(read)
        else setProblem(read.problem)
      }
    },
    /** Takes the URLs out of cells. @returns false: there are none */
    takeCells: (cells: string): boolean => {
      const parts = isTableText(cells) ? readList(cells, true) : []
      if (parts.length === 0) return false
      clear()
      addOrAsk({ parts, encoding: 'utf8' })
      return true
    },
    /** Answers the question. @param part undefined: nothing is added */
    choose: (part: ListPart | undefined) => {
      setAsked(asked.slice(1))
      if (part !== undefined && question !== undefined) addPart(part, question)
    },
  }
}

/** What was added from lists and what was not, and what is asked. */
export function ListNotes({
  lists: { added, question, problem, choose },
  returnTo,
}: {
  lists: ReturnType<typeof useLists>
  /** gets the focus after the question */
  returnTo: RefObject<HTMLElement | null>
}) {
  return (
    <>
      {problem !== undefined && (
        <p role="alert" className="text-sm text-failed">
          {problemWords[problem]()}
        </p>
      )}
      {/* Always there, so that its changes are read out. */}
      <p role="status" className="text-sm text-muted empty:-mt-2">
        {noteOf(added, question)}
      </p>
      <RowsLeftOut rows={added.flatMap(({ part }) => part.leftOut)} />
      {question !== undefined && (
        <ListChoice
          parts={question.parts}
          onChoose={(part) => {
            // The button that was pressed goes away.
            returnTo.current?.focus()
            choose(part)
          }}
        />
      )}
    </>
  )
}

const problemWords: Record<ListProblem, () => string> = {
  workbook: m.batch_file_workbook,
  image: m.picture_problem_off,
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

/** Asks which of the ways to read a list is meant, with the first URL of each. */
function ListChoice({
  parts,
  onChoose,
}: {
  parts: readonly ListPart[]
  /** undefined: none of them */
  onChoose: (part: ListPart | undefined) => void
}) {
  const id = useId()
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="flex flex-col items-start gap-3 rounded-panel border border-line px-4 py-3"
    >
      <p id={id} className="text-sm font-medium">
        {listQuestion(parts)}
      </p>
      {parts.map((part) => (
        <div key={`${part.kind} ${part.column}`} className="flex max-w-full flex-col gap-1">
          <Button
            aria-describedby={`${id}-${part.kind}-${part.column}`}
            onClick={() => onChoose(part)}
            className="max-w-full self-start"
          >
            <span className="truncate">{nameOf(part)}</span>
          </Button>
          <p id={`${id}-${part.kind}-${part.column}`} className="text-sm wrap-anywhere text-muted">
            {m.batch_list_example({
              count: part.lines.length,
              shown: formatNumber(part.lines.length),
              url: showUntrusted(part.lines[0] ?? '', CELL_LENGTH),
            })}
          </p>
        </div>
      ))}
      <Button tone="quiet" onClick={() => onChoose(undefined)}>
        {m.batch_list_nothing()}
      </Button>
    </div>
  )
}

/** What ListChoice asks. */
function listQuestion(parts: readonly ListPart[]): string {
  return parts.some(({ kind }) => kind === 'lines') ? m.batch_list_where() : m.batch_list_which()
}

/** The rows of a list that are left out, by their number. */
function RowsLeftOut({ rows }: { rows: readonly RowLeftOut[] }) {
  if (rows.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm text-muted">
      {rows.slice(0, NAMED).map(({ row, text }, index) => (
        // Several files can have the same row.
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order
        <li key={index} className="wrap-anywhere">
          <span className="font-medium tabular-nums">
            {m.batch_list_row({ row: formatNumber(row) })}
          </span>
          <span>{' · '}</span>
          <bdi lang="">{showUntrusted(text, CELL_LENGTH)}</bdi>
        </li>
      ))}
      {rows.length > NAMED && <li>{m.batch_more({ shown: formatNumber(rows.length - NAMED) })}</li>}
    </ul>
  )
}

function nameOf({ kind, name, column }: ListPart): string {
  if (kind === 'columns') return m.batch_list_all()
  if (kind === 'lines') return m.batch_list_whole()
  return name === ''
    ? m.batch_list_numbered({ number: formatNumber(column) })
    : m.batch_list_named({ name: showUntrusted(name, CELL_LENGTH) })
}
