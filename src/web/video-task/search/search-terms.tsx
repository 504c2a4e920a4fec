import { X } from 'lucide-react'

import { formatNumber } from '#web/format/number.ts'
import { formatDuration, formatSpan } from '#web/format/time.ts'
import { joinList } from '#web/format/sentences.ts'
import { isolated, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { NO_SEARCH } from '#web/task-list/search/search-address.ts'
import { withoutTerm } from '#web/task-list/search/search-terms.ts'
import { useSearchTerms } from '#web/task-list/search/use-search-terms.ts'
import type {
  Limits,
  SearchCondition,
  SearchedStatus,
} from '#web/task-list/search/search-readers.ts'
import { Button } from '#web/ui/button.tsx'
import { runCommand } from '#web/ui/commands.ts'
import { SEARCH_ID } from '#web/ui/early-key.ts'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'
import { shapeName } from '#web/video-task/failure/failure-words.tsx'
import { isTaskStatus, statusLabel } from '#web/video-task/labels.ts'
import type { SearchProps } from '#web/task-list/search/search-address.ts'

/** The most characters of what was typed in a term. */
const TERM_LENGTH = 40

/** What was understood of a search, and filters: each part can be removed. */
export function SearchTerms({
  search = NO_SEARCH,
  onSearchChange,
  filters,
  onClear,
}: SearchProps & {
  filters: readonly { label: string; onRemove: () => void }[]
  /** removes all of them; by default, the search alone */
  onClear?: () => void
}) {
  const terms = useSearchTerms(search.text)
  const count = terms.length + filters.length
  if (count === 0) return null
  const remove = (term: string) =>
    onSearchChange((pending) => ({ ...pending, text: withoutTerm(pending.text, term) }))
  return (
    <div className="flex max-w-full min-w-0 flex-wrap gap-2">
      <ul aria-label={m.search_terms()} className="contents">
        {filters.map(({ label, onRemove }) => (
          <Term key={label} words={plainly(label)} onRemove={onRemove} />
        ))}
        {terms.map((term) => (
          <Term
            key={term.text}
            words={conditionInWords(term.condition)}
            onEdit={() => {
              const field = document.getElementById(SEARCH_ID)
              if (!(field instanceof HTMLInputElement)) return
              field.value = term.text
              field.focus()
              remove(term.text)
            }}
            onRemove={() => remove(term.text)}
          />
        ))}
      </ul>
      {count > 1 && (
        <Button
          onClick={() => {
            if (onClear === undefined) onSearchChange((pending) => ({ ...pending, text: '' }))
            else onClear()
            // The button goes with the terms.
            runCommand('search')
          }}
        >
          {m.search_clear_all()}
        </Button>
      )}
    </div>
  )
}

function Term({
  words: { say, foreign },
  onEdit,
  onRemove,
}: {
  words: Words
  /** undefined: it cannot be typed */
  onEdit?: () => void
  onRemove: () => void
}) {
  const label = say(foreign)
  return (
    <li className="inline-flex max-w-full items-center rounded-control border border-edge bg-surface text-sm">
      {onEdit === undefined ? (
        <span className="pr-1 pl-3">{label}</span>
      ) : (
        <button
          type="button"
          aria-label={m.search_edit({ term: label })}
          title={say(isolated(foreign))}
          className="h-control min-w-0 truncate rounded-l-control pr-1 pl-3 hover:bg-hover"
          onClick={onEdit}
        >
          <SentenceWith shown={foreign} say={say} />
        </button>
      )}
      <button
        type="button"
        aria-label={m.search_remove({ term: label })}
        className="inline-flex size-control shrink-0 items-center justify-center rounded-r-control hover:bg-hover"
        onClick={() => {
          onRemove()
          // The button goes with its term.
          runCommand('search')
        }}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  )
}

/** A sentence of ours, with what the person wrote in its place. */
interface Words {
  say: (foreign: string) => string
  /** ready to show */
  foreign: string
}

function plainly(text: string): Words {
  return { say: () => text, foreign: '' }
}

/** What a condition means. */
export function conditionInWords(condition: SearchCondition): Words {
  if (condition.kind === 'task') {
    const [{ start, end } = { start: '', end: '' }] = condition.query
    const shown = showUntrusted(end === '' ? start : `${start}…${end}`, TERM_LENGTH)
    return { say: (task) => m.search_task({ task }), foreign: shown }
  }
  if (condition.kind === 'words') {
    const shown = showUntrusted(condition.text, TERM_LENGTH)
    return { say: (text) => m.search_words({ text }), foreign: shown }
  }
  if (condition.kind === 'failure' && condition.shape !== '') {
    const shown = shapeName(condition.shape)
    return { say: (shape) => m.search_failure({ shape }), foreign: shown }
  }
  return plainly(valuesInWords(condition))
}

/** What a condition means, in one text. */
export function inOneText(condition: SearchCondition): string {
  const { say, foreign } = conditionInWords(condition)
  return say(foreign === '' ? '' : isolated(foreign))
}

function valuesInWords(condition: Exclude<SearchCondition, { kind: 'task' | 'words' }>): string {
  switch (condition.kind) {
    case 'created':
      return m.search_created({ days: formatSpan(condition.from, condition.under) })
    case 'since':
      return m.search_since({ time: formatDuration(condition.ms) })
    case 'failure':
      return m.search_failure_unsaid()
    case 'elapsed': {
      const time = limited(condition, formatDuration)
      return condition.isOver ? m.search_took({ time }) : m.search_elapsed({ time })
    }
    case 'price': {
      const price = limited(condition, formatNumber)
      return price === '' ? m.search_priced() : m.search_price({ price })
    }
    case 'video':
      return m.search_video()
    case 'late':
      return m.task_late()
    case 'marked':
      return markWords[condition.mark]()
    case 'status':
      return statusInWords(condition.status)
    case 'not':
      if (condition.condition.kind === 'video') return m.search_no_video()
      if (condition.condition.kind === 'since') return ago({ over: condition.condition.ms })
      return m.search_not({ term: inOneText(condition.condition) })
    case 'any':
      return condition.conditions.map(inOneText).reduce((one, other) => m.search_or({ one, other }))
    case 'all': {
      const [one, other] = condition.conditions
      const last = other?.kind === 'not' ? other.condition : undefined
      if (one?.kind === 'since' && last?.kind === 'since') return ago({ from: last.ms, to: one.ms })
      return condition.conditions
        .map(inOneText)
        .reduce((said, next) => m.search_and({ one: said, other: next }))
    }
  }
}

const markWords = {
  isStarred: m.search_starred,
  isHidden: m.search_hidden,
  note: m.search_noted,
}

function statusInWords(status: SearchedStatus): string {
  if (isTaskStatus(status)) return statusLabel(status)
  const words = {
    unfinished: m.search_unfinished,
    ended: m.search_ended,
    open: m.status_in_progress,
    other: m.search_other_status,
  }
  return words[status]()
}

const ago = (limits: Limits) => m.search_ago({ time: limited(limits, formatDuration) })

/** Limits in words. @param shown formats a value */
function limited({ over, from, under, to }: Limits, shown: (value: number) => string): string {
  if (from !== undefined && to !== undefined) {
    return from === to ? shown(from) : m.search_between({ from: shown(from), to: shown(to) })
  }
  const parts = [
    ...(over === undefined ? [] : [m.search_over({ value: shown(over) })]),
    ...(from === undefined ? [] : [m.search_from({ value: shown(from) })]),
    ...(under === undefined ? [] : [m.search_under({ value: shown(under) })]),
    ...(to === undefined ? [] : [m.search_to({ value: shown(to) })]),
  ]
  return joinList(parts)
}
