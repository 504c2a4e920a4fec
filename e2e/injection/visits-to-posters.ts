import { randomUUID } from 'node:crypto'

import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { readImageUrl } from '#contract/read-image-url.ts'
import { IMAGE_HOST } from '#e2e/support/outside-world.ts'

import type { InjectionString } from './injection-string.ts'
import { type Stage, type Visit, withHarmless } from './stage.ts'

/** The screen that creates posters: form, outcomes and log. */

const CREATED = 'panel: a created task'
const LOGGED = 'log: a created task'
const REFUSED = 'banner: a creation is refused'
const LOGGED_REFUSAL = 'log: a refused creation'
const BOX = 'box: an invalid image URL'
const PICTURE = 'link: the picture beside the form'
const QUESTION = 'detail: the question before the same again'
const KEPT = 'log and its title: an image URL that was kept'

const [SCENE] = POSTER_SCENES
const HARMLESS_URL = `${IMAGE_HOST}/twin.png`
/** Submissions that are stored at once. */
const AT_ONCE = 200

const PANEL = '[aria-labelledby=created-title]'

const NO_ROWS = { data: { total: 0, list: [] } }

/** The service's payload for a created task. */
export const created = (text: string) => ({
  data: { uuid: text, remaining_points: 990, task_type: text, message: text },
})

/** Opens the form over an empty log. */
export async function openForm(stage: Stage): Promise<void> {
  stage.service.list = () => NO_ROWS
  await stage.page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('marquee.poster-records')
        request.addEventListener('success', () => resolve())
        request.addEventListener('error', () => reject(new Error('the log stays')))
      }),
  )
  await stage.open('/posters')
}

/** Sends the form and waits until the log has it. */
export async function submit(stage: Stage, imageUrl: string): Promise<void> {
  stage.watch.foresee(imageUrl)
  await stage.page.evaluate(
    async ({ url, scene }) => {
      const { driver } = window
      const log = await driver.until('the log', () => {
        const found = document.querySelector('[aria-labelledby=submissions]')
        return /No submissions yet|Created|Refused/.test(found?.textContent ?? '') && found
      })
      const last = () => log.querySelector('li p[title]')?.getAttribute('title')
      const before = last()
      driver.control('Create another')?.click()
      await driver.type('Image URL', url)
      document.querySelector<HTMLInputElement>(`input[name=prompt][value=${scene}]`)?.click()
      await driver.click('Create poster task')
      await driver.until('an entry', () => {
        const isOnItsWay = log.querySelector('li')?.textContent.includes('On its way')
        return last() !== before && isOnItsWay === false
      })
    },
    { url: imageUrl, scene: SCENE },
  )
}

/** Makes one creation for each string, and inspects its outcome in both places. */
async function create(
  stage: Stage,
  strings: readonly InjectionString[],
  how: {
    places: readonly [string, string]
    root: string
    isRefused: boolean
  },
): Promise<void> {
  await openForm(stage)
  // The first one has no balance before it.
  stage.service.creation = () => created('first')
  await submit(stage, `${IMAGE_HOST}/00000.png`)
  for (const [index, one] of withHarmless(strings).entries()) {
    stage.service.creation = () => (how.isRefused ? { refusal: one.text } : created(one.text))
    await submit(stage, `${IMAGE_HOST}/${String(index + 1).padStart(5, '0')}.png`)
    await stage.page.evaluate(
      async ({ text, key, isHarmless, root, places: [shown, logged] }) => {
        const { driver, inspector } = window
        const panel = await driver.until(root, () => document.querySelector(root))
        const entry = document.querySelector('[aria-labelledby=submissions] li')
        if (entry === null) throw new Error('there is no log')
        for (const [place, element] of [
          [shown, panel],
          [logged, entry],
        ] as const) {
          const twin = `${place} ${key}`
          if (isHarmless) inspector.remember(twin, element)
          else inspector.hold({ place, text, twin }, element)
        }
      },
      { ...one, root: how.root, places: how.places },
    )
  }
}

/** Invalid image URLs are not sent. Valid ones are shown, and a question comes before they are sent again. */
async function fillIn(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  await openForm(stage)
  const before = stage.service.creations
  await stage.page.evaluate(
    async ({ texts, place, scene }) => {
      const { driver, inspector } = window
      const radio = await driver.until('the form', () =>
        document.querySelector<HTMLInputElement>(`input[name=prompt][value=${scene}]`),
      )
      radio.click()
      for (const [index, text] of ['ж', ...texts].entries()) {
        await driver.type('Image URL', text)
        await driver.click('Create poster task')
        const box = await driver.until('a problem', () => {
          const found = driver.box('Image URL')
          return found?.getAttribute('aria-invalid') === 'true' && found
        })
        if (index === 0 && box.form !== null) inspector.remember(place, box.form)
        else inspector.box({ place, text, twin: place }, box)
      }
    },
    { texts: strings.map(({ text }) => text), place: BOX, scene: SCENE },
  )
  const sent = stage.service.creations - before
  if (sent > 0) stage.note({ kind: 'requests', place: BOX, text: '', detail: `${sent} creations` })
}

