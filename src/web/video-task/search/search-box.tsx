import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'

import { dayOf } from '#web/format/calendar.ts'
import { m } from '#web/messages/generated/messages.js'
import {
  fitsInAddress,
  joinSearch,
  loadSearchReader,
  NO_SEARCH,
  type SearchProps,
  type TaskSearch,
} from '#web/task-list/search/search-address.ts'
import { searchFieldClasses } from '#web/ui/classes.ts'
import { useCommands } from '#web/ui/commands.ts'
import { SEARCH_ID } from '#web/ui/early-key.ts'
import type { SearchReading } from '#web/task-list/search/search-terms.ts'
import { pressedKey } from '#web/ui/key-press.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

/** The pause in typing after which its readings are offered, in milliseconds. */
const PAUSE_MS = 100

const NO_READINGS: readonly SearchReading[] = []

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const SearchReadings = lazyPart(
  async () => (await import('#web/video-task/search/search-readings.tsx')).SearchReadings,
  // What is typed is searched without them.
  () => null,
)

/**
 * The field that searches all tasks of the list. While one types, the ways to read it are offered. What it understood is shown below
 * the filters as terms.
 */
export function SearchBox({
  search,
  className,
  onSearchChange,
  onIntent,
}: SearchProps & {
  className: string
  /** called with a search that the person is about to ask for */
  onIntent?: (search: TaskSearch) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const listId = useId()
  const offered = useReadings()
  const { readings, chosen } = offered
  const focus = () => field.current?.focus()
  useCommands(
    [{ id: 'search', group: m.commands_list(), label: m.search_label(), keys: ['/'], run: focus }],
    // Before all others, wherever the field stands.
    -1,
  )
  const typed = () => field.current?.value.trim() ?? ''
  const withText = ({ text, sort }: TaskSearch, added: string): TaskSearch => ({
    text: joinSearch([text, added]),
    sort,
  })
  function add(text: string) {
    offered.close()
    if (field.current === null || text === '') return
    if (!fitsInAddress(withText(search ?? NO_SEARCH, text).text)) {
      field.current.setCustomValidity(m.search_too_long())
      field.current.reportValidity()
      return
    }
    onSearchChange((pending) => withText(pending, text))
    field.current.value = ''
  }
  function prepare() {
    field.current?.setCustomValidity('')
    offered.forgetChoice()
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      const text = typed()
      if (text !== '') onIntent?.(withText(search ?? NO_SEARCH, text))
      void offered.read(text)
    }, PAUSE_MS)
  }
  const typing = useTyping(prepare, offered.close)
  /** In an empty field, takes the last term back, to change it. */
  async function takeBack(event: KeyboardEvent) {
    const { current } = field
    const isEmpty = current?.value === ''
    if (pressedKey(event.nativeEvent) !== 'Backspace' || !isEmpty || search === undefined) return
    event.preventDefault()
    const loaded = await loadSearchReader()
    const last = loaded?.lastTerm(search.text)
    if (loaded === undefined || last === undefined || current.value !== '') return
    current.value = last
    onSearchChange((pending) => ({ ...pending, text: loaded.withoutTerm(pending.text, last) }))
  }
  return (
    <search className={className}>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          void offered.taken(typed()).then(add)
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
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={readings.length > 0 ? listId : undefined}
          aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen}`}
          {...typing}
          onFocus={prepare}
          onBlur={() => {
            clearTimeout(pause.current)
            offered.close()
          }}
          onKeyDown={(event) => {
            const isForList = offered.press(pressedKey(event.nativeEvent) ?? '')
            if (isForList) event.preventDefault()
            else void takeBack(event)
          }}
          className={searchFieldClasses}
        />
        {readings.length > 0 && (
          <SearchReadings id={listId} readings={readings} taken={chosen ?? 0} onTake={add} />
        )}
      </form>
    </search>
  )
}

/** Hears of what is typed, but not of what an input method composes: its own list lies where the readings would. */
function useTyping(onType: () => void, onCompose: () => void) {
  const isComposed = useRef(false)
  return {
    onCompositionStart() {
      isComposed.current = true
      onCompose()
    },
    onCompositionEnd() {
      isComposed.current = false
      onType()
    },
    onInput() {
      if (!isComposed.current) onType()
    },
  }
}

/** The ways to read what is typed, while they are offered. */
function useReadings() {
  const [readings, setReadings] = useState(NO_READINGS)
  // undefined: what is typed, which is the first reading
  const [chosen, setChosen] = useState<number>()
  /** the text whose readings are to be offered; '': none is, as the field was left */
  const awaited = useRef('')
  function offer(next: typeof readings) {
    setReadings(next)
    setChosen(undefined)
  }
  return {
    readings,
    chosen,
    close: () => {
      awaited.current = ''
      offer(NO_READINGS)
    },
    /** Another text has other readings. */
    forgetChoice: () => setChosen(undefined),
    /** Offers the readings of a text, unless another one is typed by then. Enter works before. */
    async read(text: string) {
      awaited.current = text
      const loaded = await loadSearchReader()
      if (loaded === undefined || awaited.current !== text) return
      const read = loaded.readingsOf(text, dayOf(Date.now()))
      offer(read.filter(({ terms }) => terms.length > 0))
    },
    /** What Enter searches, whether or not the readings were shown in time. */
    async taken(text: string): Promise<string> {
      const chosenText = readings[chosen ?? -1]?.text
      return chosenText ?? (await loadSearchReader())?.likeliest(text) ?? text
    },
    /** @returns whether the key was for the list; what is typed stays */
    press(key: string): boolean {
      const step = STEPS[key]
      if (readings.length === 0 || (step === undefined && key !== 'Escape')) return false
      if (step === undefined) offer(NO_READINGS)
      else setChosen((before = 0) => (before + step + readings.length) % readings.length)
      return true
    },
  }
}
