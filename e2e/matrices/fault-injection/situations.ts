import type { Page } from '@playwright/test'

import { appIsThere } from '#e2e/support/early-screen.ts'
import { expect } from '#e2e/support/fixtures.ts'
import { closes, resetsUnread } from './behaviours.ts'
import { type Scene, pass, strickenServer, watchReads } from './reads.ts'
import { watchRequests } from './requests.ts'
import { REFUSE } from './server.ts'
import { ROW_COUNT } from './service.ts'
import { SAID } from './table.ts'
import { expectWords } from './words.ts'
import { images } from '#e2e/support/outside-world.ts'
import { fillPoster, submitPoster, taskRows, waitForAllCode } from '#e2e/support/screens.ts'

const BEFORE = 'from before the fault'
const AFTER = 'from after the fault'
/** By then the page loads all code ahead of time, in milliseconds. */
const AHEAD_OF_TIME = 3_000
/** Each situation in which a fault occurs, with what must hold for every fault. */
export const situations: readonly (readonly [
  name: string,
  play: (scene: Scene) => Promise<void>,
])[] = [
  ['first load', firstLoad],
  ['rows on screen', rowsOnScreen],
  ['creation in flight', creationInFlight],
]

async function firstLoad({ page, rig, fault }: Scene): Promise<void> {
  rig.service.mark(BEFORE)
  // Where nothing at all is reachable there is no page to load, and a connection is used again only by a
  // page that has used it: then another list is loaded for the first time.
  const needsPage = fault.isOnReused || (fault.where === 'front' && fault.list === REFUSE)
  const search = needsPage ? '?status=failed' : ''
  const reads = watchReads({ page, rig, fault }, search)
  if (needsPage) {
    const totals = watchRequests(page, (url) => url.searchParams.get('page_size') === '1')
    await open({ page, rig, fault }, '/tasks')
    await expect(taskRows(page)).toHaveCount(ROW_COUNT)
    // The last to use connections, which must be free again.
    await expect.poll(() => totals.count()).toBeGreaterThan(0)
    await expect.poll(() => totals.inFlight()).toBe(0)
    await strike({ rig, fault })
    await page.getByRole('radio', { name: 'Failed' }).check()
    await expect.poll(() => reads.count()).toBeGreaterThan(0)
    await expect.poll(() => reads.inFlight()).toBe(0)
  } else {
    await strike({ rig, fault })
    await page.goto(addressOf({ rig, fault }, '/tasks'))
    // A request that fails before the app is there is not one of its tries.
    await appIsThere(page)
  }
  if (fault.read === 'rows') {
    await pass({ page, fault }, reads, taskRows(page).first())
    await expect(page.getByRole('alert')).toBeHidden()
  } else {
    const alert = page.getByRole('alert').filter({ hasText: 'The tasks could not be loaded' })
    await pass({ page, fault }, reads, alert)
    await expectWords(alert, fault.read)
    if (fault.family === 'words') await expect(alert).toContainText(SAID)
  }
  expect(reads.count(), 'requests of the page').toBe(fault.requests)
  if (fault.isOnReused) expect(reads.arrived(), 'sent again below the page').toBeGreaterThan(1)
  else if (fault.list !== REFUSE) {
    // Chromium sends one again by itself: the first, on the connection that has served the page.
    const isCut = fault.list === closes || fault.list === resetsUnread
    const again = fault.where === 'front' && isCut ? [0, 1] : [0]
    const expected = again.map((count) => fault.requests + count)
    expect(expected, 'requests at the server').toContain(reads.arrived())
  }
  await recover({ page, rig, fault })
}

async function rowsOnScreen({ page, rig, fault }: Scene): Promise<void> {
  rig.service.mark(BEFORE)
  await open({ page, rig, fault }, '/tasks')
  await expect(taskRows(page)).toHaveText([new RegExp(BEFORE), new RegExp(BEFORE)])
  const reads = watchReads({ page, rig, fault }, '')
  if (fault.read === 'rows') rig.service.mark(AFTER)
  await strike({ rig, fault })
  await page.getByRole('button', { name: 'Refresh' }).click()
  if (fault.read === 'rows') {
    await expect.poll(() => reads.count()).toBe(1)
    await expect.poll(() => reads.inFlight()).toBe(0)
    await expect(taskRows(page).filter({ hasText: BEFORE })).toHaveCount(0)
    await expect(taskRows(page).first()).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  } else {
    const alert = page.getByRole('alert').filter({ hasText: 'The last refresh failed.' })
    await pass({ page, fault }, reads, alert)
    await expectWords(alert, fault.read)
    await expect(alert).toContainText(/These rows are from \d\d:\d\d/)
    await expect(taskRows(page)).toHaveText([new RegExp(BEFORE), new RegExp(BEFORE)])
    if (fault.read === 'key') await closeKeyDialog(page)
  }
  expect(reads.count()).toBe(fault.requests)
  await recover({ page, rig, fault })
}

/** A dialog over the rows asks for another key. Closing it leaves a banner. */
async function closeKeyDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Edit account' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

type Outcome = 'created' | 'refused' | 'unknown' | 'not-sent'

