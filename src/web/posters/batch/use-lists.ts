import { type RefObject, useState } from 'react'

import { withLines } from '#web/posters/batch/batch-input.ts'
import type { TextEncoding } from '#web/posters/list-file/decode-text.ts'
import { type ListProblem, readListFile } from '#web/posters/list-file/list-file.ts'
import { isTableText, type ListPart, readList } from '#web/posters/list-file/read-list.ts'

/** A list that was read, and how its lines get into the box: where the cursor is if it was pasted, otherwise at the end. */
export interface ReadList {
  parts: readonly ListPart[]
  encoding: TextEncoding
  isPasted: boolean
}

/** What was added from a list. */
export interface Added {
  part: ListPart
  encoding: TextEncoding
}

/**
 * Adds the lines of lists to a text box.
 *
 * @param onChange is given a function from the current text to the next
 */
export function useLists(
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
