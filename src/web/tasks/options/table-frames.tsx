import { useMemo } from 'react'

import { createDeviceChoice, useDeviceChoice } from '#web/ui/device-choice.ts'
import { LazyPreview, usePreviewHosts } from '#web/video-task/preview/preview-hosts.ts'

/** Whether the table shows frames; undefined: the person has not chosen. */
export const tableFramesChoice = createDeviceChoice<boolean | undefined>(
  'marquee.table-frames',
  (text) => (text === null ? undefined : text === 'on'),
  (isOn) => (isOn === true ? 'on' : 'off'),
)

/** Whether the table shows frames. Unless chosen otherwise, it does once previews may load from another host. */
export function useHasTableFrames(): boolean {
  const { isAnyAllowed } = usePreviewHosts()
  return useDeviceChoice(tableFramesChoice) ?? isAnyAllowed
}

/** Whether the frame of a video may load; undefined: the table shows none. It changes with the choice, and with the allowed hosts. */
export function useTableFrames(): ((video: URL) => boolean) | undefined {
  const { isAllowed } = usePreviewHosts()
  const isOn = useHasTableFrames()
  return useMemo(() => (isOn ? (video) => isAllowed(video) === true : undefined), [isOn, isAllowed])
}

/** The first frame of a video. It fills its cell. */
export function TableFrame({ href }: { href: string }) {
  return <LazyPreview url={new URL(href)} isPlaying={false} isSmall />
}
