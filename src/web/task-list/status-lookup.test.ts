import { describe, expect, test } from 'vitest'

import type { TaskStatus } from '#contract/video-tasks.ts'
import { replyTo } from '#web/api/list-reply.fixture.ts'
import type { ListReply } from '#web/api/video-tasks.ts'
import { lookUpInRead, lookUpStatuses } from '#web/task-list/status-lookup.ts'

const UPDATED = '2026-03-01T12:00:00Z'

/** A service with the given number of tasks in each status. Its pages may be smaller than requested. */
function service(
  tasks: Partial<Record<TaskStatus, unknown[]>>,
  { largestPage = 100, saysTotal = true } = {},
) {
  const asked: string[] = []
  async function readPage({
    status,
    pageNumber: page,
    pageSize,
  }: {
    status?: TaskStatus | undefined
    pageNumber: number
    pageSize: number
  }): Promise<ListReply> {
    asked.push(`${status ?? ''} ${page}`)
    const all = tasks[status ?? 'failed'] ?? []
    const size = Math.min(pageSize, largestPage)
    await Promise.resolve()
    return replyTo(
      {
        list: all.slice((page - 1) * size, page * size),
        page,
        page_size: size,
        total: saysTotal ? all.length : null,
      },
      { readAt: asked.length },
    )
  }
  return { asked, readPage }
}

const record = (uuid: string) => ({ uuid, updated_at: UPDATED })
const many = (count: number) => Array.from({ length: count }, (_, n) => record(`other ${n}`))

describe('a status lookup', () => {
  test('finds the status of tasks, and when it was read', async () => {
    const { readPage } = service({ processing: [record('a')], pending: [record('b')] })
    const found = await lookUpStatuses(['a', 'b'], readPage)
    expect([...found]).toEqual([
      ['a', { status: 'processing', updatedAt: UPDATED, asOf: 1 }],
      ['b', { status: 'pending', updatedAt: UPDATED, asOf: 2 }],
    ])
  })

  test('ignores a list that was not filtered, as it has finished tasks', async () => {
    for (const ended of [{ error_msg: 'no' }, { video_url: 'https://v.example/a.mp4' }]) {
      const tasks = [record('a'), { ...record('b'), ...ended }]
      const { readPage } = service({ processing: tasks, pending: tasks })
      const found = await lookUpStatuses(['a'], readPage)
      expect(found.size).toBe(0)
    }
  })

  test('stops as soon as all tasks are found', async () => {
    const { asked, readPage } = service({ processing: [record('a'), ...many(250)] })
    await lookUpStatuses(['a', 'a'], readPage)
    expect(asked).toEqual(['processing 1'])
  })

  test('reads at most three pages of each status, in turns', async () => {
    const { asked, readPage } = service({ processing: many(1_000), pending: many(1_000) })
    const found = await lookUpStatuses(['a'], readPage)
    expect(found.size).toBe(0)
    expect(asked).toEqual([
      'processing 1',
      'pending 1',
      'processing 2',
      'pending 2',
      'processing 3',
      'pending 3',
    ])
  })

  test('finds the newest tasks in the first page of each list', async () => {
    const { asked, readPage } = service({
      processing: [record('a'), ...many(300)],
      pending: [record('b'), ...many(300)],
    })
    const found = await lookUpStatuses(['a', 'b'], readPage)
    expect(found.size).toBe(2)
    expect(asked).toEqual(['processing 1', 'pending 1'])
  })

  test.each([
    ['by the total', { saysTotal: true, largestPage: 100 }, 150, 2],
    ['by a page that is not full', { saysTotal: false, largestPage: 100 }, 150, 2],
    ['by an empty page', { saysTotal: false, largestPage: 100 }, 200, 3],
    ['by the size of the pages that come', { saysTotal: false, largestPage: 40 }, 70, 2],
  ])('knows the end of a list %s', async (_, options, count, pages) => {
    const { asked, readPage } = service({ processing: many(count) }, options)
    await lookUpStatuses(['a'], readPage)
    expect(asked.filter((request) => request.startsWith('processing'))).toHaveLength(pages)
  })

  test('takes the later status of a task that moves from one list to the other', async () => {
    const { readPage } = service({ processing: [record('a')], pending: [record('a'), record('b')] })
    const found = await lookUpStatuses(['a', 'b'], readPage)
    expect(found.get('a')).toMatchObject({ status: 'pending' })
    // Totals may have read a list that is asked for later.
    const pendingWasRead = async (request: Parameters<typeof readPage>[0]) => {
      const page = await readPage(request)
      return request.status === 'pending' ? { ...page, readAt: 1 } : page
    }
    const moved = await lookUpStatuses(['a', 'b'], pendingWasRead)
    expect(moved.get('a')).toMatchObject({ status: 'processing' })
  })

  test('tolerates unreadable rows, duplicate rows and too many rows', async () => {
    const rows = [null, 'x', { id: 4 }, record('a'), record('a'), ...many(150)]
    const { readPage } = service({ processing: rows }, { saysTotal: false })
    const whole = async (params: Parameters<typeof readPage>[0]) =>
      readPage({ ...params, pageSize: 1_000 })
    const found = await lookUpStatuses(['a'], whole)
    expect([...found.keys()]).toEqual(['a'])
  })

  test('fails if a request fails', async () => {
    const { asked, readPage } = service({ processing: many(500) })
    const failing = async (params: Parameters<typeof readPage>[0]) => {
      if (asked.length === 1) throw new Error('cancelled')
      return readPage(params)
    }
    await expect(lookUpStatuses(['a'], failing)).rejects.toThrow('cancelled')
    expect(asked).toHaveLength(1)
  })
})

describe('a status lookup in pages that were read before', () => {
  const read = (rows: unknown[], readAt: number) =>
    replyTo({ list: rows, page: 1, page_size: 100, total: rows.length }, { readAt })

  test('finds the status of tasks if these pages have them all', () => {
    const pages: Partial<Record<TaskStatus, ListReply>> = {
      processing: read([record('a')], 1),
      pending: read([record('b')], 2),
    }
    expect([...(lookUpInRead(['a', 'b'], (status) => pages[status]) ?? [])]).toEqual([
      ['a', { status: 'processing', updatedAt: UPDATED, asOf: 1 }],
      ['b', { status: 'pending', updatedAt: UPDATED, asOf: 2 }],
    ])
    expect(lookUpInRead(['a', 'c'], (status) => pages[status])).toBeUndefined()
  })

  test('finds nothing where no page was read, or no task is open', () => {
    expect(lookUpInRead(['a'], () => undefined)).toBeUndefined()
    expect(lookUpInRead([], () => read([record('a')], 1))).toBeUndefined()
  })
})
