import { Download, LayoutGrid, List, Search, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { m } from '#web/messages/generated/messages.js'
import { toolsPlace } from '#web/tasks/places.ts'
import { type ListView, otherView, otherViewLabel } from '#web/tasks/views/list-view.ts'
import { IconButton } from '#web/ui/button.tsx'

/** What the buttons open. */
export type ListTool = 'find' | 'export' | 'options'

/** The buttons of the tools for the whole list. */
export function ListToolButtons({
  view,
  onViewChange,
  onOpen,
  children,
}: {
  view: ListView
  /** undefined: the app is still loading */
  onViewChange?: (view: ListView) => void
  /** undefined: the app is still loading */
  onOpen?: (tool: ListTool) => void
  /** the open tool */
  children?: ReactNode
}) {
  const ViewIcon = view === 'table' ? LayoutGrid : List
  return (
    <span className={toolsPlace}>
      <IconButton
        label={otherViewLabel(view)}
        onClick={onViewChange && (() => onViewChange(otherView(view)))}
      >
        <ViewIcon aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={m.find_open()} onClick={onOpen && (() => onOpen('find'))}>
        <Search aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={m.export_open()} onClick={onOpen && (() => onOpen('export'))}>
        <Download aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={m.options_open()} onClick={onOpen && (() => onOpen('options'))}>
        <Settings2 aria-hidden className="size-4" />
      </IconButton>
      {children}
    </span>
  )
}
