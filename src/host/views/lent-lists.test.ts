import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { errorEnvelope, successEnvelope } from '#contract/envelope.ts'
import { closeTestServers } from '#host/servers.fixture.ts'
import { hostResponse } from '#host/task-api.ts'
import { MOST_PAGES, REMEMBERED_MS } from '#host/views/lent-lists.ts'
import { openTestViews, refusalOf, START, uuidOf } from '#host/views/views.fixture.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(async () => {
  vi.useRealTimers()
  await closeTestServers()
})

/** Opens views of a list, and tells which pages a reading has asked for. */
function open(count?: number) {
  const opened = openTestViews(count === undefined ? {} : { count })
  const pages = () =>
    opened.service
      .queries()
      .filter((query) => query.includes('page_size=100'))
      .map((query) => /(?<=[?&]page=)\d+/.exec(query)?.[0] ?? '1')
  return {
    ...opened,
    /** the pages since the last call */
    pagesRead: () => {
      const read = pages()
      opened.service.asked.length = 0
      return read.join()
    },
    forget: () => vi.advanceTimersByTimeAsync(REMEMBERED_MS),
  }
}

describe('the list is read', () => {
  it('until all lent tasks are found', async () => {
    const { lend, list, pagesRead } = open(5000)
    const { credential } = await lend({ tasks: [uuidOf(10), uuidOf(250)] })
    expect((await list(credential)).places).toEqual([10, 250])
    expect(pagesRead()).toBe('1,2,3')
  })

  it('to its end, if a task is not there', async () => {
    const { lend, list, pagesRead } = open(300)
    const { credential } = await lend({ tasks: [uuidOf(10), uuidOf(9999)] })
    expect((await list(credential)).places).toEqual([10])
    expect(pagesRead()).toBe('1,2,3')
  })

  it('once more for a filter, until what is missing would have come', async () => {
    const { lend, list, pagesRead } = open(5000)
    const { credential } = await lend({ tasks: [uuidOf(10), uuidOf(150)] })
    await list(credential)
    expect(pagesRead()).toBe('1,2')
    // Every fourth task is pending, so this page ends with a task that is older than both.
    expect((await list(credential, '?status=pending')).places).toEqual([])
    expect(pagesRead()).toBe('1')
  })

  it('further, if it is not sorted by age', async () => {
    const { lend, list, pagesRead, service, forget } = open(1000)
    const { credential } = await lend({ tasks: [uuidOf(10), uuidOf(150)] })
    service.places.reverse()
    await list(credential)
    expect(pagesRead()).toBe('1,2,3,4,5,6,7,8,9,10')
    service.places.push(service.places.shift() ?? 0, ...service.places.splice(0, 700))
    await forget()
    await list(credential)
    expect(pagesRead()).toBe('1,2,3')
    await list(credential, '?status=pending')
    expect(pagesRead()).toBe('1,2,3')
  })

  it('no further than some pages', async () => {
    const { lend, list, pagesRead } = open(100 * MOST_PAGES + 100)
    const last = 100 * MOST_PAGES
    const { credential } = await lend({ tasks: [uuidOf(last - 1), uuidOf(last)] })
    expect((await list(credential)).places).toEqual([last - 1])
    expect(pagesRead().split(',')).toHaveLength(MOST_PAGES)
  })

  it('with the page size of the service, and without a total', async () => {
    const { lend, list, service, pagesRead } = open()
    const { credential } = await lend({ tasks: [uuidOf(1), uuidOf(4)] })
    service.state.instead = ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
      const rows = [0, 1].map((place) => ({ uuid: uuidOf(2 * (page - 1) + place) }))
      return Response.json(
        successEnvelope({ list: page === 3 ? rows.slice(0, 1) : rows, page_size: 2 }),
      )
    }
    expect(await list(credential)).toEqual({ places: [1, 4], total: 2 })
    expect(pagesRead()).toBe('1,2,3')
  })

  it('with a row that has moved on to the next page, which counts once', async () => {
    const { lend, list, service } = open()
    const { credential } = await lend({ tasks: [uuidOf(99), uuidOf(150)] })
    service.state.before = () => {
      if (service.queries().at(-1)?.includes('page=2') === true) service.places.unshift(5000)
      return Promise.resolve()
    }
    expect(await list(credential)).toEqual({ places: [99, 150], total: 2 })
  })
})

