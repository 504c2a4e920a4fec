import { Search } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'

import { dayOf } from '#web/format/calendar.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  fitsInAddress,
  joinSearch,
  NO_SEARCH,
  type TaskSearch,
} from '#web/task-list/search/search-address.ts'
import { searchFieldPlace } from '#web/ui/places.ts'
import { useCommands } from '#web/ui/commands.ts'
import { SEARCH_ID } from '#web/ui/early-key.ts'
import { pressedKey } from '#web/ui/key-press.ts'

/** What a list is searched for, and what changes that. */
export interface SearchProps {
  /** undefined: it shows the pages of the service */
  search: TaskSearch | undefined
  /** is given a function from the search that was asked for last, which may not be on screen yet, to the next; it is called at once */
  onSearchChange: (change: (asked: TaskSearch) => TaskSearch) => void
  /** called with a search that the person is about to ask for */
  onSearchIntent?: (search: TaskSearch) => void
}

/** The pause in typing after which the results are prepared, in milliseconds. */
const PAUSE_MS = 100

/** The field that searches all tasks of the list. What it understood is shown below the filters as terms. */
export function SearchBox({
  search,
  className,
  onSearchChange,
  onSearchIntent,
}: SearchProps & { className: string }) {
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useCommands(
    [
      {
        id: 'search',
        group: m.commands_list(),
        label: m.search_label(),
        keys: ['/'],
        run: () => field.current?.focus(),
      },
    ],
    // Before all others, wherever the field stands.
    -1,
  )
  const typed = () => field.current?.value.trim() ?? ''
  const withTyped = ({ text, sort }: TaskSearch): TaskSearch => ({
    text: joinSearch([text, typed()]),
    sort,
  })
  function add() {
    if (field.current === null || typed() === '') return
    if (!fitsInAddress(withTyped(search ?? NO_SEARCH).text)) {
      field.current.setCustomValidity(m.search_too_long())
      field.current.reportValidity()
      return
    }
    onSearchChange(withTyped)
    field.current.value = ''
  }
  function prepare() {
    field.current?.setCustomValidity('')
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      if (typed() !== '') onSearchIntent?.(withTyped(search ?? NO_SEARCH))
    }, PAUSE_MS)
  }
  /** In an empty field, takes the last term back, to change it. */
  async function takeBack(event: KeyboardEvent) {
    const { current } = field
    const isEmpty = current?.value === ''
    if (pressedKey(event.nativeEvent) !== 'Backspace' || !isEmpty || search === undefined) return
    event.preventDefault()
    const { readSearch, withoutTerm } = await import('#web/task-list/search/search-terms.ts')
    const last = readSearch(search.text, dayOf(Date.now())).at(-1)?.text
    if (last === undefined || current.value !== '') return
    current.value = last
    onSearchChange((asked) => ({ ...asked, text: withoutTerm(asked.text, last) }))
  }
  return (
    <search className={className}>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2 my-auto size-4 text-muted"
        />
        <input
          ref={field}
          id={SEARCH_ID}
          type="search"
          name="q"
          aria-label={m.search_label()}
          placeholder={m.search_placeholder()}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onInput={prepare}
          onKeyDown={(event) => void takeBack(event)}
          className={searchFieldPlace}
        />
      </form>
    </search>
  )
}
