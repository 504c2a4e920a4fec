import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import type { ExportPart } from '#web/tasks/export/export-tasks.tsx'
import type { NamedTasks } from '#web/task-list/list-page.ts'
import { listAddress, taskAddress } from '#web/tasks/tasks-address.ts'

/** The IDs of the selected tasks, one per line. A task without an ID has its number there. */
export function idLines(tasks: NamedTasks): string {
  return [...tasks.values()].map(({ task: { uuid, id } }) => uuid ?? String(id)).join('\n')
}

/**
 * Links to the details of the selected tasks, one per line. Each leads to the page where the task was last seen.
 *
 * @param host with its scheme, such as https://marquee.example
 */
export function linkLines(tasks: NamedTasks, host: string): string {
  const lines = [...tasks].map(([name, { origin }]) =>
    taskAddress(`${host}${listAddress(origin.request)}`, name),
  )
  return lines.join('\n')
}

/** The selected tasks as an export choice; empty if nothing is selected. */
export function selectedPart(tasks: NamedTasks): ExportPart[] {
  const count = tasks.size
  if (count === 0) return []
  return [
    {
      name: 'selected',
      label: m.export_selected(),
      help: m.export_selected_help({ count, shown: formatNumber(count) }),
      // The tasks may come from lists with different filters.
      filter: {},
      rows: [...tasks.values()].map(({ task, evidence }) => ({
        row: { kind: 'task', task },
        evidence,
      })),
    },
  ]
}
