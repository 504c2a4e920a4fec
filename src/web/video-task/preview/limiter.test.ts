import { expect, test } from 'vitest'

import { createLimiter } from '#web/video-task/preview/video-preview.tsx'

/** A job that ends when the test says so. */
function job(name: string, log: string[]) {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = async () => {
    log.push(name)
    await ended
  }
  return { run, end }
}

const tick = async () => {
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
}

test('at most as many jobs run as the limit says, in their order', async () => {
  const log: string[] = []
  const limited = createLimiter(2)
  const { signal } = new AbortController()
  const jobs = ['a', 'b', 'c', 'd'].map((name) => job(name, log))
  const all = jobs.map(async ({ run }) => limited(run, signal))
  await tick()
  expect(log).toEqual(['a', 'b'])
  jobs[1]?.end()
  await tick()
  expect(log).toEqual(['a', 'b', 'c'])
  for (const { end } of jobs) end()
  await Promise.all(all)
  expect(log).toEqual(['a', 'b', 'c', 'd'])
})

test('an aborted job does not start, and one that fails makes room for the next', async () => {
  const log: string[] = []
  const limited = createLimiter(1)
  const { signal } = new AbortController()
  const aborted = new AbortController()
  const failing = limited(async () => {
    await tick()
    throw new Error('broken')
  }, signal)
  const left = job('left', log)
  const skipped = limited(left.run, aborted.signal)
  const last = job('last', log)
  const done = limited(last.run, signal)
  aborted.abort()
  last.end()
  await expect(failing).rejects.toThrow('broken')
  await Promise.all([skipped, done])
  expect(log).toEqual(['last'])
})
