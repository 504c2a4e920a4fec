import { Share2 } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'

import { LENDING_TIMES, MAX_VIEW_TEXT, MOST_LENT_TASKS, type OwnView } from '#contract/views.ts'
import type { Account } from '#web/accounts/account-sessions.ts'
import { Form } from '#web/accounts/form/form-dialog.tsx'
import { useForm } from '#web/accounts/form/use-form.ts'
import { viewLink } from '#web/accounts/lend/view-link.ts'
import { type ApiFailure, caughtFailure } from '#web/api/api-error.ts'
import { useLongestView } from '#web/api/host-info.ts'
import { endView, lendView, refreshOwnViews, useOwnViews } from '#web/api/views.ts'
import { describeFailure } from '#web/failures/describe-failure.ts'
import { FailureText } from '#web/failures/failure-banner.tsx'
import { counted, formatNumber } from '#web/format/number.ts'
import { formatClock, formatRelative } from '#web/format/time.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { canShare } from '#web/ui/clipboard.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { useNow } from '#web/ui/now.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { useCopy } from '#web/ui/use-copy.tsx'
import { FieldFrame, TextField } from '#web/ui/text-field.tsx'

/** The dialog waits so long for the views that it shows, in milliseconds: it would move under a finger when they come. */
const WAITING_MS = 300

/** Lends a view of the active account, and shows those that are lent. */
export function LendDialog({
  account,
  tasks,
  onClose,
}: {
  account: Account
  /** the names of the tasks that it is about; none: the whole list */
  tasks: readonly string[]
  onClose: () => void
}) {
  const [lent, setLent] = useState<{ link: string; until: number }>()
  const { isRead } = useOwnViews(account.session)
  const [isWaiting, setIsWaiting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsWaiting(false), WAITING_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isWaiting && !isRead) return null
  return (
    <Dialog title={m.lend_title()} closeLabel={m.close()} onClose={onClose}>
      {lent === undefined ? (
        <LendForm {...{ account, tasks }} onLent={setLent} />
      ) : (
        <NewLink {...lent} onAnother={() => setLent(undefined)} />
      )}
      <LentViews account={account} />
    </Dialog>
  )
}

function LendForm({
  account: { session, name },
  tasks,
  onLent,
}: {
  account: Account
  tasks: readonly string[]
  onLent: (lent: { link: string; until: number }) => void
}) {
  const longestMs = useLongestView() ?? LENDING_TIMES.week
  const areTooMany = tasks.length > MOST_LENT_TASKS
  const areOffered = tasks.length > 0 && !areTooMany
  const [what, setWhat] = useState<'tasks' | 'list'>(areOffered ? 'tasks' : 'list')
  const [time, setTime] = useState<keyof typeof LENDING_TIMES>('halfHour')
  const form = useForm({
    initial: { from: name, note: '' },
    submit: async ({ from, note }) => {
      const wanted = { from, note, ms: LENDING_TIMES[time] }
      try {
        const view = await lendView(session, what === 'tasks' ? { ...wanted, tasks } : wanted)
        // First: the dialog changes its height once.
        await refreshOwnViews(session)
        onLent({ link: viewLink(location.origin, view), until: view.until })
        return undefined
      } catch (error) {
        const { what: said, advice, serviceMessage } = describeFailure(caughtFailure(error))
        return { form: joinSentences(said, advice, serviceMessage) }
      }
    },
  })
  const times = (
    [
      ['halfHour', m.lend_half_hour()],
      ['day', m.lend_day()],
      ['week', m.lend_week()],
    ] as const
  ).filter(([value]) => value === 'halfHour' || LENDING_TIMES[value] <= longestMs)
  return (
    <>
      <p className="text-sm text-muted">{m.lend_text()}</p>
      <Form form={form} submitLabel={m.lend_submit()}>
        {areOffered ? (
          <Choice
            legend={m.lend_what()}
            name="lend-what"
            value={what}
            segments={[
              { value: 'tasks', label: m.lend_tasks(counted(tasks.length)) },
              { value: 'list', label: m.lent_everything() },
            ]}
            onChange={setWhat}
          />
        ) : (
          <p className="text-sm">
            {joinSentences(
              areTooMany ? m.lend_too_many({ most: formatNumber(MOST_LENT_TASKS) }) : '',
              m.lend_list({ account: name }),
            )}
          </p>
        )}
        <Choice
          legend={m.lend_time()}
          name="lend-time"
          value={time}
          segments={times.map(([value, label]) => ({ value, label }))}
          onChange={setTime}
        />
        <TextField {...form.field('from')} label={m.lend_from()} maxLength={MAX_VIEW_TEXT} />
        <TextField
          {...form.field('note')}
          label={m.lend_note()}
          help={m.lend_note_help()}
          maxLength={MAX_VIEW_TEXT}
        />
      </Form>
    </>
  )
}

