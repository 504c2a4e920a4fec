import { Check } from 'lucide-react'
import { type ReactNode, type Ref, useCallback, useId, useMemo, useState } from 'react'

import { POSTER_SCENES, type PosterScene } from '#contract/poster-tasks.ts'
import { useSceneSamples } from '#web/api/host-info.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { m } from '#web/messages/generated/messages.js'
import type { PosterRecord } from '#web/poster-records/record.ts'
import { type FollowedTasks, taskOf } from '#web/posters/follow/followed-tasks.ts'
import { sceneName } from '#web/posters/poster-words.tsx'
import { SceneArt } from '#web/posters/scenes/scene-art.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldProblem } from '#web/ui/field-problem.tsx'
import { useMedia } from '#web/ui/media.ts'
import { REDUCED_MOTION } from '#web/ui/media-queries.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Sentence } from '#web/ui/sentence.tsx'
import {
  LazyPreview,
  type PreviewHosts,
  usePreviewHosts,
} from '#web/video-task/preview/preview-hosts.ts'

/** A video that shows what posters of a scene look like. */
interface ScenePicture {
  url: URL
  /** when the person sent this poster, in milliseconds since the epoch; undefined: it is a sample of the host */
  sentAt: number | undefined
}

/** scene → its videos, the best first. If one does not load, the next is shown. */
export type ScenePictures = { readonly [Scene in PosterScene]?: readonly ScenePicture[] }

/**
 * The videos for the scenes of the forms: the person's own newest poster, and the sample of the host.
 *
 * @param records the posters of the account
 */
export function useScenePictures(
  records: readonly PosterRecord[],
  tasks: FollowedTasks['tasks'],
): ScenePictures {
  const { isAllowed } = usePreviewHosts()
  const samples = useSceneSamples()
  return useMemo(
    () =>
      Object.fromEntries(
        POSTER_SCENES.map((scene) => {
          const own = newestVideo(scene, { records, tasks, isAllowed })
          const sample = samples[scene]
          const url = sample === undefined ? undefined : new URL(sample, location.origin)
          return [scene, [own ?? [], url === undefined ? [] : { url, sentAt: undefined }].flat()]
        }),
      ),
    [records, tasks, isAllowed, samples],
  )
}

/**
 * The video of the newest poster of a scene that is finished. The form does not ask whether previews may load.
 *
 * @returns undefined without such a poster, or if previews may not load from its host
 */
export function newestVideo(
  scene: PosterScene,
  {
    records,
    tasks,
    isAllowed,
  }: {
    records: readonly PosterRecord[]
    tasks: FollowedTasks['tasks']
    isAllowed: PreviewHosts['isAllowed']
  },
): ScenePicture | undefined {
  const videos = records.flatMap((record) => {
    const followed = taskOf(record, tasks)
    if (record.request.prompt !== scene || followed?.kind !== 'seen') return []
    const { errorMsg, videoUrl } = followed.task
    const url = errorMsg === null ? safeHttpUrl(videoUrl ?? '') : undefined
    return url !== undefined && isAllowed(url) === true ? { url, sentAt: record.startedAt } : []
  })
  return videos.toSorted((a, b) => b.sentAt - a.sentAt)[0]
}

/**
 * The five scenes as cards, each with its raw value and what its posters look like. One can be chosen, or several. A video plays
 * under the pointer or the focus; on a touch screen the one in the middle plays, once.
 */
