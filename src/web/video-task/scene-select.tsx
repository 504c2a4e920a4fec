import { TASK_SCENES, type TaskScene } from '#contract/video-tasks.ts'
import { m } from '#web/messages/generated/messages.js'
import { sceneLabel } from '#web/video-task/scene-label.ts'
import { Select } from '#web/ui/select.tsx'

const ANY = ''

/** The select "Scene" of a list's filter. */
export function SceneSelect({
  scene,
  onChange,
}: {
  /** undefined: any */
  scene: TaskScene | undefined
  onChange: (scene: TaskScene | undefined) => void
}) {
  return (
    <Select
      label={m.tasks_scene()}
      value={scene ?? ANY}
      options={[
        { value: ANY, label: m.scene_any() },
        ...TASK_SCENES.map((name) => ({ value: name, label: sceneLabel(name) })),
      ]}
      onChange={(value) => {
        onChange(TASK_SCENES.find((name) => name === value))
      }}
    />
  )
}
