import { Bookmark } from 'lucide-react'
import { type ComponentProps, useId, useRef, useState } from 'react'

import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { m } from '#web/messages/generated/messages.js'
import { savedViewsClasses } from '#web/tasks/classes.ts'
import {
  type SavedView,
  useSavedViews,
  viewsBeside,
  withUse,
} from '#web/tasks/saved-views/saved-views.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useCommands } from '#web/ui/commands.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useOpenLayer } from '#web/ui/pauses.ts'
import { opensElsewhere } from '#web/ui/key-press.ts'

const SavedViewDialog = lazyPart(
  async () => (await import('#web/tasks/saved-views/saved-view-dialog.tsx')).SavedViewDialog,
  NotLoaded,
)

/** What the dialog is for. */
type SavedViewTask = ComponentProps<typeof SavedViewDialog>['task']

interface SavedViewProps {
  /** of the list on screen, as a saved view has it */
  address: string
  onSavedView: (address: string) => void
}

/** Links to the views that were used last. */
export function SavedViewLinks(props: SavedViewProps) {
  const { views } = useSavedViews()
  return (
    <ul aria-label={m.saved_views()} className={savedViewsClasses}>
      {viewsBeside(views).map((view) => (
        <li key={view.name} className="max-w-32 min-w-0">
          <ViewLink
            {...props}
            view={view}
            className="px-2 text-muted hover:text-ink aria-[current=page]:text-ink"
          />
        </li>
      ))}
    </ul>
  )
}

/** The width of the menu and its least distance from the edges of the screen, in pixels. */
const [MENU_PX, GAP_PX] = [288, 8]

/** The button that opens the menu of the saved views, which are commands too. */
export function SavedViewButton(props: SavedViewProps) {
  const { views, change } = useSavedViews()
  const [task, setTask] = useState<SavedViewTask>()
  const group = m.saved_views()
  useCommands(
    [
      ...views.map(({ name, address }) => ({
        id: `saved-view-${name}`,
        group,
        label: name,
        run: () => {
          change(withUse(views, name, Date.now()), true)
          props.onSavedView(address)
        },
      })),
      { id: 'save-view', group, label: m.saved_view_save(), run: () => setTask('save') },
      { id: 'edit-views', group, label: m.saved_views_edit(), run: () => setTask('edit') },
    ],
    0,
  )
  return (
    <>
      <SavedViewMenu {...props} onTask={setTask} />
      {task !== undefined && (
        <SavedViewDialog task={task} address={props.address} onClose={() => setTask(undefined)} />
      )}
    </>
  )
}

/** The button with its menu: all views, and what changes them. */
function SavedViewMenu({
  onTask,
  ...links
}: SavedViewProps & { onTask: (task: SavedViewTask) => void }) {
  const { views } = useSavedViews()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const menuId = useId()
  useOpenLayer('menu', isOpen)
  const action = (label: string, task: SavedViewTask) => (
    <button
      type="button"
      popoverTarget={menuId}
      popoverTargetAction="hide"
      className="h-control rounded-control px-2.5 text-left text-sm hover:bg-hover"
      onClick={() => onTask(task)}
    >
      {label}
    </button>
  )
  return (
    <>
      <IconButton
        ref={button}
        label={m.saved_views()}
        word={m.saved_views()}
        popoverTarget={menuId}
      >
        <Bookmark aria-hidden className="size-4" />
      </IconButton>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        onBeforeToggle={({ currentTarget: { style } }) => {
          const { bottom = 0, left = 0 } = button.current?.getBoundingClientRect() ?? {}
          style.top = `${String(bottom + GAP_PX / 2)}px`
          // Where the button begins, but within the screen, also when that gets narrower.
          style.left = `min(${String(left)}px, 100% - ${String(MENU_PX + GAP_PX)}px)`
          style.maxHeight = `calc(100dvh - ${String(bottom + 2 * GAP_PX)}px)`
        }}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        // Close the menu when the focus moves on. The button toggles it by itself.
        onBlur={({ currentTarget, relatedTarget }) => {
          const isLeft = relatedTarget !== null && !currentTarget.contains(relatedTarget)
          if (isLeft && relatedTarget !== button.current) currentTarget.hidePopover()
        }}
        className="fixed right-auto bottom-auto m-0 w-72 overflow-y-auto overscroll-contain rounded-panel border border-line bg-raised p-1.5 text-ink shadow-float"
      >
        {isOpen && (
          <div className="flex flex-col">
            <ul aria-label={m.saved_views()} className="flex flex-col">
              {views.map((view) => (
                <li key={view.name}>
                  <ViewLink
                    {...links}
                    view={view}
                    className="px-2.5 hover:bg-hover"
                    onFollow={() => menu.current?.hidePopover()}
                  />
                </li>
              ))}
            </ul>
            <div className="mt-1.5 flex flex-col border-t border-line pt-1.5">
              {action(m.saved_view_save(), 'save')}
              {action(m.saved_views_edit(), 'edit')}
            </div>
          </div>
        )}
      </div>
    </>
  )
}

/** A link to a view. It is marked if the screen shows exactly this list. */
function ViewLink({
  view: { name, address },
  address: shown,
  className,
  onSavedView,
  onFollow,
}: SavedViewProps & { view: SavedView; className: string; onFollow?: () => void }) {
  const { views, change } = useSavedViews()
  return (
    <a
      href={address}
      aria-current={address === shown ? 'page' : undefined}
      title={name}
      className={classNames(
        'flex h-control items-center rounded-control text-sm aria-[current=page]:bg-hover aria-[current=page]:font-medium',
        className,
      )}
      onClick={(event) => {
        change(withUse(views, name, Date.now()), true)
        if (opensElsewhere(event)) return
        event.preventDefault()
        onFollow?.()
        onSavedView(address)
      }}
    >
      <bdi className="truncate">{name}</bdi>
    </a>
  )
}
