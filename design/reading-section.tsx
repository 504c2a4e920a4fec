import type { ComponentProps } from 'react'

import { WORDS } from '#design/samples.ts'
import { Section, Specimen } from '#design/specimen.tsx'
import { m } from '#web/messages/generated/messages.js'
import { ScanStatus } from '#web/video-task/scan-status.tsx'
import { Button } from '#web/ui/button.tsx'

type ScanProgress = ComponentProps<typeof ScanStatus>['progress']

const failure = {
  kind: 'server',
  status: 503,
  message: WORDS,
  notSent: false,
  retryAt: null,
} as const

const PHASES: readonly ScanProgress['phase'][] = [
  { kind: 'reading' },
  { kind: 'checking' },
  { kind: 'paused' },
  { kind: 'waiting', until: Date.now() + 20_000, failure },
  { kind: 'stuck', failure },
]

function progressIn(phase: ScanProgress['phase']): ScanProgress {
  return {
    phase,
    pagesRead: 4,
    pageCount: 10,
    rows: 400,
    duplicates: 0,
    unreadable: 0,
    totalAtStart: 987,
    totalAtEnd: 987,
    disprovedTotal: null,
    startedAt: Date.now(),
    endedAt: null,
    doubts: [],
  }
}

/** The progress of a scan in each phase. */
export function ReadingSection() {
  return (
    <Section name="reading" heading="ScanStatus">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        {PHASES.map((phase) => (
          <Specimen key={phase.kind} state={phase.kind}>
            <ScanStatus progress={progressIn(phase)} onPause={doNothing} onResume={doNothing}>
              <Button>{m.cancel()}</Button>
            </ScanStatus>
          </Specimen>
        ))}
      </div>
    </Section>
  )
}

function doNothing(): void {
  // The design page has no list.
}