describe('what was read', () => {
  it('is remembered for some seconds, by view and filter', async () => {
    const { lend, list, pagesRead, forget } = open()
    const one = await lend({ tasks: [uuidOf(10)] })
    const other = await lend({ tasks: [uuidOf(11)] })
    await list(one.credential)
    await list(one.credential, '?page=2')
    await list(one.credential, '?page_size=5')
    expect(pagesRead()).toBe('1')
    expect((await list(other.credential)).places).toEqual([11])
    await list(one.credential, '?scene=celebrity')
    expect(pagesRead()).toBe('1,1')
    await forget()
    await list(one.credential)
    expect(pagesRead()).toBe('1')
  })

  it('is shared by requests that come meanwhile', async () => {
    const { lend, list, pagesRead } = open()
    const { credential } = await lend({ tasks: [uuidOf(10), uuidOf(299)] })
    const all = await Promise.all(['', '?page_size=1', '?page=2'].map((q) => list(credential, q)))
    expect(all.map(({ places }) => places)).toEqual([[10, 299], [10], []])
    expect(pagesRead()).toBe('1,2,3')
  })

  it('is forgotten of the view that was used longest ago, if there are too many', async () => {
    const { lend, list, pagesRead, views, clock } = open(20)
    const first = await lend({ tasks: [uuidOf(10)] })
    await list(first.credential)
    for (let count = 0; count < 200; count += 1) {
      const { id, credential } = await lend({ tasks: [uuidOf(10)] })
      await list(credential)
      await views.end('CANARY-key-1', id)
      if (count % 90 === 89) clock.now += 3_600_000
    }
    pagesRead()
    await list(first.credential)
    expect(pagesRead()).toBe('1')
  })
})

describe('where the service refuses', () => {
  const outside = { list: [{ uuid: uuidOf(20) }], message: uuidOf(20) }
  const json = (status: number, code: number) => () =>
    Response.json({ ...errorEnvelope(code, uuidOf(20)), data: outside }, { status })

  it.each([
    ['401', json(401, 401), [410, 'view-key-refused']],
    ['403', json(403, 1), [410, 'view-key-refused']],
    ['200 with the code 401', json(200, 401), [410, 'view-key-refused']],
    ['401 without JSON', () => hostResponse(401, 'not-json', ''), [410, 'view-key-refused']],
    ['a refusal by this host', () => hostResponse(403, 'not-allowed', ''), [403, 'not-allowed']],
    ['429', json(429, 429), [429, null]],
    ['503 of this host', () => hostResponse(503, 'overloaded', ''), [503, 'overloaded']],
    ['200 with the code 500', json(200, 500), [200, null]],
  ])(
    'with %s, the viewer gets it without words about other tasks',
    async (_, instead, expected) => {
      const { lend, ask, list, service } = open()
      const [part, whole] = [await lend({ tasks: [uuidOf(10)] }), await lend()]
      service.state.instead = instead
      const answers = [await ask(part.credential), await ask(whole.credential)]
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      expect(await Promise.all(answers.map(refusalOf))).toEqual([expected, expected])
      expect(texts.join()).not.toContain('"code":200')
      expect(texts[0]).not.toContain(uuidOf(20))
      // The next request asks again.
      service.state.instead = () => undefined
      expect(await list(part.credential)).toEqual({ places: [10], total: 1 })
      expect((await list(whole.credential)).total).toBe(300)
    },
  )

  it('when it is to come again is passed on', async () => {
    const { lend, ask, service } = open()
    const { credential } = await lend({ tasks: [uuidOf(10)] })
    service.state.instead = () =>
      Response.json(errorEnvelope(429, ''), { status: 429, headers: { 'Retry-After': '7' } })
    expect((await ask(credential)).headers.get('retry-after')).toBe('7')
  })

  it.each([
    ['an array', [{ uuid: uuidOf(20) }]],
    ['a list without an envelope', outside],
    ['a success without a list', successEnvelope({ rows: [uuidOf(20)] })],
  ])('with %s, nothing of it is passed on for some tasks', async (_, body) => {
    const { lend, ask, service } = open()
    const { credential } = await lend({ tasks: [uuidOf(10)] })
    service.state.instead = () => Response.json(body)
    const answer = await ask(credential)
    expect(await refusalOf(answer)).toEqual([502, 'not-json'])
    expect(await answer.text()).not.toContain(uuidOf(20))
  })
})

it('a lent name is that of a task, and no other field of it', async () => {
  const { lend, list, service } = open()
  const { credential } = await lend({ tasks: ['null', 'undefined', '17', uuidOf(10)] })
  service.state.instead = () =>
    Response.json(
      successEnvelope({
        list: [
          { uuid: null, created_at: new Date(START).toISOString() },
          { uuid: uuidOf(1), price: 17, error_msg: uuidOf(10) },
          { id: 17, uuid: uuidOf(2) },
          'undefined',
        ],
        total: 4,
      }),
    )
  expect((await list(credential)).places).toEqual([2])
})