export function SceneGroup({
  pictures,
  label,
  type,
  chosen,
  problem,
  onToggle,
  firstInputRef,
}: {
  pictures: ScenePictures
  label: string
  /** radio: exactly one can be chosen */
  type: 'radio' | 'checkbox'
  chosen: readonly PosterScene[]
  /** undefined: no problem */
  problem: string | undefined
  onToggle: (scene: PosterScene) => void
  firstInputRef: Ref<HTMLInputElement>
}) {
  const labelId = useId()
  const problemId = useId()
  // The address of a video → whether it has loaded.
  const [loaded, setLoaded] = useState<Readonly<Record<string, boolean>>>({})
  const [playing, setPlaying] = useState<string>()
  const isStill = useMedia(REDUCED_MOTION) || navigator.connection?.saveData === true
  const isTouched = useMedia('(hover: none)')
  const pictureOf = (scene: PosterScene) =>
    pictures[scene]?.find(({ url }) => loaded[url.href] !== false)
  const isShown = (picture: ScenePicture | undefined) => loaded[picture?.url.href ?? ''] === true

  return (
    <div className="flex flex-col gap-2">
      <p id={labelId} className="text-sm font-semibold">
        {label}
      </p>
      <div
        aria-labelledby={labelId}
        aria-describedby={problem === undefined ? undefined : problemId}
        // These states are not allowed on a plain group.
        {...(type === 'radio'
          ? { role: 'radiogroup', 'aria-required': true, 'aria-invalid': problem !== undefined }
          : { role: 'group' })}
        className="flex flex-col gap-2"
      >
        <FieldProblem id={problemId} problem={problem} />
        {/* On a phone it is a strip. */}
        <div className="grid gap-2.5 max-sm:fade-sides max-sm:bleed max-sm:snap-x max-sm:scroll-px-4 max-sm:grid-flow-col max-sm:auto-cols-[8.5rem] max-sm:overflow-x-auto max-sm:py-1 sm:grid-cols-5">
          {POSTER_SCENES.map((scene, index) => {
            const picture = pictureOf(scene)
            return (
              <SceneCard
                key={scene}
                type={type}
                scene={scene}
                isChosen={chosen.includes(scene)}
                onChange={() => {
                  onToggle(scene)
                }}
                {...{ isTouched }}
                onPlay={setPlaying}
                inputRef={index === 0 ? firstInputRef : undefined}
                words={isShown(picture) && picture !== undefined && <PictureWords {...picture} />}
              >
                {picture !== undefined && (
                  <LazyPreview
                    key={picture.url.href}
                    url={picture.url}
                    isPlaying={playing === scene && !isStill}
                    onEnded={isTouched ? () => setPlaying(undefined) : undefined}
                    isSmall
                    onLoaded={(hasLoaded) => {
                      setLoaded((now) => ({ ...now, [picture.url.href]: hasLoaded }))
                    }}
                  />
                )}
              </SceneCard>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Where a video comes from: it is the person's own, or a sample. */
function PictureWords({ sentAt }: Pick<ScenePicture, 'sentAt'>) {
  if (sentAt === undefined) return <span>{m.poster_scene_sample()}</span>
  return (
    <Sentence say={(time) => m.poster_scene_own({ time })}>
      <RelativeTime at={sentAt} toTheMinute />
    </Sentence>
  )
}

/** A scene as a card: a radio button or a checkbox, with its raw value. */
function SceneCard({
  type,
  scene,
  isChosen,
  onChange,
  isTouched,
  onPlay,
  inputRef,
  words,
  children,
}: {
  type: 'radio' | 'checkbox'
  scene: PosterScene
  isChosen: boolean
  onChange: () => void
  /** no pointer hovers: what stands in the middle of the screen plays */
  isTouched: boolean
  /** undefined: no longer. It is the same function in each render */
  onPlay: (scene: PosterScene | undefined) => void
  inputRef: Ref<HTMLInputElement> | undefined
  /** what its video is; false: the drawing is shown */
  words: ReactNode
  /** its video, over the drawing */
  children: ReactNode
}) {
  const nameId = useId()
  const wordsId = useId()
  const watchMiddle = useCallback(
    (card: HTMLElement | null) => {
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.at(-1)?.isIntersecting === true) onPlay(scene)
        },
        { rootMargin: '0px -45%' },
      )
      if (card !== null) observer.observe(card)
      return () => observer.disconnect()
    },
    [onPlay, scene],
  )
  return (
    <label
      ref={isTouched ? watchMiddle : undefined}
      {...(!isTouched && {
        onPointerEnter: () => onPlay(scene),
        onPointerLeave: () => onPlay(undefined),
        onFocus: () => onPlay(scene),
        onBlur: () => onPlay(undefined),
      })}
      className={classNames(
        'relative flex snap-start flex-col gap-2 rounded-panel border p-2',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isChosen
          ? 'border-focus bg-accent-soft ring-1 ring-focus'
          : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <input
        ref={inputRef}
        type={type}
        name="prompt"
        value={scene}
        checked={isChosen}
        onChange={onChange}
        aria-labelledby={nameId}
        aria-describedby={words === false ? undefined : wordsId}
        // Invisible, as large as its label and above it, so that a click hits the input itself.
        className="absolute inset-0 z-1 size-full cursor-pointer opacity-0"
      />
      <span className="relative block aspect-square w-full shrink-0 overflow-clip rounded-control">
        <SceneArt scene={scene} />
        {children}
      </span>
      <span className="min-w-0 flex-1 px-0.5 pb-0.5">
        <span id={nameId} className="block">
          <span className="block text-sm font-medium">{sceneName(scene)}</span>
          <span className="block font-mono text-xs wrap-anywhere text-muted">{scene}</span>
        </span>
        {/* It has its height before there are words, so that nothing moves. */}
        <span id={wordsId} className="mt-0.5 block min-h-4 text-xs text-muted">
          {words}
        </span>
      </span>
      {isChosen && (
        <span
          aria-hidden
          className="absolute top-3 right-3 rounded-full bg-accent p-1 text-on-accent"
        >
          <Check className="size-3.5 stroke-3" />
        </span>
      )}
    </label>
  )
}
