import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createAccount, selectPoints } from '#local-api/accounts.ts'
import { outcomeOf } from '#local-api/outcomes.ts'
import { openStore, type Store } from '#local-api/store.ts'
import { createPosterTask } from '#local-api/tasks.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const POSTER = { image_url: 'https://images.example/me.jpg', prompt: 'firework' } as const

let root: string
let folder: string
let store: Store

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tasks-'))
  folder = join(root, 'data')
  store = openStore(folder)
})
afterAll(() => {
  store.close()
  rmSync(root, { recursive: true })
})

function storedUuids(from: Store, accountId: number): string[] {
  return from.database
    .query<{ uuid: string }>('SELECT uuid FROM tasks WHERE account_id = ? ORDER BY seq')
    .all(accountId)
    .map(({ uuid }) => uuid)
}

it('spends every point once when two connections create in turn', () => {
  const other = openStore(folder)
  const { id } = createAccount(store, { points: 205 })
  const kinds = Array.from({ length: 30 }, (_, n) =>
    createPosterTask(n % 2 === 0 ? store : other, id, POSTER, NOW),
  ).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'created')).toHaveLength(20)
  expect(selectPoints(other, id)).toBe(5)
  expect(storedUuids(other, id)).toHaveLength(20)
  other.close()
})

it('takes no points when the task cannot be added', () => {
  const { id } = createAccount(store, { points: 50 })
  store.database.exec(
    `CREATE TEMP TRIGGER full BEFORE INSERT ON main.tasks BEGIN SELECT raise(ABORT, 'full'); END`,
  )
  expect(() => createPosterTask(store, id, POSTER, NOW)).toThrow('full')
  store.database.exec('DROP TRIGGER full')
  expect(selectPoints(store, id)).toBe(50)
  expect(storedUuids(store, id)).toEqual([])
})

/** Another process that creates posters until it is refused, and says each uuid it was given. */
const CREATOR = `
  import { writeSync } from 'node:fs'
  import { advanceSome } from '#local-api/lifecycle.ts'
  import { openStore } from '#local-api/store.ts'
  import { createPosterTask } from '#local-api/tasks.ts'
  const [folder, accountId] = process.argv.slice(1)
  const store = openStore(folder)
  const poster = ${JSON.stringify(POSTER)}
  for (let now = ${NOW}; ; now += 1000) {
    const creation = createPosterTask(store, Number(accountId), poster, now)
    if (creation.kind !== 'created') break
    // process.stdout would keep what the pipe has no room for, and lose it with the process.
    writeSync(1, creation.uuid + '\\n')
    advanceSome(store, now)
  }
  store.close()
`

function startCreator(dataDir: string, accountId: number) {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', CREATOR]
  const child = spawn(process.execPath, [...args, dataDir, String(accountId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, ended: once(child, 'exit'), lines: createInterface({ input: child.stdout }) }
}

it('never overspends when several processes create at the same time', async () => {
  const { id } = createAccount(store, { points: 1505 })
  const creators = [1, 2, 3].map(() => startCreator(folder, id))
  const created = await Promise.all(
    creators.map(async ({ lines, ended }) => {
      const uuids: string[] = []
      for await (const uuid of lines) uuids.push(uuid)
      expect(await ended).toEqual([0, null])
      return uuids
    }),
  )
  expect(created.flat().toSorted()).toEqual(storedUuids(store, id).toSorted())
  expect(created.flat()).toHaveLength(150)
  expect(selectPoints(store, id)).toBe(5)
})

it('loses and doubles nothing when the process is killed while it creates', async () => {
  const crashed = join(root, 'crashed')
  const before = openStore(crashed)
  const { id } = createAccount(before, { points: 1_000_000 })
  before.close()
  const acknowledged: string[] = []
  for (const killAfter of [1, 40, 90]) {
    const { child, lines, ended } = startCreator(crashed, id)
    let said = 0
    for await (const uuid of lines) {
      acknowledged.push(uuid)
      said += 1
      if (said === killAfter) child.kill('SIGKILL')
    }
    expect(await ended).toEqual([null, 'SIGKILL'])
  }
  const after = openStore(crashed)
  const uuids = storedUuids(after, id)
  const known = new Set(acknowledged)
  expect(uuids.filter((uuid) => known.has(uuid))).toEqual(acknowledged)
  // At most one per kill was stored and not said any more.
  expect(uuids.length - acknowledged.length).toBeLessThanOrEqual(3)
  expect(selectPoints(after, id)).toBe(1_000_000 - 10 * uuids.length)
  expect(after.database.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  const finished = after.database
    .query<{ uuid: string; clip: string | null; errorMsg: string | null }>(
      `SELECT uuid, clip, error_msg AS errorMsg FROM tasks WHERE due_at IS NULL`,
    )
    .all()
  expect(finished.length).toBeGreaterThan(0)
  for (const { uuid, clip, errorMsg } of finished) {
    expect(outcomeOf({ uuid, imageUrl: null, prompt: 'firework' })).toMatchObject({
      clip,
      errorMsg,
    })
  }
  after.close()
})
