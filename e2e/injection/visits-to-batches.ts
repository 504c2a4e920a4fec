import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { IMAGE_HOST } from '#e2e/support/outside-world.ts'
import { readImageUrl } from '#contract/read-image-url.ts'

import type { InjectionString } from './injection-string.ts'
import { type Stage, type Visit, withHarmless } from './stage.ts'
import { created, isSentAsTyped, openForm, submit } from './visits-to-posters.ts'

/** Several posters at once: the rows of a batch, and the lines that its plan leaves out. */

const KEPT = 'row of a batch and its title: an image URL that was kept'
const MESSAGE = 'row of a batch and its title: why it was refused'
const CREATED = 'row of a batch and its title: the ID of a created task'
const LINE = 'plan: a line that is no image URL'
const PLANNED = 'plan: a poster'
const KNOWN = 'plan: a poster that was created before'
const PUT_RIGHT = 'plan: a line that was put right'

const [SCENE] = POSTER_SCENES
const GOOD_URL = `${IMAGE_HOST}/twin.png`
const GOOD = { request: { image_url: GOOD_URL, prompt: SCENE } }
/** Rows that are shown at once, and omitted lines. */
const ROWS_AT_ONCE = 200
const LINES_AT_ONCE = 15

/** A poster of a batch, as the tab keeps it. */
export interface KeptPoster {
  request: { image_url: string; prompt: string }
  state: object
}

/** What the tab keeps of an account's posters. */
const INPUT = 'marquee.poster-form.p0'
const RECORDS = 'marquee.poster-records.p0'

/** Opens the form for several posters with a text, or with a batch that the tab has kept. */
export async function keepDesk(
  stage: Stage,
  {
    text = '',
    posters = [],
    phase = { kind: 'held', why: { kind: 'asked' } },
  }: { text?: string; posters?: readonly KeptPoster[]; phase?: object },
): Promise<void> {
  const form = { imageUrl: '', scene: null, sentId: null, withCreated: false }
  const input = { ...form, isSeveral: true, text, scenes: [SCENE] }
  const records = posters.map((poster, index) => ({
    ...poster,
    id: `kept-${String(index)}`,
    owner: 'p0',
    startedAt: 1,
    batchId: 'kept',
  }))
  const batch = posters.length === 0 ? null : { id: 'kept', phase, refusals: 0 }
  await keep(stage, { [INPUT]: input, [RECORDS]: { batch, records } })
  await stage.open('/posters')
}

/** Leaves the tab as other visits expect it. */
export async function removeDesk(stage: Stage): Promise<void> {
  await keep(stage, { [INPUT]: null, [RECORDS]: null })
}

async function keep(stage: Stage, entries: Record<string, object | null>): Promise<void> {
  await stage.page.evaluate((kept) => {
    for (const [name, value] of Object.entries(kept)) {
      if (value === null) sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, JSON.stringify(value))
    }
  }, entries)
}

/** Each string in its own row. */
async function rows(
  stage: Stage,
  strings: readonly InjectionString[],
  how: {
    place: string
    /** the poster that keeps a string */
    posterOf: (text: string) => KeptPoster
    atMost?: number
  },
): Promise<void> {
  for (let start = 0; start < strings.length; start += ROWS_AT_ONCE) {
    const entries = withHarmless(strings.slice(start, start + ROWS_AT_ONCE))
    await openForm(stage)
    await keepDesk(stage, { posters: entries.map(({ text }) => how.posterOf(text)) })
    await stage.page.evaluate(
      async ({ shown, place, atMost }) => {
        const { driver, inspector } = window
        const found = await driver.until('the rows', () => {
          const items = [...document.querySelectorAll('[role=progressbar]')].flatMap((bar) => [
            ...(bar.closest('section')?.querySelectorAll('ol > li') ?? []),
          ])
          return items.length === shown.length && items
        })
        for (const [index, { text, key, isHarmless }] of shown.entries()) {
          const row = found[index]
          if (row === undefined) throw new Error('a row is missing')
          const twin = `${place} ${key}`
          if (isHarmless) inspector.remember(twin, row)
          else inspector.hold({ place, text, twin, ...(atMost !== undefined && { atMost }) }, row)
        }
      },
      { shown: entries, place: how.place, atMost: how.atMost },
    )
    await removeDesk(stage)
    await stage.settle()
  }
}

const refusal = (message: string) => ({
  kind: 'refused',
  failure: { kind: 'refused', code: 400, message },
})
export const creation = (uuid: string) => ({
  kind: 'created',
  at: 0,
  created: { uuid, remainingPoints: 990, taskType: null, message: null },
})

/** Has the log know posters of this account. */
export async function keepAttempts(
  stage: Stage,
  known: readonly { state?: object; request?: object }[],
): Promise<void> {
  stage.service.creation = () => created('a task')
  // The first is what an entry of this account looks like.
  await submit(stage, GOOD_URL)
  await stage.page.evaluate(async (posters) => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('the database said no')))
      })
    const database = await done(indexedDB.open('marquee.poster-records'))
    const store = () => database.transaction('records', 'readwrite').objectStore('records')
    const kept: unknown[] = await done(store().getAll())
    const [last] = kept
    if (typeof last !== 'object' || last === null) throw new Error('nothing is kept')
    await done(store().clear())
    for (const [index, poster] of posters.entries()) {
      await done(store().put({ ...last, ...poster, id: `kept-${String(index)}` }))
    }
    database.close()
  }, known)
}

