import { useState } from 'react'

import { LONG_WORDS } from '#design/samples.ts'
import { Section, Specimen, Specimens } from '#design/specimen.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RawText } from '#web/ui/raw-text.tsx'

/** Dialogs. Each opens with a button. */
export function DialogsSection() {
  const [open, setOpen] = useState<'question' | 'text'>()
  const close = () => {
    setOpen(undefined)
  }
  return (
    <Section name="dialogs" heading="Dialog">
      <Specimens>
        <Specimen state="isQuestion">
          <Button
            onClick={() => {
              setOpen('question')
            }}
          >
            {m.forget_all_open()}
          </Button>
        </Specimen>
        <Specimen state="RawText">
          <Button
            onClick={() => {
              setOpen('text')
            }}
          >
            {m.tasks_show_error()}
          </Button>
        </Specimen>
      </Specimens>
      {open === 'question' && (
        <Dialog isQuestion title={m.forget_all_title()} closeLabel={m.close()} onClose={close}>
          <p>{m.forget_all_text()}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button size="large" onClick={close}>
              {m.cancel()}
            </Button>
            <Button tone="primary" size="large" onClick={close}>
              {m.forget_all_confirm()}
            </Button>
          </div>
        </Dialog>
      )}
      {open === 'text' && (
        <Dialog title={m.detail_error()} closeLabel={m.close()} onClose={close}>
          <RawText label={m.detail_error()} text={LONG_WORDS} showAll={m.show_all()} />
        </Dialog>
      )}
    </Section>
  )
}
