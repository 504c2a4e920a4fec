import { expect, test } from 'vitest'

import { hostInfo, readSceneSamples } from '#web/api/host-info.ts'

test('samples are paths of videos on this host', () => {
  const samples = { youqian: '/scene-samples/youqian.webm', real_cake: '/media/real_cake.mp4' }
  expect(readSceneSamples(samples)).toEqual(samples)
})

test.each([
  'https://videos.example/firework.webm',
  '//videos.example/firework.webm',
  '/\\videos.example/firework.webm',
  '/media/../api/firework.webm',
  '/media/firework.webm?key=1',
  '/media/firework.html',
  'firework.webm',
  'javascript:alert(1)//.webm',
  '',
  null,
  7,
])('%j counts as no sample, and leaves the others', (sample) => {
  const other = '/media/youqian.webm'
  expect(readSceneSamples({ firework: sample, youqian: other })).toEqual({ youqian: other })
})

test.each([
  [{ keepHours: 24 }, true],
  [{ keepHours: 24, bucket: 'https://pictures.example' }, true],
  [{ keepHours: 1, bucket: 'http://127.0.0.1:9000' }, true],
  [{ keepHours: '24' }, false],
  [{ keepHours: 24, bucket: null }, false],
])('pictures are taken as %j says: %s', (uploads, isTaken) => {
  const { data } = hostInfo.safeParse({ demoKey: 'key', uploads })
  expect(data).toMatchObject({ demoKey: 'key' })
  expect(data?.uploads).toEqual(isTaken ? uploads : undefined)
})
