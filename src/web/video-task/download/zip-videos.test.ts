import { expect, test, vi } from 'vitest'

import { startSession } from '#web/api/session.tsx'
import { zipVideos } from '#web/video-task/download/zip-videos.ts'

const videos = ['a', 'b', 'gone', 'c'].map((name) => ({
  url: new URL(`https://marquee.example/${name}.webm`),
  fileName: `${name}.webm`,
}))

/** Packs all videos, of ten bytes each. */
async function pack(mostBytes: number) {
  vi.stubGlobal('location', { origin: 'https://marquee.example' })
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address.includes('gone')
        ? new Response(null, { status: 410 })
        : new Response('0123456789', { headers: { 'content-type': 'video/webm' } }),
    ),
  )
  const told: string[] = []
  const session = startSession('profile', 'key', false)
  const packing = zipVideos(session, videos, {
    mostBytes,
    signal: new AbortController().signal,
    describeMissing: (missing) => ({
      name: 'not-saved.txt',
      input: missing.map(({ video, problem }) => `${video.fileName}: ${problem}`).join('\n'),
    }),
    onDone: ({ packed, bytes, failed }) => told.push(`${packed} ${bytes} ${failed}`),
  })
  return { text: await new Response(packing.zip).text(), packing, told }
}

test('packs each video, and says which are missing', async () => {
  const { text, packing, told } = await pack(1000)
  expect(text.match(/0123456789/g)).toHaveLength(3)
  expect(text).toContain('gone.webm: gone')
  expect(packing.rest).toEqual([])
  expect(told).toEqual(['1 10 0', '2 20 0', '2 20 1', '3 30 1'])
})

test('leaves to a further ZIP what comes after the most bytes', async () => {
  const { text, packing } = await pack(20)
  expect(text.match(/0123456789/g)).toHaveLength(2)
  expect(packing.rest.map(({ fileName }) => fileName)).toEqual(['gone.webm', 'c.webm'])
  expect(text).not.toContain('not-saved')
})
