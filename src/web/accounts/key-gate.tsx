import { ConnectForm } from '#web/accounts/connect-form.tsx'
import { hasRemains } from '#web/accounts/remains.ts'
import { useDemoKey } from '#web/api/host-info.ts'
import { m } from '#web/messages/generated/messages.js'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

/** Stands in place of every screen until there is a key. */
export function KeyGate({ onConnect }: { onConnect: (name: string, apiKey: string) => void }) {
  const demoKey = useDemoKey()
  return (
    <main className="mx-auto flex w-full max-w-[26rem] flex-1 flex-col gap-6 px-4 pt-[min(6rem,8vh)] pb-10">
      <title>{`${m.title_connect()} · ${m.app_name()}`}</title>
      <div className="flex items-center gap-2.5">
        <Mark />
        <span className="text-lg font-semibold tracking-tight">{m.app_name()}</span>
      </div>
      <div className="space-y-2">
        <PageHeading>{m.gate_title()}</PageHeading>
        <p className="text-muted">{m.gate_intro()}</p>
      </div>
      {hasRemains() && (
        <Banner tone="problem" title={m.gate_remains()}>
          <p>{m.gate_remains_text()}</p>
        </Banner>
      )}
      <ConnectForm defaultName={m.gate_default_name()} onConnect={onConnect} />
      {demoKey !== undefined && (
        <section className="space-y-3 border-t border-line pt-5">
          <h2 className="font-medium">{m.gate_demo_title()}</h2>
          <p className="text-sm text-muted">{m.gate_demo_text()}</p>
          <Button
            size="large"
            onClick={() => {
              onConnect(m.gate_demo_name(), demoKey)
            }}
          >
            {m.gate_demo()}
          </Button>
        </section>
      )}
    </main>
  )
}
