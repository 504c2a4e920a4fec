import type { InputRule, InvalidInput } from '#contract/invalid-input.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { joinList } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { SentenceWith } from '#web/ui/untrusted-text.tsx'

/** Says which parts of an address are invalid, and which values they accept. */
export function IgnoredInputs({ ignored }: { ignored: readonly InvalidInput[] }) {
  if (ignored.length === 0) return null
  return (
    <Banner tone="note" title={m.ignored_title()}>
      <ul>
        {ignored.map(({ name, value, rule }) => (
          <li key={name}>
            <SentenceWith
              shown={showUntrusted(String(value), 40)}
              say={(slot) => m.ignored_param({ name, value: slot, rule: ruleInWords(rule) })}
            />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function ruleInWords(rule: InputRule): string {
  switch (rule.type) {
    case 'integer':
      return rule.max === undefined
        ? m.ignored_integer({ min: rule.min })
        : m.ignored_range({ min: rule.min, max: rule.max })
    case 'one-of':
      return m.ignored_one_of({ values: joinList(rule.values) })
    case 'date':
      return m.ignored_date()
    case 'image-url':
      return m.ignored_image_url()
    case 'text':
      return m.ignored_text()
    case 'short-text':
      return m.ignored_short_text()
    case 'task-id':
      return m.ignored_task()
  }
}
