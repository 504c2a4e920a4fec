import type { ReactNode } from 'react'

import type { ApiFailure } from '#web/api/api-error.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ExpandableText } from '#web/ui/expandable-text.tsx'

/** Shows the text of describeFailure, and the service's own message separately. */
export function FailureText({
  failure,
  advice,
}: {
  failure: ApiFailure
  /** what to do, where that is another thing here than in general */
  advice?: string | undefined
}) {
  const description = describeFailure(failure)
  const { serviceMessage } = description
  return (
    <>
      <p>{joinSentences(description.what, advice ?? description.advice)}</p>
      {serviceMessage !== '' && (
        <p className="wrap-anywhere">
          <Sentence say={(words) => m.service_says({ words })}>
            <ExpandableText text={serviceMessage} showAll={m.show_all()} />
          </Sentence>
        </p>
      )}
      <RequestId failure={failure} />
      {/* Something in front of this page wants a sign-in. The service worker asks the network on a reload. */}
      {failure.kind === 'sign-in' && (
        <div>
          <Button onClick={() => location.reload()}>{m.sign_in_reload()}</Button>
        </div>
      )}
    </>
  )
}

/** The ID of the request that failed, for support. */
export function RequestId({ failure: { requestId } }: { failure: ApiFailure }) {
  if (requestId === undefined) return null
  // Each attempt has another ID. That alone is no news to read out.
  return (
    <p aria-live="off" className="text-xs text-muted">
      {m.error_request_id({ id: requestId })}
    </p>
  )
}

/** A failure in its context: what it means here and what went wrong. The children are the actions. */
export function FailureBanner({
  failure,
  title,
  advice,
  text,
  children,
}: {
  failure: ApiFailure
  title: string
  /** what to do, where that is another thing here than in general */
  advice?: string | undefined
  /** what was kept, or which item it is about */
  text?: ReactNode
  /** buttons */
  children?: ReactNode
}) {
  return (
    <Banner tone="problem" title={title} actions={children}>
      <FailureText failure={failure} advice={advice} />
      {text !== undefined && <p>{text}</p>}
    </Banner>
  )
}
