import process from 'node:process'

import { afterEach, describe, expect, it } from 'vitest'

import { LENDING_TIMES, MOST_LENT_TASKS, MOST_VIEWS, viewCredential } from '#contract/views.ts'
import { closeTestServers, CREATE_PATH, KEY, readJson, writeFolder } from '#host/servers.fixture.ts'
import { openSqliteViews } from '#host/views/sqlite-views.ts'
import {
  LONG_PRICE,
  numberOf,
  openTestViews,
  refusalOf,
  START,
  uuidOf,
} from '#host/views/views.fixture.ts'

afterEach(closeTestServers)

const MINUTE = 60_000
const OTHER = 'A'.repeat(22)
/** A million take a minute on a busy machine. */
const GUESSES = process.env['TEST_FULL'] === '1' ? 1_000_000 : 100_000
const tasks = [uuidOf(3), String(numberOf(150)), uuidOf(299)]

/** A token with another last character that counts. */
const changed = (token: string) => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`

describe('a view of some tasks', () => {
  it('shows these and counts these, as the service writes them but for the key', async () => {
    const { lend, list, ask } = openTestViews()
    const { credential } = await lend({ tasks })
    expect(await list(credential)).toEqual({ places: [3, 150, 299], total: 3 })
    expect(await list(credential, '?page=2&page_size=2')).toEqual({ places: [299], total: 3 })
    expect(await list(credential, '?page=3&page_size=2')).toEqual({ places: [], total: 3 })
    expect(await list(credential, '?scene=celebrity')).toEqual({ places: [3, 150], total: 2 })
    expect(await list(credential, '?status=failed')).toEqual({ places: [3, 299], total: 2 })
    const text = await (await ask(credential)).text()
    expect(text).toContain(`"price":${LONG_PRICE}`)
    expect(text).toContain('"page":1,"page_size":20}')
    expect(text).not.toContain(KEY)
  })

  it('does not lend a task without a name', async () => {
    const { views, request } = openTestViews()
    for (const name of ['', ' ', 'a b', 'a\u0000', 'x'.repeat(65), 7, null]) {
      const body = JSON.stringify({ ...request(), tasks: [name] })
      expect(await refusalOf(views.lend(KEY, body))).toEqual([400, 'not-allowed'])
    }
  })
})

it('a view of the whole list passes on what the service says but for the key', async () => {
  const { lend, list, ask, service } = openTestViews()
  const { credential } = await lend()
  expect(await list(credential, '?page=15')).toEqual({
    places: Array.from({ length: 20 }, (_, index) => 280 + index),
    total: 300,
  })
  expect(service.queries().at(-1)).toBe('?page=15')
  const text = await (await ask(credential)).text()
  expect(text).toContain(`"price":${LONG_PRICE}`)
  expect(text).not.toContain(KEY)
  expect(await refusalOf(ask(credential, '?page=0'))).toEqual([400, 'not-allowed'])
})

it('says what it is to who opens it, and how often to who lent it', async () => {
  const { views, lend, clock } = openTestViews()
  const own = async () => readJson(await (await views.own(KEY)).text())
  const part = await lend({ tasks, note: '' })
  const whole = await lend({ ms: LENDING_TIMES.week })
  clock.now += 5
  const facts = await views.facts(part.credential, part.id, true)
  const shown = { from: 'Ada', note: '', tasks: 3, until: START + LENDING_TIMES.day }
  expect(await facts.json()).toEqual(shown)
  await views.facts(part.credential, part.id, true)
  // Looking at what it is does not count.
  await views.facts(part.credential, part.id)
  expect(await own()).toEqual([
    {
      id: whole.id,
      from: 'Ada',
      note: 'ticket 4711',
      tasks: null,
      until: START + LENDING_TIMES.week,
      opened: 0,
      openedAt: null,
    },
    { id: part.id, ...shown, opened: 2, openedAt: START + 5 },
  ])
  expect(await (await views.own('another-key')).json()).toEqual([])
  clock.now = shown.until
  expect(await own()).toEqual([expect.objectContaining({ id: whole.id })])
})

it('is over at its time, which the host may shorten, and later unknown', async () => {
  const { lend, ask, clock } = openTestViews({ longestMs: 60 * MINUTE })
  const { until, credential } = await lend({ ms: LENDING_TIMES.week })
  expect(until).toBe(START + 60 * MINUTE)
  expect((await lend({ ms: LENDING_TIMES.halfHour })).until).toBe(START + LENDING_TIMES.halfHour)
  clock.now = until - 1
  expect((await ask(credential)).status).toBe(200)
  clock.now = until
  expect(await refusalOf(ask(credential))).toEqual([410, 'view-over'])
  clock.now = until + 7 * 24 * 60 * MINUTE
  expect(await refusalOf(ask(credential))).toEqual([404, 'view-unknown'])
})

describe('who lent it ends it,', () => {
  it('one or all; with another key none', async () => {
    const { views, lend, ask } = openTestViews()
    const [one, two, three] = [await lend(), await lend({ tasks }), await lend()]
    expect(await refusalOf(views.end('another-key', one.id))).toEqual([404, 'not-allowed'])
    expect((await views.end('another-key')).status).toBe(204)
    expect((await ask(one.credential)).status).toBe(200)
    expect((await views.end(KEY, one.id)).status).toBe(204)
    expect(await refusalOf(ask(one.credential))).toEqual([410, 'view-taken-back'])
    expect(await refusalOf(views.facts(one.credential, one.id, true))).toEqual([
      410,
      'view-taken-back',
    ])
    expect(await refusalOf(views.end(KEY, one.id))).toEqual([404, 'not-allowed'])
    expect((await ask(two.credential)).status).toBe(200)
    expect((await views.end(KEY)).status).toBe(204)
    expect(await refusalOf(ask(two.credential))).toEqual([410, 'view-taken-back'])
    expect(await refusalOf(ask(three.credential))).toEqual([410, 'view-taken-back'])
    expect(await (await views.own(KEY)).json()).toEqual([])
  })

  it.each([['some tasks', { tasks }] as const, ['the whole list', {}] as const])(
    'also while the service is answering about %s',
    async (_, asked) => {
      const { views, lend, ask, service } = openTestViews()
      const { credential, id } = await lend(asked)
      service.state.before = async () => void (await views.end(KEY, id))
      expect(await refusalOf(ask(credential))).toEqual([410, 'view-taken-back'])
    },
  )
})

it('lends as many views of a key as may be open, and further ones once one has ended', async () => {
  const { views, lend, request, clock, kept } = openTestViews()
  const lent = []
  for (let count = 0; count < MOST_VIEWS; count += 1) lent.push(await lend())
  const another = () => views.lend(KEY, JSON.stringify(request()))
  expect(await refusalOf(another())).toEqual([409, 'not-allowed'])
  // Nothing of the one too many stays.
  const sealed = [...kept.values()].filter(({ value }) => value.includes(`"sealed":"`))
  expect(sealed).toHaveLength(MOST_VIEWS)
  await views.end(KEY, lent[0]?.id)
  expect((await another()).status).toBe(201)
  expect(await refusalOf(another())).toEqual([409, 'not-allowed'])
  clock.now += LENDING_TIMES.day
  expect((await another()).status).toBe(201)
})

