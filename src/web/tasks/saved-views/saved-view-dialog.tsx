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

/** What the dialog is for: to name the list on screen, or to change the views. */
export type SavedViewTask = 'save' | 'edit'

/** The dialog that saves a view, and the dialog that renames, orders and removes views. */
export function SavedViewDialog({
  task,
  address,
  onClose,
}: {
  task: SavedViewTask
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
        <SaveForm
          views={views}
          onSave={(name) => {
            if (!tryChange(withSaved(views, { name, address, usedAt: Date.now() }))) return
            announce(m.saved_view_saved({ name }))
            onClose()
          }}
        />
      ) : (
        <ViewList views={views} onChange={tryChange} onLostFocus={() => heading.current?.focus()} />
      )}
    </Dialog>
  )
}

function SaveForm({
  views,
  onSave,
}: {
  views: readonly SavedView[]
  onSave: (name: string) => void
}) {
  const [typed, setTyped] = useState('')
  const known = viewNamed(views, readViewName(typed) ?? '')
  return (
    <NameForm
      name=""
      note={known && m.saved_view_replaces()}
      problemOf={() => undefined}
      onType={setTyped}
      onName={onSave}
    >
      <p className="text-sm text-muted">{m.saved_view_help()}</p>
      <Button type="submit" tone="primary" size="large">
        {known ? m.saved_view_replace() : m.saved_view_save()}
      </Button>
    </NameForm>
  )
}

/** The field for a name. What is wrong with it shows after it was submitted. */
function NameForm({
  name,
  note,
  problemOf,
  onType,
  onName,
  children,
}: {
  name: string
  note?: string | undefined
  problemOf: (name: string) => string | undefined
  onType?: (typed: string) => void
  onName: (name: string) => void
  children: ReactNode
}) {
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string>()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = readViewName(typed)
    const found = read === undefined ? m.saved_view_name_problem() : problemOf(read)
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
        note={note}
        problem={problem}
        onChange={({ target: { value } }) => {
          setTyped(value)
          setProblem(undefined)
          onType?.(value)
        }}
      />
      {children}
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
  return (
    <>
      <ol className="flex flex-col divide-y divide-line">
        {views.map((view, at) => (
          <li key={view.name} className="flex min-h-11 items-center gap-1 py-1">
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
                <span className="flex gap-2">
                  <Button type="submit" tone="primary">
                    {m.rename_submit()}
                  </Button>
                  <Button onClick={() => change(views, '')}>{m.cancel()}</Button>
                </span>
              </NameForm>
            ) : (
              <ViewRow
                name={view.name}
                isFirst={at === 0}
                isLast={at === views.length - 1}
                onMove={(button, by) => move(button, at, at + by)}
                onRename={() => setRenamed(view.name)}
                onRemove={() =>
                  change(
                    views.filter((one) => one !== view),
                    m.saved_view_removed({ name: view.name }),
                  )
                }
              />
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

/** A name, and what can be done with its view. */
function ViewRow({
  name,
  isFirst,
  isLast,
  onMove,
  onRename,
  onRemove,
}: {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (button: HTMLButtonElement, by: 1 | -1) => void
  onRename: () => void
  onRemove: () => void
}) {
  const arrow = (label: string, Icon: LucideIcon, isEnd: boolean, by: 1 | -1) => (
    <IconButton
      label={label}
      // It keeps the focus at the end of the list.
      aria-disabled={isEnd}
      onClick={({ currentTarget }) => {
        if (!isEnd) onMove(currentTarget, by)
      }}
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  )
  return (
    <>
      <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
      {arrow(m.saved_view_up({ name }), ArrowUp, isFirst, -1)}
      {arrow(m.saved_view_down({ name }), ArrowDown, isLast, 1)}
      <IconButton label={m.account_rename_named({ name })} onClick={onRename}>
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={m.search_remove({ term: name })} onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </>
  )
}