/** Each string as a poster of a plan: to be sent, or sent before, or read out of a line. */
async function plan(
  stage: Stage,
  strings: readonly InjectionString[],
  place: string,
): Promise<void> {
  const isKnown = place === KNOWN
  const isPutRight = place === PUT_RIGHT
  for (let start = 0; start < strings.length; start += LINES_AT_ONCE) {
    const urls = [
      GOOD_URL,
      ...new Set(strings.slice(start, start + LINES_AT_ONCE).map(({ text }) => text.trim())),
    ]
    await openForm(stage)
    if (isKnown) {
      const requests = urls.map((image_url) => ({ request: { image_url, prompt: SCENE } }))
      await keepAttempts(stage, requests)
    }
    const typed = isPutRight ? urls.map((url) => `<${url}>`) : urls
    await keepDesk(stage, { text: typed.join('\n') })
    await stage.page.evaluate(
      async ({ texts, name, list }) => {
        const { driver, inspector } = window
        await driver.click('Review')
        const find = () => [...document.querySelectorAll(`[aria-labelledby=batch-plan] ${list}`)]
        const found = await driver.until('the posters', () => {
          // Shut at first.
          for (const part of document.querySelectorAll('details')) part.open = true
          return find().length === texts.length && find()
        })
        const [harmless = ''] = texts
        for (const [index, text] of texts.entries()) {
          const item = found[index]
          if (item === undefined) throw new Error('a poster is missing')
          // Lines tell themselves apart by their numbers.
          const number = item.querySelector(':scope > span.tabular-nums')
          if (number !== null) number.textContent = 'Line'
          if (index === 0) inspector.remember(name, item)
          else inspector.hold({ place: name, text, twin: name, harmless, atMost: 10_000 }, item)
        }
      },
      { texts: urls, name: place, list: isKnown || isPutRight ? 'ul > li' : 'ol > li' },
    )
    await removeDesk(stage)
    await stage.settle()
  }
}

/** Each string in its own line, below a valid one. */
async function lines(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  for (let start = 0; start < strings.length; start += LINES_AT_ONCE) {
    const entries = withHarmless(strings.slice(start, start + LINES_AT_ONCE))
    await openForm(stage)
    await keepDesk(stage, { text: [GOOD_URL, ...entries.map(({ text }) => text)].join('\n') })
    await stage.page.evaluate(
      async ({ shown, place }) => {
        const { driver, inspector } = window
        await driver.click('Review')
        const find = () => [...document.querySelectorAll('[aria-labelledby=batch-plan] ul > li')]
        const found = await driver.until(
          'the lines',
          () => find().length === shown.length && find(),
        )
        for (const [index, { text, key, isHarmless }] of shown.entries()) {
          const item = found[index]
          if (item === undefined) throw new Error('a line is missing')
          // Lines tell themselves apart by their numbers.
          const number = item.querySelector('span')
          if (number !== null) number.textContent = 'Line'
          const twin = `${place} ${key}`
          if (isHarmless) inspector.remember(twin, item)
          else inspector.hold({ place, text, twin }, item)
        }
      },
      { shown: entries, place: LINE },
    )
    await removeDesk(stage)
    await stage.settle()
  }
}

/** A line that is not an image URL gets the same message as the harmless one. */
function isBadLine({ text }: InjectionString): boolean {
  const reading = readImageUrl(text)
  const isOne = text === text.trim() && !/[\r\n]/.test(text)
  return isOne && !reading.ok && reading.problem === 'scheme' && reading.suggestion === undefined
}

/** One line that is an image URL, as it will be sent. */
function isImageLine({ text, isAddress }: InjectionString): boolean {
  return isAddress && isSentAsTyped(text) && !/[\r\n]/.test(text.trim())
}

/** Visits to several posters at once. */
export const visitsToBatches: readonly Visit[] = [
  {
    places: [KEPT],
    cost: 2,
    run: (stage, strings) =>
      rows(stage, strings, {
        place: KEPT,
        posterOf: (image_url) => ({
          request: { image_url, prompt: SCENE },
          state: { kind: 'queued' },
        }),
        atMost: 10_000,
      }),
  },
  {
    places: [MESSAGE],
    cost: 4,
    run: (stage, strings) =>
      rows(stage, strings, {
        place: MESSAGE,
        posterOf: (text) => ({ ...GOOD, state: refusal(text) }),
      }),
  },
  {
    places: [CREATED],
    cost: 4,
    run: (stage, strings) =>
      rows(stage, strings, {
        place: CREATED,
        posterOf: (text) => ({ ...GOOD, state: creation(text) }),
      }),
  },
  { places: [LINE], cost: 4, takes: isBadLine, run: lines },
  ...[PLANNED, KNOWN, PUT_RIGHT].map((place): Visit => ({
    places: [place],
    cost: 4,
    takes: isImageLine,
    run: (stage, strings) => plan(stage, strings, place),
  })),
]
