import {
  DEFAULT_LIST_REQUEST,
  FIRST_PAGE,
  type FilterName,
  type ListFilters,
  type ListRequest,
  MAX_PAGE_SIZE,
  OTHER_FILTER_NAMES,
  TASK_SCENES,
  TASK_STATUSES,
  withFilter,
} from '#contract/video-tasks.ts'
import { formatNumber } from '#web/format/number.ts'
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

/** The offered page sizes. If the address has another size, it is offered, too. */
const PAGE_SIZES = [10, 20, 50, MAX_PAGE_SIZE]

/** The choices of "Rows per page". */
export function pageSizeOptions(chosen: number): SelectOption[] {
  const sizes = [...new Set([...PAGE_SIZES, chosen])].toSorted((a, b) => a - b)
  return sizes.map((size) => ({ value: String(size), label: formatNumber(size) }))
}

/** A filter that is set, for example "Status: Failed". */
export function filterInWords(filters: ListFilters, name: FilterName): string {
  const value = filterOptions(name).find((option) => option.value === filters[name])?.label ?? ''
  return m.filter_named({ name: filterWords[name].label(), value })
}

/** What is chosen for a list and has no control on every screen, in words, each with the request without it. */
export function chosenElsewhere(request: ListRequest): { label: string; without: ListRequest }[] {
  const { pageSize } = DEFAULT_LIST_REQUEST
  const first = { ...request, pageNumber: FIRST_PAGE }
  const value = formatNumber(request.pageSize)
  const rows = m.filter_named({ name: m.tasks_rows_per_page(), value })
  return [
    ...OTHER_FILTER_NAMES.filter((name) => request[name] !== undefined).map((name) => ({
      label: filterInWords(request, name),
      without: withFilter(first, name, NO_FILTER),
    })),
    ...(request.pageSize === pageSize ? [] : [{ label: rows, without: { ...first, pageSize } }]),
  ]
}