/** What is said where the form is, and the word in the log. */
const outcomes: Readonly<Record<Outcome, readonly [told: string, word: string]>> = {
  created: ['Create another', 'Created'],
  refused: ['The poster was not created: the service refused.', 'Refused'],
  unknown: ['Marquee does not know if the poster was created.', 'Unknown'],
  'not-sent': ['Nothing was sent.', 'Not sent'],
}

async function creationInFlight({ page, rig, fault }: Scene): Promise<void> {
  rig.service.mark(BEFORE)
  if (fault.isOnReused) {
    // The list leaves connections behind that a creation takes up again.
    await open({ page, rig, fault }, '/tasks')
    await page.getByRole('link', { name: 'Posters' }).click()
  } else {
    await open({ page, rig, fault }, '/posters')
  }
  await fillPoster(page, images.portrait, 'firework')
  const server = strickenServer({ rig, fault })
  await server.misbehave('createPosterTask', fault.creation, { isFresh: !fault.isOnReused })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await submitPoster(page).click()
  await sent
  if (fault.where === 'front' && fault.isEndless) {
    // A page that gives up before that can only be told "not sent".
    await expect.poll(() => rig.service.received('createPosterTask').length).toBe(fault.arrives)
    await page.clock.fastForward(30_000)
  }

  const isKept = fault.creates !== 'created'
  const first = fault.creates === 'unknown, then not-sent' ? 'unknown' : fault.creates
  await expectOutcome(page, first)
  if (first === 'refused') await expectWords(page.getByRole('alert'), fault.read)
  if (fault.family === 'words') await expect(page.getByRole('alert')).toContainText(SAID)
  await expectForm(page, isKept ? images.portrait : '')

  const check = page.getByRole('button', { name: 'Check outcome' })
  // The page asks by itself, too: a check that is on its way would have the answer first.
  if (first === 'unknown') await expect(check).toBeEnabled()
  await server.answerNormally()
  if (first === 'unknown') {
    const answered = page.waitForResponse(/\/host\/idempotency-keys\//)
    await check.click()
    await answered
    await expectOutcome(page, fault.creates === 'unknown' ? 'unknown' : 'not-sent')
    await expectForm(page, images.portrait)
  }
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await expect(taskRows(page)).toHaveCount(ROW_COUNT)
  await page.clock.fastForward(60_000)
  await page.getByRole('link', { name: 'Posters' }).click()
  await expectForm(page, isKept ? images.portrait : '')
  expectOneCreation({ rig, fault })
}

async function expectOutcome(page: Page, outcome: Outcome): Promise<void> {
  const [told, word] = outcomes[outcome]
  await expect(page.getByText(told)).toBeVisible()
  const log = page.getByRole('region', { name: 'Submissions' }).getByRole('listitem')
  await expect(log).toHaveText(new RegExp(`^${word}`))
  if (outcome === 'created') await page.getByRole('button', { name: 'Create another' }).click()
}

/** What was typed is there to its last character, or was spent. */
async function expectForm(page: Page, imageUrl: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(imageUrl)
  const scene = page.getByRole('radio', { name: 'firework' })
  await expect(scene).toBeChecked({ checked: imageUrl !== '' })
}

/** Makes the list fail from now on. */
async function strike({ rig, fault }: Pick<Scene, 'rig' | 'fault'>): Promise<void> {
  const server = strickenServer({ rig, fault })
  await server.misbehave('listVideoTasks', fault.list, { isFresh: !fault.isOnReused })
}

/** The service is well again: rows come back when they are asked for, and nothing is said any more. */
async function recover({ page, rig, fault }: Scene): Promise<void> {
  const server = strickenServer({ rig, fault })
  await server.answerNormally()
  rig.service.mark(AFTER)
  const again = fault.read === 'rows' ? 'Refresh' : 'Try again'
  await page.getByRole('button', { name: again }).click()
  await expect(taskRows(page)).toHaveText([new RegExp(AFTER), new RegExp(AFTER)])
  await expect(page.getByRole('alert')).toBeHidden()
  expect(rig.service.received(undefined)).toHaveLength(0)
}

/**
 * One creation at the service at most, however often the browser itself sent it again: Chromium does so
 * once for each idle connection that turns out to be broken.
 */
function expectOneCreation({ rig, fault }: Pick<Scene, 'rig' | 'fault'>): void {
  expect(rig.service.received('createPosterTask')).toHaveLength(fault.arrives)
  const atFront = rig.front.received('createPosterTask')
  expect(new Set(atFront.map(({ idempotencyKey }) => idempotencyKey)).size).toBeLessThanOrEqual(1)
  if (fault.where === 'front' && fault.isOnReused) expect(atFront.length).toBeGreaterThan(1)
}

/**
 * Opens a screen. A fault in front of the host must not strike what the page loads ahead of time: that
 * is waited for.
 */
async function open({ page, rig, fault }: Scene, screen: '/tasks' | '/posters'): Promise<void> {
  const address = addressOf({ rig, fault }, screen)
  if (fault.where === 'service') {
    await page.goto(address)
    return
  }
  const requests = watchRequests(page, () => true)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.clock.fastForward(AHEAD_OF_TIME)
  await waitForAllCode(page)
  await expect.poll(() => requests.inFlight()).toBe(0)
}

function addressOf({ rig, fault }: Pick<Scene, 'rig' | 'fault'>, screen: string): string {
  return fault.where === 'service' && fault.isEndless ? `${rig.impatient}${screen}` : screen
}
