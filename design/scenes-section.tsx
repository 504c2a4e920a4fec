import { useState } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { Section, Specimen } from '#design/specimen.tsx'
import { m } from '#web/messages/generated/messages.js'
import { SceneGroup } from '#web/posters/scenes/scene-group.tsx'

/** The illustrations of the poster scenes, to choose one or several. */
export function ScenesSection() {
  const [scene, setScene] = useState<PosterScene>(POSTER_SCENES[2])
  const [scenes, setScenes] = useState<readonly PosterScene[]>(POSTER_SCENES.slice(0, 2))
  const common = { problem: undefined, firstInputRef: null }
  return (
    <Section name="scenes" heading="SceneGroup SceneCard SceneArt">
      <Specimen state="radio">
        <SceneGroup
          pictures={{}}
          {...common}
          type="radio"
          label={m.poster_scene()}
          chosen={[scene]}
          onToggle={setScene}
        />
      </Specimen>
      <Specimen state="checkbox">
        <SceneGroup
          pictures={{}}
          {...common}
          type="checkbox"
          label={m.poster_scene()}
          chosen={scenes}
          onToggle={(toggled) => {
            setScenes(POSTER_SCENES.filter((one) => scenes.includes(one) !== (one === toggled)))
          }}
        />
      </Specimen>
    </Section>
  )
}