/** A choice with its label above it, as the fields have. */
function Choice<Value extends string>(choice: ComponentProps<typeof Segmented<Value>>) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p aria-hidden className="text-sm font-semibold">
        {choice.legend}
      </p>
      <Segmented {...choice} />
    </div>
  )
}

/** The link of a new view. It is shown once. */
function NewLink({
  link,
  until,
  onAnother,
}: {
  link: string
  until: number
  onAnother: () => void
}) {
  const { icon, copy } = useCopy({ copied: m.copy_copied(), failed: m.copy_failed() })
  return (
    <>
      <Banner tone="note" title={m.lend_done({ time: formatClock(until) })}>
        <p>{m.lend_once()}</p>
      </Banner>
      <FieldFrame label={m.lend_link()}>
        {(box) => (
          <input
            {...box}
            className={`${box.className} text-ellipsis`}
            readOnly
            value={link}
            onFocus={({ target }) => target.select()}
          />
        )}
      </FieldFrame>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => copy(link)}>
          {icon}
          <span>{m.lend_copy()}</span>
        </Button>
        {canShare({ url: link }) && (
          <Button
            onClick={() => {
              // Who closes the device's dialog has the link here.
              void navigator.share({ url: link }).catch(() => undefined)
            }}
          >
            <Share2 aria-hidden className="size-3.5" />
            <span>{m.share()}</span>
          </Button>
        )}
        <Button tone="quiet" onClick={onAnother}>
          {m.lend_another()}
        </Button>
      </div>
    </>
  )
}

/** The views of an account that are open: each with how often it was opened, and a button that ends it. */
function LentViews({ account: { session } }: { account: Account }) {
  const { views, failure: unread } = useOwnViews(session)
  const [failure, setFailure] = useState<ApiFailure>()
  // No mutation: those are creations.
  async function end(id?: string) {
    try {
      await endView(session, id)
      setFailure(undefined)
      announce(m.lent_ended())
    } catch (error_) {
      setFailure(caughtFailure(error_))
    }
    await refreshOwnViews(session)
  }
  const shown = failure ?? unread
  if (views.length === 0 && shown === undefined) return null
  return (
    <section aria-label={m.lent_title()} className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{m.lent_title()}</h3>
        {views.length > 1 && <Button onClick={() => void end()}>{m.lent_end_all()}</Button>}
      </div>
      {shown !== undefined && <FailureText failure={shown} />}
      <ul className="flex flex-col">
        {views.map((view) => (
          <LentViewRow key={view.id} view={view} onEnd={() => void end(view.id)} />
        ))}
      </ul>
    </section>
  )
}

function LentViewRow({
  view: { from, tasks, until, note, opened, openedAt },
  onEnd,
}: {
  view: OwnView
  onEnd: () => void
}) {
  const now = useNow()
  const what = tasks === null ? m.lent_everything() : m.lend_tasks(counted(tasks))
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-2 text-sm last:border-b-0">
      <div className="min-w-0">
        <p>{m.lent_facts({ what, time: formatClock(until) })}</p>
        <p className="text-muted">
          <bdi>{`${showUntrusted(note || from, MAX_VIEW_TEXT)} · `}</bdi>
          <span>
            {openedAt === null
              ? m.lent_never()
              : m.lent_opened({ ...counted(opened), ago: formatRelative(openedAt, now) })}
          </span>
        </p>
      </div>
      <Button aria-label={m.lent_end_named({ what: note || what })} onClick={onEnd}>
        {m.lent_end()}
      </Button>
    </li>
  )
}
