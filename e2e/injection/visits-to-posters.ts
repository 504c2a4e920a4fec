import { isNothing } from '#contract/envelope.ts'
import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { readImageUrl } from '#contract/read-image-url.ts'
import { IMAGE_HOST } from '#e2e/support/outside-world.ts'

import { type InjectionString, isShownAsSent } from './injection-string.ts'
import { type Harmless, only, type Stage, type Visit } from './stage.ts'

/** The screen that creates posters: form, outcomes and log, one poster at a time. */

const [SCENE] = POSTER_SCENES
const RADIO = `input[name=prompt][value=${SCENE}]`
const LOGGED = '[aria-labelledby=submissions] li'

/** The service's payload for a created task. */
export const created = (uuid: string, message: string | null = uuid) => ({
  data: { uuid, remaining_points: 990, task_type: message, message },
})

/** Opens the form over an empty log. */
export async function openForm(stage: Stage): Promise<void> {
  await stage.reset()
  await stage.open('/posters')
}

/** Sends the form and waits until the log has it. */
async function submit(stage: Stage, imageUrl: string): Promise<void> {
  stage.watch.foresee(imageUrl)
  await stage.page.evaluate(
    async ({ url, radio }) => {
      const { driver } = window
      const log = await driver.until('the log', () => {
        const found = document.querySelector('[aria-labelledby=submissions]')
        return /No submissions yet|Created|Refused/.test(found?.textContent ?? '') && found
      })
      const last = () => log.querySelector('li p[title]')?.getAttribute('title')
      const before = last()
      driver.control('Create another')?.click()
      await driver.type('Image URL', url)
      document.querySelector<HTMLInputElement>(radio)?.click()
      await driver.click('Create poster task')
      await driver.until('an entry', () => {
        const isOnItsWay = log.querySelector('li')?.textContent.includes('On its way')
        return last() !== before && isOnItsWay === false
      })
      // What the reply says besides the points is folded.
      for (const details of document.querySelectorAll('details')) details.open = true
    },
    { url: imageUrl, radio: RADIO },
  )
}

/** Sends another image each time. */
function submitNext(stage: Stage): Promise<void> {
  return submit(stage, `${IMAGE_HOST}/${String(stage.service.creations).padStart(5, '0')}.png`)
}

/** Opens the form, and makes a first creation: it has no balance before it. */
async function openAfterFirst(stage: Stage): Promise<void> {
  await openForm(stage)
  stage.service.creation = () => created('first')
  await submitNext(stage)
}

/** Whether the form takes a text as it is, and has nothing to say about it. */
export function isSentAsTyped(text: string): boolean {
  const reading = readImageUrl(text)
  return reading.ok && reading.url === text.trim() && reading.doubt === undefined
}

/** Whether a reply with it as the ID of a task has an ID. */
export const isTaskId = ({ text }: InjectionString) => !isNothing(text)

/** As a box has it: it takes ends of lines out of a text. */
export const inOneLine = (text: string) => text.replaceAll(/[\r\n]/g, '')

/** The address of the picture that the form shows of a text. */
export function pictureOf(text: string): string | undefined {
  const reading = readImageUrl(inOneLine(text))
  return reading.ok ? reading.url : undefined
}

/** What the form shows of an image URL: a picture of what it reads, what is wrong, or also what is probably meant. */
export const byReading: Harmless = {
  texts: {
    picture: `<${IMAGE_HOST}/twin.png>`,
    problem: 'ж',
    suggestion: 'twin.example/twin.png',
  },
  keyOf(text) {
    if (pictureOf(text) !== undefined) return 'picture'
    const { suggestion = '\n' } = readImageUrl(inOneLine(text))
    // What stands on several lines is for several posters.
    return suggestion.includes('\n') ? 'problem' : 'suggestion'
  },
}

/** Whether the form takes it, and it is shown as a picture. */
const isImageUrl = ({ isAddress, text }: InjectionString) =>
  isAddress && isSentAsTyped(text) && new URL(text).protocol === 'https:'

/** Visits to the form for one poster. */
export const visitsToPosters: readonly Visit[] = [
  {
    places: [
      { name: 'panel: a created task', at: '[aria-labelledby=created-title]' },
      { name: 'log: a created task', at: LOGGED },
    ],
    cost: 12,
    // The message is the string, too.
    takes: (string) => isTaskId(string) && isShownAsSent(string),
    open: openAfterFirst,
    async show(stage, [{ text } = { text: '' }]) {
      stage.service.creation = () => created(text)
      await submitNext(stage)
    },
  },
  {
    places: [
      { name: 'banner: a creation is refused', at: 'main [role=alert]' },
      { name: 'log: a refused creation', at: LOGGED },
    ],
    cost: 12,
    takes: isShownAsSent,
    open: openAfterFirst,
    async show(stage, [{ text } = { text: '' }]) {
      stage.service.creation = () => ({ refusal: text })
      await submitNext(stage)
    },
  },
  {
    // Its task is in the list, and has failed. The task's ID and our advice differ, so only the reason is looked at.
    places: [
      {
        name: 'panel: why a followed task failed',
        at: '[aria-labelledby=created-title] .aspect-video p',
      },
      { name: 'log: why a followed task failed', at: `${LOGGED} p.wrap-anywhere:not([title])` },
    ],
    cost: 12,
    takes: isShownAsSent,
    open: openForm,
    async show(stage, [{ text } = { text: '' }]) {
      const uuid = `task ${String(stage.service.creations)}`
      stage.service.list = () => ({ data: { total: 1, list: [{ uuid, error_msg: text }] } })
      stage.service.creation = () => created(uuid, null)
      await submitNext(stage)
    },
  },
  {
    // Invalid image URLs are not sent.
    places: [{ name: 'box: an invalid image URL', at: '[name=image_url]', look: 'box' }],
    cost: 4,
    takes: ({ text }) => pictureOf(text) === undefined,
    harmless: byReading,
    async open(stage) {
      await openForm(stage)
      stage.service.creation = () => {
        stage.note({ kind: 'requests', place: stage.watch.place, text: '', detail: 'a creation' })
        return created('sent')
      }
      await stage.page.locator(RADIO).check()
    },
    async show(stage, [{ text } = { text: '' }]) {
      await stage.page.evaluate(async (url) => {
        const { driver } = window
        await driver.type('Image URL', url)
        await driver.click('Create poster task')
        await driver.until(
          'a problem',
          () => driver.box('Image URL')?.getAttribute('aria-invalid') === 'true',
        )
      }, text)
    },
  },
  {
    // Valid ones are shown, and a question comes before they are sent again.
    places: [
      { name: 'link: the picture beside the form', at: 'form img' },
      { name: 'detail: the question before the same again', at: 'dialog[open]', atMost: 4096 },
    ],
    cost: 40,
    takes: isImageUrl,
    arrives: (text) => text.trim(),
    harmless: only(`${IMAGE_HOST}/twin.png`),
    open: openForm,
    async show(stage, [{ text } = { text: '' }]) {
      stage.service.creation = () => created('a task')
      await submit(stage, text)
      await stage.page.evaluate(
        async ({ url, radio }) => {
          const { driver } = window
          driver.control('Create another')?.click()
          await driver.type('Image URL', url)
          await driver.until('the picture', () => {
            const found = document.querySelector<HTMLImageElement>('form img')
            return found?.getAttribute('src') === new URL(url).href
          })
          document.querySelector<HTMLInputElement>(radio)?.click()
          await driver.click('Create poster task')
        },
        { url: text, radio: RADIO },
      )
    },
    leave: (stage) => stage.page.evaluate(() => window.driver.click('Do not send')),
  },
]
