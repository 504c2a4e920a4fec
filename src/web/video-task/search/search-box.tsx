import { Search } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'

import { dayOf } from '#web/format/calendar.ts'
import { m } from '#web/messages/generated/messages.js'
import { isSearching, joinSearch, type TaskSearch } from '#web/task-list/search/search-address.ts'
import { searchFieldPlace } from '#web/ui/places.ts'
import { useCommands } from '#web/ui/commands.ts'
import { pressedKey } from '#web/ui/key-press.ts'

export interface SearchProps {
  search: TaskSearch | undefined
  onSearchChange: (search: TaskSearch | undefined) => void
}

/** The id of the field. The early screen has the same, and keeps what was typed there. */
export const SEARCH_ID = 'search'

/** The field that searches all tasks of the list. What it understood is shown below the filters as terms. */
export function SearchBox({
  search,
  className,
  onSearchChange,
}: SearchProps & { className: string }) {
  const field = useRef<HTMLInputElement>(null)
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
    0,
  )
  function add() {
    const typed = field.current?.value.trim() ?? ''
    if (field.current === null || typed === '') return
    field.current.value = ''
    onSearchChange({ sort: search?.sort, text: joinSearch([search?.text ?? '', typed]) })
  }
  /** In an empty field, takes the last term back, to change it. */
  async function takeBack(event: KeyboardEvent) {
    const { current } = field
    const isEmpty = current?.value === ''
    if (pressedKey(event.nativeEvent) !== 'Backspace' || !isEmpty || search === undefined) return
    event.preventDefault()
    const { readSearch } = await import('#web/task-list/search/search-terms.ts')
    const texts = readSearch(search.text, dayOf(Date.now())).map(({ text }) => text)
    const last = texts.pop()
    if (last === undefined || current.value !== '') return
    current.value = last
    const rest = { ...search, text: joinSearch(texts) }
    onSearchChange(isSearching(rest) ? rest : undefined)
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
          onKeyDown={(event) => void takeBack(event)}
          className={searchFieldPlace}
        />
      </form>
    </search>
  )
}
