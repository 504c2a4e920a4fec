import type { InputRule, InvalidInput } from '#contract/invalid-input.ts'
import type { ListParamName } from '#contract/video-tasks.ts'
import type { ApiFailure } from '#web/api/api-error.ts'
import { FailureBanner } from '#web/api/failure-banner.tsx'
import { formatClock } from '#web/format/time.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { EchoMismatch } from '#web/tasks/list-state.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** Says which parts of the address could not be used. */
export function IgnoredParams({ ignored }: { ignored: readonly InvalidInput<ListParamName>[] }) {
  if (ignored.length === 0) return null
  return (
    <Banner tone="note" title={m.ignored_title()}>
      <ul>
        {ignored.map(({ name, value, rule }) => (
          <li key={name}>
            <bdi>
              {m.ignored_param({
                name,
                value: showUntrusted(String(value), 40),
                rule: ruleInWords(rule),
              })}
            </bdi>
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
      return m.ignored_one_of({ values: rule.values.join(', ') })
    case 'image-url':
      return rule.problem
  }
}

/** Says where a reply differs from what was asked. */
export function ReplyNotes({ mismatches }: { mismatches: readonly EchoMismatch[] }) {
  return mismatches.map((mismatch) => (
    <Banner key={mismatch.kind} tone="note" title={mismatchInWords(mismatch)} />
  ))
}

function mismatchInWords({ kind, asked, got }: EchoMismatch): string {
  switch (kind) {
    case 'page':
      return m.echo_page({ asked, got })
    case 'page-size':
      return m.echo_page_size({ asked, got })
    case 'too-many-rows':
      return m.echo_too_many({ asked, got })
  }
}

/** The rows on screen are older than the last try to read them. */
export function StaleRows({
  failure,
  readAt,
  onRetry,
  onReplaceKey,
}: {
  failure: ApiFailure
  /** milliseconds since the epoch */
  readAt: number
  onRetry: () => void
  onReplaceKey: () => void
}) {
  return (
    <FailureBanner failure={failure} title={m.stale_title({ time: formatClock(readAt) })}>
      <RetryActions failure={failure} onRetry={onRetry} onReplaceKey={onReplaceKey} />
    </FailureBanner>
  )
}

/** The ways on after a failed read: another key where the key was the reason, and another try. */
export function RetryActions({
  failure,
  onRetry,
  onReplaceKey,
}: {
  failure: ApiFailure
  onRetry: () => void
  onReplaceKey: () => void
}) {
  const isAboutKey = failure.kind === 'unauthorized' || failure.kind === 'forbidden'
  return (
    <>
      {isAboutKey && <Button onClick={onReplaceKey}>{m.account_replace()}</Button>}
      <Button onClick={onRetry}>{m.retry()}</Button>
    </>
  )
}
