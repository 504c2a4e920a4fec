import { Film, ListFilter } from 'lucide-react'

import { Section, Specimen } from '#design/specimen.tsx'
import { WORDS } from '#design/samples.ts'
import { m } from '#web/messages/generated/messages.js'
import { FailureBanner } from '#web/failures/failure-banner.tsx'
import { NotLoaded } from '#web/failures/not-loaded.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Banners, and what takes the place of missing content. */
export function NoticesSection() {
  return (
    <Section name="notices" heading="Banner FailureBanner EmptyState NotLoaded">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <Specimen state='Banner tone="note"'>
          <Banner tone="note" title={m.ignored_title()}>
            <p>
              {m.ignored_param({ name: 'page', value: '0', rule: m.ignored_integer({ min: 1 }) })}
            </p>
          </Banner>
        </Specimen>
        <Specimen state='tone="note" actions'>
          <Banner
            tone="note"
            title={m.poster_read_only()}
            actions={<Button>{m.poster_read_only_accounts()}</Button>}
          >
            <p>{m.poster_read_only_text()}</p>
          </Banner>
        </Specimen>
        <Specimen state='tone="problem"'>
          <Banner tone="problem" title={m.not_sent_title()}>
            <p>{m.not_sent_kept()}</p>
          </Banner>
        </Specimen>
        <Specimen state="title">
          <Banner tone="problem" title={m.locked_idle()} />
        </Specimen>
        <Specimen state="FailureBanner children">
          <FailureBanner
            failure={{ kind: 'unauthorized', message: 'invalid api key' }}
            title={m.load_failed_title()}
          >
            <Button>{m.retry()}</Button>
            <Button>{m.account_replace()}</Button>
          </FailureBanner>
        </Specimen>
        <Specimen state="FailureBanner text">
          <FailureBanner
            failure={{ kind: 'refused', code: 10_042, message: WORDS }}
            title={m.refused_title()}
            text={m.refused_kept()}
          />
        </Specimen>
        <Specimen state="EmptyState">
          <EmptyState icon={<ListFilter />} title={m.empty_filter_title()} />
        </Specimen>
        <Specimen state="EmptyState actions children">
          <EmptyState
            icon={<Film />}
            title={m.empty_none_title()}
            actions={<Button>{m.empty_none_action()}</Button>}
          >
            {m.empty_none_text()}
          </EmptyState>
        </Specimen>
        <Specimen state="NotLoaded">
          <NotLoaded />
        </Specimen>
      </div>
    </Section>
  )
}
