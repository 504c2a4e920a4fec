import { type FilterName, type ListFilters, withFilter } from '#contract/video-tasks.ts'
import { Select } from '#web/ui/select.tsx'
import { filterOptions, filterWords, NO_FILTER } from '#web/video-task/filter-words.ts'

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