it('lends no more than 100 views of a key within an hour', async () => {
  const { views, lend, request, clock } = openTestViews()
  for (let count = 0; count < 100; count += 1) await views.end(KEY, (await lend()).id)
  const another = await views.lend(KEY, JSON.stringify(request()))
  expect(await refusalOf(another)).toEqual([429, 'overloaded'])
  expect(another.headers.get('retry-after')).toBe('3600')
  clock.now += 60 * MINUTE
  expect((await views.lend(KEY, JSON.stringify(request()))).status).toBe(201)
})

it('refuses a key that the service refuses, and asks once an hour', async () => {
  const { views, lend, request, service, clock } = openTestViews()
  const refused = await views.lend('wrong', JSON.stringify(request()))
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ code: 401 })
  await lend()
  await lend()
  expect(service.queries()).toEqual(['?page=1&page_size=1', '?page=1&page_size=1'])
  clock.now += 60 * MINUTE
  await lend()
  expect(service.asked).toHaveLength(3)
})

describe('a request to lend', () => {
  const few = Array.from({ length: MOST_LENT_TASKS }, (_, place) => uuidOf(place))
  it.each([
    ['no JSON', '{'],
    ['no object', 'null'],
    ['no time', { ms: undefined }],
    ['another time', { ms: 1 }],
    ['no task', { tasks: [] }],
    ['too many tasks', { tasks: [...few, 'one'] }],
    ['no name of the lender', { from: undefined }],
    ['a long name', { from: 'x'.repeat(101) }],
    ['a line break', { note: 'a\nb' }],
    ['a line separator', { note: 'a\u2028b' }],
    ['half a character', { note: '\ud800' }],
  ])('with %s is refused', async (_, asked) => {
    const { views, request, service } = openTestViews()
    const body = typeof asked === 'string' ? asked : JSON.stringify({ ...request(), ...asked })
    expect(await refusalOf(views.lend(KEY, body))).toEqual([400, 'not-allowed'])
    expect(service.asked).toEqual([])
  })

  it('may have all that is allowed', async () => {
    const { views, request } = openTestViews()
    const body = request({ tasks: few, from: '😀 '.repeat(33), note: '工单 4711' })
    expect((await views.lend(KEY, JSON.stringify(body))).status).toBe(201)
  })
})

