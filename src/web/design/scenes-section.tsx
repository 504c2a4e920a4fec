import { useState } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { Section, Specimen } from '#web/design/specimen.tsx'
import { ScenePicker } from '#web/posters/scene-picker.tsx'

/** The illustrations of the poster scenes, where they are chosen. */
export function ScenesSection() {
  const [scene, setScene] = useState<PosterScene | null>(POSTER_SCENES[2])
  return (
    <Section name="scenes" heading="ScenePicker SceneArt">
      <Specimen state="value">
        <ScenePicker value={scene} problem={undefined} onChange={setScene} firstInputRef={null} />
      </Specimen>
    </Section>
  )
}
