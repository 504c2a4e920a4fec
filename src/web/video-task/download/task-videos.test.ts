import { expect, test, vi } from 'vitest'

import { readReceivedList } from '#contract/read-video-tasks.ts'
import { setMediaHosts } from '#web/video-task/media/handed-out.ts'
import { videosOf } from '#web/video-task/download/download-videos.tsx'

test('separates videos that this page can read from others, and gives each file a unique name', () => {
  const list = [
    { uuid: 'd3f1a9c2-1', video_url: 'https://marquee.example/media/one.webm' },
    { uuid: 'd3f1a9c2-2', video_url: 'https://marquee.example/media/two.webm' },
    { uuid: 'other', video_url: 'https://media.example/three.mp4' },
    { uuid: 'port', video_url: 'https://marquee.example:8443/four.mp4' },
    { uuid: 'none' },
    { uuid: 'unsafe', video_url: 'javascript:alert(1)' },
  ]
  const rows = readReceivedList({ list })?.rows ?? []
  const tasks = rows.flatMap((row) => (row.kind === 'task' ? row.task : []))
  vi.stubGlobal('location', { origin: 'https://marquee.example' })
  const found = videosOf(tasks)
  expect(found.here.map(({ fileName }) => fileName)).toEqual(['d3f1a9c2.webm', 'd3f1a9c2-2.webm'])
  expect(found.elsewhere.map(({ url }) => url.host)).toEqual([
    'media.example',
    'marquee.example:8443',
  ])
  // What our host hands out can be read like its own.
  setMediaHosts(['media.example'])
  expect(videosOf(tasks).elsewhere.map(({ url }) => url.host)).toEqual(['marquee.example:8443'])
})
