import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { EyeOff } from 'lucide-react'

import { isViewEnd, type ViewEnd } from '#contract/host-error-code.ts'
import { MAX_VIEW_TEXT } from '#contract/views.ts'
import { openAccountActions } from '#web/accounts/account-actions.ts'
import { useAccounts } from '#web/accounts/account-services.ts'
import { readViewLink } from '#web/accounts/lend/view-link.ts'
import { type ApiFailure, caughtFailure } from '#web/api/api-error.ts'
import { keepViewFacts, readViewFacts } from '#web/api/views.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'

/** What our host answers once a view has ended. */
export function endOfView(hostErrorCode: ViewEnd): ApiFailure {
  return { kind: 'refused', code: 410, message: '', hostErrorCode }
}

/** Opens the lent view that the address leads to, as an account of this tab. @param onOpened it is the active account now */
export function ViewScreen({ onOpened }: { onOpened: () => void }) {
  const { sessions } = useAccounts()
  const credential = readViewLink(location.href)
  const [failure, setFailure] = useState<ApiFailure | undefined>(
    credential === undefined ? endOfView('view-unknown') : undefined,
  )
  const open = useEffectEvent(async (signal: AbortSignal) => {
    if (credential === undefined) return
    const caller = { apiKey: credential, signal }
    const answer = await readViewFacts(caller, 'POST').catch(caughtFailure)
    if (signal.aborted) return
    if ('kind' in answer) {
      setFailure(answer)
      return
    }
    // Who looks at two views tells them apart by their notes.
    const from = showUntrusted(answer.note || answer.from, MAX_VIEW_TEXT)
    const defaultName = m.view_account({ from })
    sessions.add({ apiKey: credential, isReadOnly: true, name: undefined, defaultName })
    const session = sessions.current()?.session
    if (session !== undefined) keepViewFacts(session, answer)
    onOpened()
  })
  const isOpening = failure === undefined
  useEffect(() => {
    if (!isOpening) return undefined
    const leaving = new AbortController()
    // oxlint-disable-next-line react/set-state-in-effect -- opening it sends a request, which a render must not do
    void open(leaving.signal)
    return () => leaving.abort()
  }, [isOpening])
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-6 px-4 py-10">
      <PageTitle>{`${m.view_title()} · ${m.app_name()}`}</PageTitle>
      <PageHeading>{m.view_title()}</PageHeading>
      {isOpening ? (
        <p role="status">{m.view_opening()}</p>
      ) : (
        <ViewProblem
          failure={failure}
          action={
            credential !== undefined && (
              <Button onClick={() => setFailure(undefined)}>{m.retry()}</Button>
            )
          }
        />
      )}
    </main>
  )
}

/** Says why a lent view shows nothing. */
export function ViewProblem({ failure, action }: { failure: ApiFailure; action: ReactNode }) {
  const end = failure.kind === 'refused' ? failure.hostErrorCode : undefined
  const { what, advice } = describeFailure(failure)
  const why = isViewEnd(end) ? ends[end]() : joinSentences(what, advice)
  return (
    <EmptyState icon={<EyeOff />} title={m.view_problem()} actions={action}>
      <span role="alert">{why}</span>
    </EmptyState>
  )
}

const ends: Readonly<Record<ViewEnd, () => string>> = {
  'view-unknown': () => joinSentences(m.view_unknown(), m.view_advice()),
  'view-over': () => joinSentences(m.view_over(), m.view_advice()),
  'view-taken-back': m.view_taken_back,
  'view-key-refused': m.view_key_refused,
}

/** The button that closes a lent view in this tab. Nothing of it stays. */
export function LeaveView({ profileId }: { profileId: string }) {
  const services = useAccounts()
  return (
    <Button onClick={() => void openAccountActions(services).signOut(profileId)}>
      {m.view_leave()}
    </Button>
  )
}
