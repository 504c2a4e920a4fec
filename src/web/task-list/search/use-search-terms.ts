import { useMemo } from 'react'

import { dayOf } from '#web/format/calendar.ts'
import { readSearch, type SearchTerm } from '#web/task-list/search/search-terms.ts'
import { useClock } from '#web/ui/now.ts'

/** What a search means today, in the time zone that is shown. */
export function useSearchTerms(text: string): readonly SearchTerm[] {
  const today = useClock(dayOf)
  return useMemo(() => readSearch(text, today), [text, today])
}
