import { Moon, RefreshCw, Sun } from 'lucide-react'

import { Section, Specimen, Specimens } from '#design/specimen.tsx'
import { m } from '#web/messages/generated/messages.js'
import { Button, buttonClass, type ButtonTone, IconButton } from '#web/ui/button.tsx'
import { CopyButton } from '#web/video-task/copy-button.tsx'

const TONES: readonly ButtonTone[] = ['primary', 'danger', 'plain', 'quiet']

/** Buttons. */
export function ControlsSection() {
  return (
    <Section name="controls" heading="Button IconButton CopyButton Mark">
      {TONES.map((tone) => (
        <Specimens key={tone}>
          <Specimen state={`tone="${tone}"`}>
            <Button tone={tone}>{m.retry()}</Button>
          </Specimen>
          <Specimen state="disabled">
            <Button tone={tone} disabled>
              {m.retry()}
            </Button>
          </Specimen>
          <Specimen state="<RefreshCw />">
            <Button tone={tone}>
              <RefreshCw aria-hidden className="size-4" />
              <span>{m.tasks_refresh()}</span>
            </Button>
          </Specimen>
          <Specimen state='size="large"'>
            <Button tone={tone} size="large">
              {m.poster_submit()}
            </Button>
          </Specimen>
          <Specimen state='size="large" aria-disabled'>
            <Button tone={tone} size="large" aria-disabled>
              {m.poster_submitting()}
            </Button>
          </Specimen>
        </Specimens>
      ))}
      <Specimens>
        <Specimen state="buttonClass()">
          <a href="#controls" className={buttonClass()}>
            {m.created_see_tasks()}
          </a>
        </Specimen>
        <Specimen state="IconButton">
          <IconButton label={m.theme_light()}>
            <Sun aria-hidden className="size-4" />
          </IconButton>
        </Specimen>
        <Specimen state="IconButton disabled">
          <IconButton label={m.theme_dark()} disabled>
            <Moon aria-hidden className="size-4" />
          </IconButton>
        </Specimen>
        <Specimen state="CopyButton">
          <CopyButton text={m.app_name()} label={m.tasks_copy_id()} />
        </Specimen>
        <Specimen state="Mark">
          <span className="size-7 logo" />
        </Specimen>
      </Specimens>
    </Section>
  )
}