async function sendAgain(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  await openForm(stage)
  stage.service.creation = () => created('a task')
  for (const [index, text] of [HARMLESS_URL, ...strings.map((one) => one.text.trim())].entries()) {
    await submit(stage, text)
    await stage.page.evaluate(
      async ({ url, isHarmless, harmless, scene, picture, question }) => {
        const { driver, inspector } = window
        driver.control('Create another')?.click()
        await driver.type('Image URL', url)
        const img = await driver.until('the picture', () => {
          const found = document.querySelector<HTMLImageElement>('form img')
          return found?.getAttribute('src') === new URL(url).href && found
        })
        document.querySelector<HTMLInputElement>(`input[name=prompt][value=${scene}]`)?.click()
        await driver.click('Create poster task')
        const dialog = await driver.until('a question', () =>
          document.querySelector('dialog[open]'),
        )
        for (const [place, element] of [
          [picture, img],
          [question, dialog],
        ] as const) {
          if (isHarmless) inspector.remember(place, element)
          else inspector.hold({ place, text: url, twin: place, harmless, atMost: 4096 }, element)
        }
        await driver.click('Do not send')
      },
      {
        url: text,
        isHarmless: index === 0,
        harmless: HARMLESS_URL,
        scene: SCENE,
        picture: PICTURE,
        question: QUESTION,
      },
    )
  }
}

/** Another version may have kept what this one would not send; a log has a last entry. */
async function keep(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  for (let start = 0; start < strings.length; start += AT_ONCE) {
    await keepSome(stage, strings.slice(start, start + AT_ONCE))
    await stage.settle()
  }
}

async function keepSome(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  await openForm(stage)
  stage.service.creation = () => created('a task')
  await submit(stage, HARMLESS_URL)
  const all = withHarmless(strings)
  await stage.page.evaluate(
    async ({ urls, ids }) => {
      const done = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(new Error('the database said no')))
        })
      const database = await done(indexedDB.open('marquee.poster-records'))
      const store = () => database.transaction('records', 'readwrite').objectStore('records')
      interface Kept {
        startedAt: number
        request: object
      }
      const isKept = (value: unknown): value is Kept =>
        typeof value === 'object' && value !== null && 'startedAt' in value
      const records: unknown[] = await done(store().getAll())
      const kept = records.filter(isKept)
      const last = kept.toSorted((a, b) => b.startedAt - a.startedAt)[0]
      if (last === undefined) throw new Error('nothing is kept')
      await done(store().clear())
      for (const [index, url] of urls.entries()) {
        const request = { ...last.request, image_url: url }
        // The newest is first: they are shown in the order of the strings.
        const startedAt = last.startedAt - index
        await done(store().put({ ...last, id: ids[index], startedAt, request }))
      }
      database.close()
    },
    { urls: all.map(({ text }) => text), ids: all.map(() => randomUUID()) },
  )
  await stage.open('/posters')
  await stage.page.evaluate(
    async ({ entries, place }) => {
      const { driver, inspector } = window
      const find = () => [...document.querySelectorAll('[aria-labelledby=submissions] li')]
      await driver.until('the log', () => find().length > 0)
      driver.control(/^Show all \d+/)?.click()
      const shown = await driver.until(
        'all of it',
        () => find().length === entries.length && find(),
      )
      for (const [index, { text, key, isHarmless }] of entries.entries()) {
        const entry = shown[index]
        if (entry === undefined) throw new Error('an entry is missing')
        if (isHarmless) inspector.remember(`${place} ${key}`, entry)
        else inspector.hold({ place, text, twin: `${place} ${key}`, atMost: 10_000 }, entry)
      }
    },
    { entries: all, place: KEPT },
  )
}

/** Whether the form takes a text as it is, and has nothing to say about it. */
export function isSentAsTyped(text: string): boolean {
  const reading = readImageUrl(text)
  return reading.ok && reading.url === text.trim() && reading.doubt === undefined
}

/** Whether the form takes it, and it is shown as a picture. */
const isImageUrl = ({ isAddress, text }: InjectionString) =>
  isAddress && isSentAsTyped(text) && new URL(text).protocol === 'https:'

/** Visits to the posters. */
export const visitsToPosters: readonly Visit[] = [
  {
    places: [CREATED, LOGGED],
    cost: 12,
    run: (stage, strings) =>
      create(stage, strings, {
        places: [CREATED, LOGGED],
        root: PANEL,
        isRefused: false,
      }),
  },
  {
    places: [REFUSED, LOGGED_REFUSAL],
    cost: 12,
    run: (stage, strings) =>
      create(stage, strings, {
        places: [REFUSED, LOGGED_REFUSAL],
        root: 'main [role=alert]',
        isRefused: true,
      }),
  },
  { places: [BOX], cost: 4, takes: ({ isAddress }) => !isAddress, run: fillIn },
  { places: [PICTURE, QUESTION], cost: 40, takes: isImageUrl, run: sendAgain },
  { places: [KEPT], cost: 2, run: keep },
]
