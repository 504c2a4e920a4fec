import {
  type FilterName,
  type ListFilters,
  TASK_SCENES,
  TASK_STATUSES,
} from '#contract/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import type { SelectOption } from '#web/ui/select.tsx'
import { sceneLabel, statusLabel } from '#web/video-task/labels.ts'

/** A filter as a person sees it. */
interface FilterWords {
  label: () => string
  /** the choices; the first one is no filtering */
  options: () => SelectOption[]
}

// Browsers use an empty value for "no choice".
export const NO_FILTER = ''

/** The words of each filter of a list. The controls, what is counted and what is said follow from them. */
export const filterWords: Readonly<Record<FilterName, FilterWords>> = {
  status: words(m.tasks_status, m.status_all, TASK_STATUSES, statusLabel),
  scene: words(m.tasks_scene, m.scene_any, TASK_SCENES, sceneLabel),
}

function words<Value extends string>(
  label: () => string,
  any: () => string,
  values: readonly Value[],
  valueLabel: (value: Value) => string,
): FilterWords {
  return {
    label,
    options: () => [
      { value: NO_FILTER, label: any() },
      ...values.map((value) => ({ value, label: valueLabel(value) })),
    ],
  }
}

/** The choices of a filter. The first one is no filtering; its value is empty. */
export function filterOptions(name: FilterName): SelectOption[] {
  return filterWords[name].options()
}

/** A filter that is set, for example "Status: Failed". */
export function filterInWords(filters: ListFilters, name: FilterName): string {
  const value = filterOptions(name).find((option) => option.value === filters[name])?.label ?? ''
  return m.filter_named({ name: filterWords[name].label(), value })
}
