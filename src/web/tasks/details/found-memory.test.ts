import { environmentManager } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

import { readVideoTaskRow } from '#contract/read-video-tasks.ts'
import { startSession } from '#web/api/session.tsx'
import { statusEvidence } from '#web/task-list/status-evidence.ts'
import { foundBefore, rememberFound } from '#web/tasks/details/found-memory.ts'
import type { SeenTask } from '#web/task-list/list-page.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Without this the cache assumes a server, and never drops anything.
  environmentManager.setIsServer(() => false)
  return () => {
    vi.useRealTimers()
    environmentManager.setIsServer(() => true)
  }
})

/** A task as a scan finds it. */
function found(record: Record<string, unknown>): SeenTask {
  const row = readVideoTaskRow(record)
  if (row.kind === 'unreadable') throw new Error('it is no task')
  const { task } = row
  const readAt = Date.now()
  return {
    task,
    evidence: statusEvidence(task, { filter: undefined, readAt }),
    origin: {
      request: { pageNumber: 3, pageSize: 100 },
      pageNumber: 3,
      pageSize: 100,
      total: 240,
      readAt,
    },
  }
}

test('keeps a found task until its session ends', () => {
  const session = startSession('p', 'key', false)
  const seen = found({ uuid: 'd3f1', id: 812 })
  rememberFound(session, seen)
  vi.advanceTimersByTime(60 * 60_000)
  expect(foundBefore(session, 'd3f1')).toBe(seen)
  expect(foundBefore(session, '812')).toBeUndefined()
  session.end()
  expect(foundBefore(session, 'd3f1')).toBeUndefined()
})

test('finds a kept task by its name in the address', () => {
  const session = startSession('p', 'key', false)
  const seen = found({ uuid: 'half \ud83d' })
  rememberFound(session, seen)
  expect(foundBefore(session, 'half \ufffd')).toBe(seen)
})
