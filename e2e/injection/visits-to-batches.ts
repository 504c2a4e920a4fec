import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { readImageUrl } from '#contract/read-image-url.ts'
import { IMAGE_HOST } from '#e2e/support/outside-world.ts'

import { type InjectionString, isShownAsSent } from './injection-string.ts'
import type { Entry } from './problem.ts'
import { only, type Stage, type Visit } from './stage.ts'
import { created, isSentAsTyped, isTaskId, openForm } from './visits-to-posters.ts'

/** Several posters at once: their plan, the lines that it leaves out, their rows and what became of them. */

const [SCENE] = POSTER_SCENES
const GOOD_URL = `${IMAGE_HOST}/twin.png`
const PLAN = '[aria-labelledby=batch-plan]'
const ROWS = '[aria-label="Posters of this batch"] > li'

/** Posters of one batch. */
const AT_ONCE = 20
/** Lines tell themselves apart by their numbers, of one digit each. */
const LINES_AT_ONCE = 8

/** An image for each string. */
const imagesOf = (entries: readonly Entry[]) =>
  entries.map((_, index) => `${IMAGE_HOST}/twin.png?${String(index)}`)

/** Types lines into the form for several posters, and reviews what becomes of them. */
async function plan(stage: Stage, lines: readonly string[]): Promise<void> {
  for (const line of lines) stage.watch.foresee(line)
  await stage.page.evaluate(
    async ({ text, scene }) => {
      const { driver } = window
      if (driver.box('Image URLs') === undefined) await driver.click('Create a batch…')
      await driver.type('Image URLs', text)
      const box = document.querySelector<HTMLInputElement>(`input[type=checkbox][value=${scene}]`)
      if (box?.checked === false) box.click()
      await driver.click('Review')
      await driver.until('the plan', () => document.getElementById('batch-plan'))
      // Shut at first.
      for (const part of document.querySelectorAll('details')) part.open = true
    },
    { text: lines.join('\n'), scene: SCENE },
  )
}

/** Sends what is planned, also after refusals. */
async function send(stage: Stage): Promise<void> {
  await stage.page.evaluate(async () => {
    const { driver } = window
    const button = await driver.until('the log', () => {
      const found = driver.control(/^Create \d+ poster tasks?$/)
      return found?.getAttribute('aria-disabled') !== 'true' && found
    })
    button.click()
    await driver.until('the end', () => {
      driver.control('Resume')?.click()
      return driver.control('New batch')
    })
  })
}

/** Shows a batch with an answer of the service for each string. */
async function sendFor(
  stage: Stage,
  entries: readonly Entry[],
  answerOf: (entry: Entry, index: number) => ReturnType<Stage['service']['creation']>,
): Promise<void> {
  await openForm(stage)
  await plan(stage, imagesOf(entries))
  const answers = entries.map(answerOf)
  stage.service.creation = () => answers.shift() ?? created('none')
  await send(stage)
}

/** A line that is not an image URL gets the same message as the harmless one. */
function isBadLine({ text }: InjectionString): boolean {
  const reading = readImageUrl(text)
  const isOne = text === text.trim() && !/[\r\n]/.test(text)
  return isOne && !reading.ok && reading.problem === 'scheme' && reading.suggestion === undefined
}

/** One line that is an image URL, as it will be sent. */
function isImageLine({ text, isAddress }: InjectionString): boolean {
  return isAddress && text === text.trim() && isSentAsTyped(text) && !/[\r\n]/.test(text)
}

/** What visits with image URLs have in common. */
const imageLines = {
  cost: 4,
  takes: isImageLine,
  harmless: only(GOOD_URL),
  atOnce: LINES_AT_ONCE,
}
const textsOf = (entries: readonly Entry[]) => entries.map(({ text }) => text)

/** Visits to several posters at once. */
export const visitsToBatches: readonly Visit[] = [
  {
    places: [{ name: 'row of a batch and its title: the ID of a created task', at: ROWS }],
    cost: 4,
    takes: isTaskId,
    atOnce: AT_ONCE,
    show: (stage, entries) => sendFor(stage, entries, ({ text }) => created(text)),
  },
  {
    places: [{ name: 'row of a batch and its title: why it was refused', at: ROWS }],
    cost: 4,
    takes: isShownAsSent,
    atOnce: AT_ONCE,
    show: (stage, entries) => sendFor(stage, entries, ({ text }) => ({ refusal: text })),
  },
  {
    places: [{ name: 'contact sheet: why a task failed', at: '[role=region] > table td p[lang]' }],
    cost: 4,
    takes: isShownAsSent,
    atOnce: AT_ONCE,
    async show(stage, entries) {
      const list = entries.map(({ text }, index) => ({ uuid: `task ${index}`, error_msg: text }))
      stage.service.list = () => ({ data: { total: list.length, list } })
      await sendFor(stage, entries, (_, index) => created(`task ${index}`))
    },
  },
  {
    // Another version may have stored what this one would not send.
    places: [
      {
        name: 'row of a batch and its title: an image URL that was kept',
        at: ROWS,
        atMost: 10_000,
      },
      {
        name: 'log and its title: an image URL that was kept',
        at: '[aria-labelledby=submissions] li',
        isNewestFirst: true,
        atMost: 10_000,
      },
    ],
    cost: 2,
    atOnce: AT_ONCE,
    async show(stage, entries) {
      await sendFor(stage, entries, () => created('a task'))
      const images = imagesOf(entries)
      await stage.rewrite(
        Object.fromEntries(entries.map(({ text }, index) => [images[index] ?? '', text])),
      )
      await stage.open('/posters')
      await stage.page.evaluate(
        async ([rows, count]) => {
          await window.driver.until(
            'the rows',
            () => document.querySelectorAll(rows).length === count,
          )
          window.driver.control(/^Show all \d+/)?.click()
        },
        [ROWS, entries.length] as const,
      )
    },
  },
  {
    places: [{ name: 'plan: a line that is no image URL', at: `${PLAN} ul > li` }],
    cost: 4,
    takes: isBadLine,
    atOnce: LINES_AT_ONCE,
    async show(stage, entries) {
      await openForm(stage)
      await plan(stage, [GOOD_URL, ...textsOf(entries)])
    },
  },
  {
    ...imageLines,
    places: [{ name: 'plan: a poster', at: `${PLAN} ol > li`, atMost: 10_000 }],
    async show(stage, entries) {
      await openForm(stage)
      await plan(stage, textsOf(entries))
    },
  },
  {
    ...imageLines,
    places: [
      { name: 'plan: a poster that was created before', at: `${PLAN} ul > li`, atMost: 10_000 },
    ],
    async show(stage, entries) {
      await openForm(stage)
      await plan(stage, textsOf(entries))
      stage.service.creation = () => created('a task')
      await send(stage)
      await stage.page.evaluate(() => window.driver.click('New batch'))
      await plan(stage, textsOf(entries))
    },
  },
  {
    ...imageLines,
    places: [
      {
        name: 'plan: a line that was put right',
        at: `${PLAN} ul > li`,
        atMost: 10_000,
        // Each line begins with a zero-width space, which the page shows as this code.
        behind: '⟨U+200B⟩',
      },
    ],
    async show(stage, entries) {
      await openForm(stage)
      await plan(
        stage,
        textsOf(entries).map((url) => `\u200B${url}`),
      )
    },
  },
]
