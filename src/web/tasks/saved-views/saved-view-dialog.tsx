import { ArrowDown, ArrowUp, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  readViewName,
  type SavedView,
  useSavedViews,
  viewNamed,
  withMove,
  withSaved,
  withStandard,
} from '#web/tasks/saved-views/saved-views.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusOnce } from '#web/ui/page-heading.tsx'
import { focusInvalid, TextField } from '#web/ui/text-field.tsx'

/** The dialog that saves a view, and the dialog that renames, orders and removes views. */
export function SavedViewDialog({
  task,
  address,
  onClose,
}: {
  /** to name the list on screen, or to change the views */
  task: 'save' | 'edit'
  /** of the list on screen */
  address: string
  onClose: () => void
}) {
  const { views, change } = useSavedViews()
  const [isUnkept, setIsUnkept] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSaving = task === 'save' && !isUnkept
  /** @returns whether the browser keeps it */
  function tryChange(next: readonly SavedView[]): boolean {
    const isKept = change(next)
    setIsUnkept(!isKept)
    return isKept
  }
  return (
    <Dialog
      title={isSaving ? m.saved_view_save() : m.saved_views()}
      // A title that can have the focus would take it from the field.
      {...(!isSaving && { heading })}
      closeLabel={m.close()}
      onClose={onClose}
    >
      {isUnkept && <Banner tone="problem" title={m.choice_unkept()} />}
      {isSaving ? (
        <NameForm
          name=""
          noteOf={(name) => viewNamed(views, name) && m.saved_view_replaces()}
          onName={(name) => {
            if (!tryChange(withSaved(views, { name, address, usedAt: Date.now() }))) return
            announce(m.saved_view_saved({ name }))
            onClose()
          }}
        >
          {(name) => (
            <>
              <p className="text-sm text-muted">{m.saved_view_help()}</p>
              <Button type="submit" tone="primary" size="large">
                {viewNamed(views, name) ? m.saved_view_replace() : m.saved_view_save()}
              </Button>
            </>
          )}
        </NameForm>
      ) : (
        <ViewList views={views} onChange={tryChange} onLostFocus={() => heading.current?.focus()} />
      )}
    </Dialog>
  )
}

/** The field for a name. What is wrong with it shows after it was submitted. */
function NameForm({
  name,
  noteOf,
  problemOf,
  onName,
  children,
}: {
  name: string
  /** what to know about a name */
  noteOf?: (name: string) => string | undefined
  problemOf?: (name: string) => string | undefined
  onName: (name: string) => void
  /** @param name as it is typed */
  children: (name: string) => ReactNode
}) {
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string>()
  const known = readViewName(typed) ?? ''
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = readViewName(typed)
    const found = read === undefined ? m.saved_view_name_problem() : problemOf?.(read)
    flushSync(() => setProblem(found))
    if (read === undefined || found !== undefined) focusInvalid(form)
    else onName(read)
  }
  return (
    <form noValidate className="flex w-full flex-col gap-4" onSubmit={submit}>
      <TextField
        label={m.saved_view_name()}
        autoComplete="off"
        inputRef={focusOnce}
        value={typed}
        note={noteOf?.(known)}
        problem={problem}
        onChange={({ target: { value } }) => {
          setTyped(value)
          setProblem(undefined)
        }}
      />
      {children(known)}
    </form>
  )
}

/** The views in their order. Each can be renamed, moved and removed. */
function ViewList({
  views,
  onChange,
  onLostFocus,
}: {
  views: readonly SavedView[]
  onChange: (views: readonly SavedView[]) => void
  /** called when the control that had the focus is gone */
  onLostFocus: () => void
}) {
  const [renamed, setRenamed] = useState<string>()
  const [said, setSaid] = useState('')
  function move(button: HTMLButtonElement, from: number, to: number) {
    const name = views[from]?.name
    if (name === undefined) return
    const [place, count] = [formatNumber(to + 1), formatNumber(views.length)]
    flushSync(() => {
      onChange(withMove(views, from, to))
      setSaid(m.saved_view_moved({ name, place, count }))
    })
    // The browser takes the focus from an element that moves.
    button.focus()
  }
  function change(next: readonly SavedView[], text: string) {
    flushSync(() => {
      onChange(next)
      setRenamed(undefined)
      setSaid(text)
    })
    onLostFocus()
  }
  const arrow = (label: string, Icon: LucideIcon, from: number, to: number) => (
    <IconButton
      label={label}
      // It keeps the focus at the end of the list.
      aria-disabled={views[to] === undefined}
      onClick={({ currentTarget }) => {
        if (views[to] !== undefined) move(currentTarget, from, to)
      }}
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  )
  return (
    <>
      <ol className="flex flex-col">
        {views.map((view, at) => (
          <li
            key={view.name}
            className="flex min-h-11 items-center gap-1 border-b border-line py-1 last:border-b-0"
          >
            {renamed === view.name ? (
              <NameForm
                name={view.name}
                problemOf={(name) =>
                  [undefined, view].includes(viewNamed(views, name))
                    ? undefined
                    : m.saved_view_taken()
                }
                onName={(name) =>
                  change(
                    views.map((one) => (one === view ? { ...one, name } : one)),
                    '',
                  )
                }
              >
                {() => (
                  <span className="flex gap-2">
                    <Button type="submit" tone="primary">
                      {m.rename_submit()}
                    </Button>
                    <Button onClick={() => change(views, '')}>{m.cancel()}</Button>
                  </span>
                )}
              </NameForm>
            ) : (
              <>
                <bdi className="min-w-0 flex-1 wrap-anywhere">{view.name}</bdi>
                {arrow(m.saved_view_up({ name: view.name }), ArrowUp, at, at - 1)}
                {arrow(m.saved_view_down({ name: view.name }), ArrowDown, at, at + 1)}
                <IconButton
                  label={m.account_rename_named({ name: view.name })}
                  onClick={() => setRenamed(view.name)}
                >
                  <Pencil aria-hidden className="size-4" />
                </IconButton>
                <IconButton
                  label={m.search_remove({ term: view.name })}
                  onClick={() =>
                    change(
                      views.filter((one) => one !== view),
                      m.saved_view_removed({ name: view.name }),
                    )
                  }
                >
                  <Trash2 aria-hidden className="size-4" />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ol>
      {withStandard(views) !== views && (
        <Button className="self-start" onClick={() => change(withStandard(views), '')}>
          {m.saved_views_restore()}
        </Button>
      )}
      {/* Its space is reserved, so that no button moves while a person clicks it. */}
      <p role="status" className="min-h-5 text-sm text-muted">
        {said}
      </p>
    </>
  )
}
