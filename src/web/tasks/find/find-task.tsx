import { type ReactNode, useState } from 'react'

import type { VideoTask, VideoTaskRow } from '#contract/video-tasks.ts'
import { useApiSession } from '#web/api/session.tsx'
import { openTaskScan, type TaskScan } from '#web/task-list/scan/task-scan.ts'
import { m } from '#web/messages/generated/messages.js'
import { FoundTasks, foundWords } from '#web/tasks/find/found-tasks.tsx'
import { readTaskQuery, type TaskQuery } from '#web/tasks/find/task-query.ts'
import { findAmong, type Found, NOTHING_FOUND } from '#web/tasks/find/find-among.ts'
import type { SeenTask } from '#web/task-list/list-page.ts'
import { TaskSearch } from '#web/tasks/find/task-search.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** A search: this page answers it at once, or the whole list is scanned. */
type Search =
  | { kind: 'on-page'; found: Found }
  | { kind: 'in-list'; query: TaskQuery; list: TaskScan; nth: number }

/** The dialog "Find task": looks for an ID from a ticket on this page, and then in the whole list. */
export function FindTask({
  rows,
  onOpen,
  onClose,
}: {
  /** the rows of the page on screen */
  rows: readonly VideoTaskRow[]
  /** seen: the reply in which it was found; undefined if it is on the page on screen */
  onOpen: (task: VideoTask, seen?: SeenTask) => void
  onClose: () => void
}) {
  const session = useApiSession()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [search, setSearch] = useState<Search>()
  function find() {
    const query = readTaskQuery(text)
    setProblem(query === undefined ? m.find_problem() : undefined)
    if (query === undefined) return
    const found = findAmong(query, rows, NOTHING_FOUND)
    if (found.hasWhole) setSearch({ kind: 'on-page', found })
    else {
      // Search all tasks and ignore the filter: a ticket does not say which status its task has.
      const list = openTaskScan(session, {})
      const nth = search?.kind === 'in-list' ? search.nth + 1 : 0
      setSearch({ kind: 'in-list', query, list, nth })
    }
  }
  return (
    <Dialog title={m.find_open()} closeLabel={m.close()} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
      >
        <TextField
          label={m.find_label()}
          help={m.find_help()}
          problem={problem}
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
          }}
          trailing={
            <Button type="submit" tone="primary" className="h-field px-4">
              {m.find_submit()}
            </Button>
          }
        />
      </form>
      {search !== undefined && results(search)}
    </Dialog>
  )

  function results(at: Search): ReactNode {
    if (at.kind === 'on-page') {
      return (
        <>
          <p role="status" className="text-sm">
            {foundWords(at.found)}
          </p>
          <FoundTasks found={at.found} onOpen={({ task }) => onOpen(task)} />
        </>
      )
    }
    return (
      <TaskSearch
        key={at.nth}
        query={at.query}
        list={at.list}
        onOpen={(seen) => onOpen(seen.task, seen)}
      />
    )
  }
}
