import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { readImageUrl } from '#contract/read-image-url.ts'
import { normalizeTyped } from '#contract/record.ts'
import { confirmPlan, plan } from '#e2e/support/batch-screen.ts'
import { IMAGE_HOST } from '#e2e/support/outside-world.ts'
import { openAccountMenu, submitPoster, taskRows } from '#e2e/support/screens.ts'

import type { Showing } from './inspect.ts'
import type { Stage } from './look.ts'
import type { InjectionString } from './strings.ts'

/** Strings on the screens that show them. A new screen is an entry here. */
export interface Visit {
  readonly name: string
  /** strings that a screen shows together, or one after the other without a page load */
  readonly atOnce: number
  /** left out: those that are no addresses, and look like none */
  readonly takes?: (string: InjectionString) => boolean
  readonly show: (stage: Stage, strings: readonly InjectionString[]) => Promise<void>
}

const [SCENE] = POSTER_SCENES
const DIALOG = 'dialog[open]'
const ALERT = 'main [role=alert]'

/** A failed task. */
const base = {
  price: 10,
  created_at: '2026-03-01T12:00:00Z',
  updated_at: '2026-03-01T12:01:00Z',
  completed_at: '2026-03-01T12:01:00Z',
  video_url: null,
  error_msg: 'No face found in the image.',
}
const FIELDS = ['error_msg', 'uuid', 'status', 'scene'] as const

const records = (strings: readonly InjectionString[], more: (text: string, at: number) => object) =>
  strings.map(({ text }, at) => ({ ...base, id: at + 1, uuid: `t${at}`, ...more(text, at) }))
const inSomeField = (text: string, at: number) => ({ [FIELDS[at % FIELDS.length] ?? '']: text })
const asError = (error_msg: string) => ({ error_msg })
const asVideo = (video_url: string) => ({ error_msg: null, video_url })

/** An answer of the service to a creation. */
const created = (uuid: string, message: string | null = uuid) => ({
  data: { uuid, remaining_points: 990, task_type: message, message },
})
const isOneLine = ({ kind, text }: InjectionString) => kind === 'text' && !/[\r\n]/.test(text)
const isCarried = ({ kind, text }: InjectionString) =>
  kind === 'text' && text.length < 1_500 && !/\p{Cs}/u.test(text)