describe('a wrong secret', () => {
  it('gets the answer of an unknown ID, also where the view is over or ended', async () => {
    const { views, lend, ask, clock } = openTestViews()
    const { id, secret } = await lend()
    const answerTo = async (credential: string) => {
      const answer = await ask(credential)
      return [answer.status, [...answer.headers], await answer.text()]
    }
    const unknown = await answerTo(viewCredential({ id: OTHER, secret: OTHER }))
    expect(unknown[0]).toBe(404)
    const wrong = viewCredential({ id, secret: changed(secret) })
    expect(await answerTo(wrong)).toEqual(unknown)
    expect(await answerTo(viewCredential({ id: changed(id), secret }))).toEqual(unknown)
    expect(await answerTo('mqview.broken')).toEqual(unknown)
    expect(await refusalOf(views.facts(wrong, id))).toEqual([404, 'view-unknown'])
    expect(await refusalOf(views.facts(viewCredential({ id, secret }), OTHER))).toEqual([
      404,
      'view-unknown',
    ])
    expect(await refusalOf(views.facts(KEY, id))).toEqual([404, 'view-unknown'])
    await views.end(KEY, id)
    expect(await answerTo(wrong)).toEqual(unknown)
    clock.now += LENDING_TIMES.week
    expect(await answerTo(wrong)).toEqual(unknown)
  })

  it(`finds nothing in ${GUESSES} attempts; the link still works`, async () => {
    const records = openSqliteViews(writeFolder({}), () => START)
    const { views, lend, ask, clock, service } = openTestViews({ records })
    const { id, credential } = await lend()
    const told = new Map<number, number>()
    for (let attempt = 0; attempt < GUESSES; attempt += 1) {
      const secret = String(attempt).padStart(22, 'g')
      const guess = attempt % 2 ? { id, secret } : { id: secret, secret }
      const { status } = await views.facts(viewCredential(guess), guess.id)
      told.set(status, (told.get(status) ?? 0) + 1)
    }
    expect([...told]).toEqual([
      [404, 100],
      [429, GUESSES - 100],
    ])
    expect(service.asked).toHaveLength(1)
    expect((await ask(credential)).status).toBe(200)
    clock.now += MINUTE
    expect(await refusalOf(ask(viewCredential({ id, secret: OTHER })))).toEqual([
      404,
      'view-unknown',
    ])
  }, 300_000)
})

it('answers 600 requests with a view within a minute, and says when the next one is', async () => {
  const { lend, ask, clock, views } = openTestViews({ count: 1 })
  const [busy, other] = [await lend(), await lend()]
  for (let count = 0; count < 600; count += 1) expect((await ask(busy.credential)).status).toBe(200)
  clock.now += 50_000
  const refused = await ask(busy.credential)
  expect(await refusalOf(refused)).toEqual([429, 'overloaded'])
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await refusalOf(views.facts(busy.credential, busy.id))).toEqual([429, 'overloaded'])
  expect((await ask(other.credential)).status).toBe(200)
  clock.now += 10_000
  expect((await ask(busy.credential)).status).toBe(200)
})

it('lists and does nothing else, and the service never gets the credential', async () => {
  const { lend, list, service, views } = openTestViews()
  const { credential } = await lend({ tasks })
  const create = {
    request: new Request(`http://host.invalid/api${CREATE_PATH}`, { method: 'POST', body: '{}' }),
    operation: 'createPosterTask',
    apiKey: credential,
    body: '{}',
  } as const
  expect(await refusalOf(views.forward(create))).toEqual([403, 'not-allowed'])
  const nowhere = { ...create, operation: { problem: 'not-found' } } as const
  expect(await refusalOf(views.forward(nowhere))).toEqual([403, 'not-allowed'])
  await list(credential, `?x=${credential}&status=failed`)
  for (const { operation, apiKey, request } of service.asked) {
    expect([operation, apiKey]).toEqual(['listVideoTasks', KEY])
    expect([...request.headers]).toEqual([['authorization', `Bearer ${KEY}`]])
    expect(request.url).not.toContain('mqview')
  }
})

it.each([
  ['the tasks', /\["[^\]]+299"/, '["*"'],
  ['the end', /"until":\d+/, `"until":${START + LENDING_TIMES.week}`],
  ['the name of the lender', /"from":"Ada"/, '"from":"Bob"'],
  ['the key', /"sealed":"/, '"sealed":"_'],
  ['the form', /^\{/, '['],
])('gives no key if somebody has changed %s in the store', async (_, pattern, instead) => {
  const { lend, ask, views, kept } = openTestViews()
  const { credential, id } = await lend({ tasks })
  expect((await ask(credential)).status).toBe(200)
  for (const [name, record] of kept) {
    if (!name.startsWith('view:')) continue
    expect(record.value).toMatch(pattern)
    record.value = record.value.replace(pattern, instead)
  }
  expect(await refusalOf(ask(credential))).toEqual([404, 'view-unknown'])
  expect(await refusalOf(views.facts(credential, id))).toEqual([404, 'view-unknown'])
})
