import { useState } from 'react'

import { ChoicesSection } from '#design/choices-section.tsx'
import { ColoursSection } from '#design/colours-section.tsx'
import { ControlsSection } from '#design/controls-section.tsx'
import { DetailsSection } from '#design/details-section.tsx'
import { DialogsSection } from '#design/dialogs-section.tsx'
import { MeasuresSection } from '#design/measures-section.tsx'
import { NoticesSection } from '#design/notices-section.tsx'
import { PlotsSection } from '#design/plots-section.tsx'
import { ReadingSection } from '#design/reading-section.tsx'
import { ScenesSection } from '#design/scenes-section.tsx'
import { TasksSection } from '#design/tasks-section.tsx'
import { TextsSection } from '#design/texts-section.tsx'
import { m } from '#web/messages/generated/messages.js'
import { applyTheme, chosenTheme, type Theme } from '#web/shell/choices.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { PageHeading, PageTitle } from '#web/ui/page-heading.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

/** Every token and every component in its states, on one page. */
export function DesignPage() {
  const [theme, setTheme] = useState<Theme>(chosenTheme)
  return (
    <main className="mx-auto flex w-full max-w-7xl flex-col px-4 py-5 sm:px-6">
      <PageTitle>{`/design · ${m.app_name()}`}</PageTitle>
      <header className="flex flex-wrap items-center justify-between gap-3 pb-2">
        <div className="flex items-center gap-2.5">
          <span className="size-7 logo" />
          <PageHeading>{m.app_name()}</PageHeading>
        </div>
        <Segmented
          legend="data-theme"
          name="theme"
          value={theme}
          segments={[
            { value: 'system', label: m.theme_system() },
            { value: 'light', label: m.theme_light() },
            { value: 'dark', label: m.theme_dark() },
          ]}
          onChange={(next) => {
            setTheme(next)
            applyTheme(next)
          }}
        />
      </header>
      <ColoursSection />
      <MeasuresSection />
      <ControlsSection />
      <ChoicesSection />
      <NoticesSection />
      <TextsSection />
      <TasksSection />
      <ScenesSection />
      <DialogsSection />
      <ReadingSection />
      <PlotsSection />
      {/* Last, as browsers paint SVG far down a page a little differently. */}
      <DetailsSection />
      <LiveRegion />
    </main>
  )
}