/** In quotation marks it is one term, and nothing of it is understood as something else. */
const isTerm = ({ kind, text }: InjectionString) =>
  kind === 'text' &&
  normalizeTyped(text) === text &&
  text.length < 1_000 &&
  !/["“”「」『』]|[\da-f]{8}-|#\d|[\da-f]…/i.test(text)
/** Whether the form sends it as it is. */
function isImageUrl({ kind, text }: InjectionString): boolean {
  const reading = readImageUrl(text)
  return kind === 'address' && reading.ok && reading.url === text && reading.doubt === undefined
}
/** An image that cannot be used. */
function isBadLine({ kind, text }: InjectionString): boolean {
  const isOne = kind !== 'address' && text === text.trim() && !/[\r\n]/.test(text)
  return isOne && !readImageUrl(text).ok
}

/** Opens a list of records. */
async function openList(stage: Stage, list: readonly unknown[], view = ''): Promise<void> {
  stage.service.list = (page) => ({ data: { total: list.length, list: page === 1 ? list : [] } })
  await stage.open(`/tasks?page_size=100${view}`)
}

/** Opens something in each row, one after the other, and looks at it. */
async function lookInRows(
  stage: Stage,
  strings: readonly InjectionString[],
  opener: string,
  sign = 'h2',
): Promise<void> {
  for (const [at, string] of strings.entries()) {
    await taskRows(stage.page).nth(at).locator(opener).first().click()
    await stage.page.locator(`${DIALOG} ${sign}`).first().waitFor()
    await stage.look([string], { atMost: 10_000 })
    await stage.page.keyboard.press('Escape')
    await stage.page.locator(DIALOG).waitFor({ state: 'detached' })
  }
}

async function submit(stage: Stage, imageUrl: string): Promise<void> {
  const { page } = stage
  const again = page.getByRole('button', { name: 'Create another' })
  if (await again.isVisible()) await again.click()
  await page.getByRole('textbox', { name: 'Image URL' }).fill(imageUrl)
  await page.locator(`input[name=prompt][value=${SCENE}]`).check()
  await submitPoster(page).click()
}
const nextImage = (stage: Stage) => `${IMAGE_HOST}/${String(stage.service.creations)}.png`

/** Sends several with an answer of the service for each string. That stops by itself after three refusals in a row. */
async function sendBatch(
  stage: Stage,
  strings: readonly InjectionString[],
  answerOf: (text: string, at: number) => ReturnType<Stage['service']['creation']>,
): Promise<void> {
  const { page, service } = stage
  // One alone would be sent at once.
  const images = Array.from(
    { length: Math.max(2, strings.length) },
    (_, at) => `${IMAGE_HOST}/batch-${service.creations}-${at}.png`,
  )
  const answers = strings.map(({ text }, at) => answerOf(text, at))
  service.creation = () => answers.shift() ?? created('none')
  await stage.open('/posters')
  await plan(page, images, 'firework')
  await confirmPlan(page).click()
  await page.getByRole('button', { name: 'New', exact: true }).waitFor()
}

async function lookAtPlan(stage: Stage, strings: readonly InjectionString[], before = '') {
  await stage.open('/posters')
  const lines = strings.map(({ text }) => before + text)
  await plan(stage.page, [`${IMAGE_HOST}/a.png`, ...lines], 'firework')
  await stage.page.locator(`${DIALOG}, [aria-invalid=true]`).first().waitFor()
  await stage.unfold()
  await stage.look(strings, { atMost: 10_000, behind: before === '' ? '' : '⟨U+200B⟩' })
}

/** An address that carries a string. */
const ofAddress = (name: string, address: string, showing?: Showing): Visit => ({
  name,
  atOnce: 1,
  takes: isCarried,
  async show(stage, strings) {
    await stage.open(address + encodeURIComponent(strings[0]?.text ?? ''))
    await stage.look(strings, showing)
  },
})

export const visits: readonly Visit[] = [
  {
    name: 'rows',
    atOnce: 80,
    async show(stage, strings) {
      await openList(stage, records(strings, inSomeField))
      await stage.look(strings)
    },
  },
  {
    name: 'rows: what is no link',
    atOnce: 80,
    takes: ({ kind }) => kind === 'no-address',
    async show(stage, strings) {
      await openList(stage, records(strings, asVideo))
      await stage.look(strings)
    },
  },
  {
    name: 'rows: links and file names; videos in a dialog',
    atOnce: 20,
    takes: ({ kind }) => kind === 'address',
    async show(stage, strings) {
      await openList(stage, records(strings, asVideo))
      await stage.look(strings)
      await lookInRows(stage, strings, '[aria-label^="Play video"]', ':is(video, [role=alert])')
    },
  },
  {
    name: 'rows: no place for it, but raw JSON',
    atOnce: 8,
    async show(stage, strings) {
      const odd = records(strings, (text) => ({ price: text, created_at: text, [text]: text }))
      await openList(stage, odd)
      await stage.lookForNone(strings)
      await lookInRows(stage, strings, '[aria-label^="Could not read"]')
      await openList(
        stage,
        strings.map(({ text }) => ({ note: text })),
      )
      await lookInRows(stage, strings, 'button')
    },
  },
  {
    name: 'error message of a task',
    atOnce: 8,
    async show(stage, strings) {
      await openList(stage, records(strings, asError))
      await lookInRows(stage, strings, 'td:last-child button')
    },
  },
  {
    name: 'details of a task',
    atOnce: 8,
    async show(stage, strings) {
      await openList(stage, records(strings, inSomeField))
      await lookInRows(stage, strings, 'a[data-act=open]', 'dl')
    },
  },
  {
    name: 'tasks that are compared and downloaded',
    atOnce: 4,
    async show(stage, strings) {
      const { page } = stage
      const list = records(strings, (uuid) => ({ uuid, ...asVideo('https://zqzzzzq.example/v') }))
      await openList(stage, [...list, base])
      for (const box of await taskRows(page).getByRole('checkbox').all()) await box.click()
      await page.getByRole('button', { name: 'Download videos' }).click()
      await page.locator(`${DIALOG} li`).first().waitFor()
      await stage.look(strings)
      await openList(stage, records(strings, asError))
      for (const box of await taskRows(page).getByRole('checkbox').all()) await box.click()
      if (strings.length < 2) return
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.locator(`${DIALOG} li`).first().waitFor()
      await stage.look(strings)
    },
  },
  {
    name: 'gallery',
    atOnce: 8,
    async show(stage, strings) {
      await openList(stage, records(strings, asError), '&view=gallery')
      // Its code comes after that of the screen.
      await stage.page.locator('[data-gallery] [data-act=open]').first().waitFor()
      await stage.look(strings)
    },
  },
  {
    name: 'facts about a customer',
    atOnce: 1,
    async show(stage, strings) {
      await stage.connect({ name: 'Shop', apiKey: 'injected-read', isReadOnly: true })
      await openList(stage, records(strings, asError))
      await stage.page.locator('[data-facts] > span').first().waitFor()
      await stage.look(strings)
    },
  },
  {
    name: 'what the service says of a refresh',
    atOnce: 20,
    async show(stage, strings) {
      await openList(stage, [{ ...base, id: 1, uuid: 't' }])
      for (const string of strings) {
        stage.service.list = () => ({ refusal: string.text })
        await stage.page.getByRole('button', { name: 'Refresh' }).click()
        await stage.page.locator(ALERT, { hasText: string.mark }).waitFor()
        await stage.look([string], { atMost: 10_000 })
      }
    },
  },
  {
    name: 'what it says of a first load, and of a field',
    atOnce: 1,
    async show(stage, [string]) {
      stage.service.list = () => ({ refusal: string?.text ?? '', isListed: true })
      await stage.open('/tasks')
      await stage.page.locator(ALERT, { hasText: string?.mark ?? '' }).waitFor()
      await stage.look(string === undefined ? [] : [string], { behind: 'image_url: ' })
    },
  },
  {
    name: 'what it says of a key',
    atOnce: 8,
    async show(stage, strings) {
      const { page } = stage
      await stage.connect('none')
      await page.goto('/tasks')
      for (const [at, string] of strings.entries()) {
        stage.service.list = () => ({ refusal: string.text })
        await page.getByRole('textbox', { name: 'API key' }).fill(`injected-${String(at)}`)
        await page.getByRole('button', { name: 'Connect', exact: true }).click()
        await page.locator('form [role=alert]', { hasText: string.mark }).waitFor()
        await stage.look([string])
      }
    },
  },
  {
    name: 'read out',
    atOnce: 20,
    async show(stage, strings) {
      await openList(
        stage,
        records(strings, () => ({ status: 'before' })),
      )
      const after = records(strings, (status) => ({ status }))
      stage.service.list = () => ({ data: { total: after.length, list: after } })
      await stage.page.getByRole('button', { name: 'Refresh' }).click()
      const said = stage.page.locator('p[role=status].sr-only', { hasText: 'changed' })
      await said.waitFor({ state: 'attached' })
      await stage.look(strings)
    },
  },
  {
    name: 'terms of a search',
    atOnce: 1,
    takes: isTerm,
    async show(stage, strings) {
      await stage.open(`/tasks?q=${encodeURIComponent(`"${strings[0]?.text ?? ''}"`)}`)
      await stage.page.locator('ul[aria-label=Search] > li').first().waitFor()
      await stage.look(strings, { atMost: 60 })
    },
  },
  ofAddress('parameters of the tasks', '/tasks?status='),
  ofAddress('parameters of the posters', '/posters?prompt='),
  {
    ...ofAddress('an address that leads nowhere', '/nowhere/', {
      isFolded: true,
      behind: '/nowhere/',
    }),
    // The host refuses other characters in a path.
    takes: (string) => isCarried(string) && !/[\p{Cc}/\\%]/u.test(string.text),
  },
  {
    name: 'a task of the address that is not there',
    atOnce: 1,
    takes: (string) => isCarried(string) && string.text.length <= 200,
    async show(stage, strings) {
      stage.service.list = () => ({ data: { total: 0, list: [] } })
      await stage.open(`/tasks?task=${encodeURIComponent(strings[0]?.text ?? '')}`)
      await stage.page.locator(`${DIALOG} bdi`).first().waitFor()
      await stage.look(strings)
    },
  },
  {
    name: 'an image URL that is typed',
    atOnce: 8,
    takes: (string) => isBadLine(string) && string.text.length < 5_000,
    async show(stage, strings) {
      await stage.open('/posters')
      for (const string of strings) {
        await submit(stage, string.text)
        await stage.page.locator('[name=image_url][aria-invalid=true]').waitFor()
        await stage.look([string], { atMost: 10_000, isFolded: true })
      }
    },
  },
  {
    name: 'a created poster',
    atOnce: 8,
    async show(stage, strings) {
      await stage.open('/posters')
      for (const string of strings) {
        stage.service.creation = () => created(string.text)
        await submit(stage, nextImage(stage))
        await stage.page
          .locator('[aria-labelledby=submissions] li', { hasText: string.mark })
          .waitFor()
        await stage.unfold()
        await stage.look([string])
      }
    },
  },
  {
    name: 'a refused poster',
    atOnce: 8,
    async show(stage, strings) {
      await stage.open('/posters')
      for (const string of strings) {
        stage.service.creation = () => ({ refusal: string.text })
        await submit(stage, nextImage(stage))
        await stage.page
          .locator('[aria-labelledby=submissions] li', { hasText: string.mark })
          .waitFor()
        await stage.look([string])
      }
    },
  },
  {
    name: 'a followed poster that fails',
    atOnce: 8,
    async show(stage, strings) {
      await stage.open('/posters')
      for (const string of strings) {
        const uuid = `task ${String(stage.service.creations)}`
        stage.service.list = () => ({
          data: { total: 1, list: [{ uuid, error_msg: string.text }] },
        })
        stage.service.creation = () => created(uuid, null)
        await submit(stage, nextImage(stage))
        await stage.page
          .locator('[aria-labelledby=created-title]', { hasText: string.mark })
          .waitFor()
        await stage.look([string])
      }
    },
  },
  {
    name: 'the question before the same image again',
    atOnce: 10,
    takes: isImageUrl,
    async show(stage, strings) {
      await stage.open('/posters')
      for (const string of strings) {
        stage.service.creation = () => created('a task')
        await submit(stage, string.text)
        await stage.page.getByRole('button', { name: 'Create another' }).waitFor()
        await submit(stage, string.text)
        await stage.page.locator(DIALOG).waitFor()
        await stage.look([string], { atMost: 10_000 })
        await stage.page.getByRole('button', { name: 'Do not send' }).click()
      }
    },
  },
  {
    name: 'a batch: tasks that were created',
    atOnce: 8,
    async show(stage, strings) {
      await sendBatch(stage, strings, (text) => created(text))
      await stage.look(strings)
    },
  },
  {
    name: 'a batch: why posters were refused',
    atOnce: 3,
    async show(stage, strings) {
      // The batch before is still there.
      await stage.connect()
      await sendBatch(stage, strings, (text) => ({ refusal: text }))
      await stage.look(strings)
    },
  },
  {
    name: 'a batch: why tasks failed',
    atOnce: 8,
    async show(stage, strings) {
      const list = strings.map(({ text }, at) => ({ uuid: `task ${at}`, error_msg: text }))
      stage.service.list = () => ({ data: { total: list.length, list } })
      await sendBatch(stage, strings, (_, at) => created(`task ${at}`))
      await stage.page.locator('[aria-labelledby=results] li [role=group]').first().waitFor()
      await stage.look(strings)
    },
  },
  {
    name: 'a plan: lines that are no image URLs',
    atOnce: 8,
    takes: isBadLine,
    show: (stage, strings) => lookAtPlan(stage, strings),
  },
  {
    name: 'a plan: posters',
    atOnce: 8,
    takes: isImageUrl,
    show: (stage, strings) => lookAtPlan(stage, strings),
  },
  {
    name: 'a plan: lines that were put right',
    atOnce: 8,
    takes: isImageUrl,
    show: (stage, strings) => lookAtPlan(stage, strings, '\u200B'),
  },
  {
    name: 'the name of an account',
    atOnce: 8,
    takes: (string) => isOneLine(string) && string.text.length <= 60,
    async show(stage, strings) {
      const { page } = stage
      for (const string of strings) {
        await stage.open('/accounts')
        await page.getByRole('button', { name: /^Edit account: / }).click()
        await page.getByRole('textbox', { name: 'Account name' }).fill(string.text)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.locator(DIALOG).waitFor({ state: 'detached' })
        await openAccountMenu(page)
        await stage.look([string], { atMost: 600 })
        await page.keyboard.press('Escape')
        for (const question of [/^Keep on this device/, /^Sign out of/]) {
          await page.getByRole('main').getByRole('button', { name: question }).click()
          await page.locator(DIALOG).waitFor()
          await stage.look([string], { atMost: 600 })
          await page.keyboard.press('Escape')
        }
        await stage.open('/posters')
        await stage.look([string], { atMost: 600 })
      }
      await stage.connect()
    },
  },
  {
    name: 'kinds of failures',
    atOnce: 80,
    async show(stage, strings) {
      const { page } = stage
      const list = records(strings, asError)
      stage.service.list = (number) => ({
        data: { total: list.length, list: number === 1 ? list : [] },
      })
      await stage.open('/insights')
      await page
        .getByText(new RegExp(`${String(list.length)} tasks? failed`))
        .first()
        .waitFor()
      const all = page.getByRole('button', { name: /^Show all \d+ kinds/ })
      if (await all.isVisible()) await all.click()
      await stage.look(strings, { isFolded: true })
      await page.getByRole('button', { name: 'Show as table: Failures' }).click()
      await stage.look(strings, { isFolded: true, atMost: 2_000 })
    },
  },
]
