import {
  FILTER_NAMES,
  type FilterName,
  type ListFilters,
  TASK_SCENES,
  TASK_STATUSES,
  withFilter,
} from '#contract/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { Select, type SelectOption } from '#web/ui/select.tsx'
import { sceneLabel } from '#web/video-task/scene-label.ts'
import { statusLabel } from '#web/video-task/status-label.ts'

/** A filter as a person sees it. */
interface FilterWords {
  label: () => string
  /** the choices; the first one is no filtering */
  options: () => SelectOption[]
}

// Browsers use an empty value for "no choice".
const NO_FILTER = ''

/** The words of each filter of a list. The controls, what is counted and what is said follow from them. */
const filterWords: Readonly<Record<FilterName, FilterWords>> = {
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

/** The filters that are set, for example "Status: Failed · Scene: Celebrity". */
export function filtersInWords(filters: ListFilters): string {
  return FILTER_NAMES.filter((name) => filters[name] !== undefined)
    .map((name) =>
      m.filter_named({ name: filterWords[name].label(), value: valueInWords(filters, name) }),
    )
    .join(' · ')
}

function valueInWords(filters: ListFilters, name: FilterName): string {
  return filterOptions(name).find(({ value }) => value === filters[name])?.label ?? ''
}

/** The select of a filter. */
export function FilterSelect<Filters extends ListFilters>({
  name,
  filters,
  onChange,
}: {
  name: FilterName
  filters: Filters
  onChange: (filters: Filters) => void
}) {
  return (
    <Select
      label={filterWords[name].label()}
      value={filters[name] ?? NO_FILTER}
      options={filterOptions(name)}
      onChange={(value) => {
        onChange(withFilter(filters, name, value))
      }}
    />
  )
}
