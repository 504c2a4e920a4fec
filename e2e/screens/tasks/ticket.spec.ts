import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Download, Page } from '@playwright/test'

import { readEnvelope } from '#contract/envelope.ts'
import { readReceivedList } from '#contract/read-video-tasks.ts'
import { outcomeOf } from '#local-api/outcomes.ts'
import type { NewTask } from '#local-api/tasks.ts'

import { header, showMoreOptions } from '#e2e/support/account-screens.ts'
import { documentText, stores } from '#e2e/support/browser-traces.ts'
import { copied, details } from '#e2e/support/details-screen.ts'
import { expect, test, withMotion } from '#e2e/support/fixtures.ts'
import { heapText } from '#e2e/support/heap-text.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { cells, plot, result } from '#e2e/support/insights-screen.ts'
import { images } from '#e2e/support/outside-world.ts'
import { countCreations, search, signOut, submitPoster, taskRows } from '#e2e/support/screens.ts'

test.use(withMotion)

const CUSTOMER = 'Windmill Bakery'
const ERROR = 'No face in frame 17 of job 8f3a2b91c'
const OTHER_ERROR = 'The image is too dark'
const PAGE = '?page=4&page_size=100'

/** A task that the service is about to complete, so that it changes during the test. */
function changing(dueAt: number): NewTask {
  let uuid = randomUUID()
  while (outcomeOf({ uuid, imageUrl: null, prompt: null }).clip === null) uuid = randomUUID()
  return { uuid, status: 'pending', dueAt }
}

/** The customer's 340 tasks, the oldest first: the third is the one of the ticket. */
function tasksOfCustomer(now: number): NewTask[] {
  const sameKind = { status: 'failed', errorMsg: 'No face in frame 3 of job 1c44d0aa2' } as const
  const ofTicket = { status: 'failed', errorMsg: ERROR, price: 25 } as const
  const rest = Array.from({ length: 337 }, (_, nth): NewTask => {
    if (nth % 40 === 7) return changing(now + nth * 50)
    if (nth % 30 === 9) return { status: 'failed', errorMsg: OTHER_ERROR }
    return { status: 'completed' }
  })
  return [sameKind, sameKind, ofTicket, ...rest].map((task, nth) => ({
    createdAt: now - (340 - nth) * 60_000,
    ...task,
  }))
}

/** Puts a text where people have it when they paste. */
async function takeAlong(page: Page, text: string): Promise<void> {
  const paper = await page.context().newPage()
  await paper.setContent('<textarea></textarea>')
  await paper.locator('textarea').fill(text)
  await paper.locator('textarea').press('ControlOrMeta+A')
  await paper.locator('textarea').press('ControlOrMeta+C')
  await paper.close()
}

/** The first value of a name in a JSON text. */
function valueOf(name: string, json: string): string {
  return new RegExp(`"${name}": "([^"]+)"`).exec(json)?.[1] ?? ''
}

/** Has a file saved. @returns its name and its text, in which the key is nowhere */
async function save(page: Page, press: () => Promise<void>, apiKey: string) {
  const downloading: Promise<Download> = page.waitForEvent('download')
  await press()
  const download = await downloading
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).not.toContain(apiKey)
  return { name: download.suggestedFilename(), text }
}

/** Exports everything under the filter on screen. */
async function exportAll(page: Page, format: 'CSV' | 'JSON', apiKey: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export tasks' })
  await dialog.getByRole('radio', { name: 'What I see' }).check()
  await dialog.getByRole('radio', { name: format }).check()
  const file = await save(
    page,
    () => dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    apiKey,
  )
  await expect(dialog.getByRole('status')).toContainText(`Saved as ${file.name}.`)
  await expect(dialog.getByRole('status')).toContainText(
    /14 tasks read at \d\d:\d\d: the whole list\./,
  )
  await page.keyboard.press('Escape')
  return file
}

test('a ticket: from the customer’s key to an answer, and no data of the customer stays', async ({
  page,
  context,
  account,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { apiKey } = account
  const begun = Date.now()
  const task = account.addTasks(tasksOfCustomer(begun))[2] ?? { id: 0, uuid: '' }
  const creations = countCreations(page)

  await test.step('the key is pasted on the connect screen, read-only and for this tab', async () => {
    await takeAlong(page, apiKey)
    await page.goto('/tasks')
    await page.getByRole('textbox', { name: 'API key' }).press('ControlOrMeta+V')
    await showMoreOptions(page)
    await page.getByRole('textbox', { name: 'Account name' }).fill(CUSTOMER)
    await expect(page.getByRole('radio', { name: 'In this tab' })).toBeChecked()
    await page.getByRole('checkbox', { name: 'Read-only (support)' }).check()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(header(page, CUSTOMER)).toBeVisible()
    await expect(page.getByRole('banner').getByText('Read-only')).toBeVisible()
    await expect(taskRows(page)).toHaveCount(20)
    await expect(page.getByRole('radio', { name: /^Failed/ })).toHaveAccessibleName(/14/)
    const { openInTab, ...others } = await stores(page, apiKey)
    expect(openInTab).toContain(apiKey)
    expect(JSON.stringify(others)).not.toContain(apiKey)
    expect(JSON.stringify(others)).not.toContain(CUSTOMER)
  })

  await test.step('the task is found far behind the first page, with progress', async () => {
    const start = task.uuid.slice(0, 8)
    await expect(page.getByText(start)).toBeHidden()
    const pages = await holdRequests(page, /page=3&/)
    await search(page, start)
    await pages.held
    await expect(page.getByRole('progressbar')).toHaveAccessibleName(
      'Reading: 200 of 340 tasks so far.',
    )
    pages.letGo()
    await expect(page.getByText(/^All 340 tasks, read at \d\d:\d\d\.$/)).toBeVisible()
    await expect(taskRows(page)).toHaveCount(1)
    await expect(taskRows(page)).toContainText(ERROR)
    await taskRows(page)
      .getByRole('link', { name: /^Details of task/ })
      .click()
    await expect(page).toHaveURL(`/tasks?q=${start}&task=${task.uuid}`)
  })

  await test.step('its details say why it failed, and how that is known', async () => {
    const first = details(page).locator('section').first()
    await expect(first.getByRole('heading', { name: 'Error message' })).toBeVisible()
    await expect(first).toContainText(ERROR)
    const reason = details(page).getByText(/^Inferred from its error message/)
    await expect(reason.first()).toBeVisible()
  })

  /** As the service has it. */
  const { origin } = new URL(page.url())
  const reply = await fetch(`${origin}/api/plugins/video/tasks${PAGE}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const envelope = readEnvelope(reply.status, await reply.json())
  const pageOfTask = envelope.kind === 'success' ? readReceivedList(envelope.data) : undefined
  const row = pageOfTask?.rows.find((one) => one.kind === 'task' && one.task.uuid === task.uuid)
  const raw = row?.kind === 'task' ? row.task.raw : undefined
  expect(raw).toMatchObject({ id: task.id, error_msg: ERROR, price: 25 })

  await test.step('what is copied has a place for the key', async () => {
    const json = await copied(page, 'Copy JSON')
    expect(JSON.parse(json)).toEqual(raw)
    const curl = await copied(page, 'Copy as curl')
    expect(curl.split('\n')).toEqual([
      'curl --globoff --request GET \\',
      "  --header 'Authorization: Bearer <API_KEY>' \\",
      `  '${origin}/api/plugins/video/tasks${PAGE}'`,
    ])
    expect(json + curl).not.toContain(apiKey)
  })

  await test.step('the ticket bundle has it all', async () => {
    const button = details(page).getByRole('button', { name: 'Save ticket bundle' })
    const { name, text } = await save(page, () => button.click(), apiKey)
    expect(name).toBe(`marquee-task-${task.uuid.slice(0, 8)}.json`)
    const iso: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/)
    expect(JSON.parse(text)).toEqual({
      app: {
        name: 'Marquee',
        version: valueOf('version', readFileSync('package.json', 'utf8')),
        built_at: iso,
      },
      made_at: {
        utc: iso,
        local: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/),
        time_zone: 'Europe/Berlin',
      },
      request: {
        method: 'GET',
        url: `${origin}/api/plugins/video/tasks${PAGE}`,
        headers: { authorization: 'Bearer <API_KEY>' },
        answered_at: iso,
      },
      reply: { page: 4, page_size: 100, total: 340 },
      status: {
        status: 'failed',
        source: 'inferred',
        as_of: valueOf('answered_at', text),
        explanation: 'Inferred from its error message; the list does not report a status.',
      },
      task: raw,
    })
    const [utc, local, answered] = ['utc', 'local', 'answered_at'].map((field) =>
      Date.parse(valueOf(field, text)),
    )
    expect(utc).toBe(local)
    expect(answered).toBeGreaterThan(begun)
    expect(answered).toBeLessThanOrEqual(utc ?? 0)
    await page.keyboard.press('Escape')
  })

  await test.step('all that failed is exported, and it is among them', async () => {
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('radio', { name: /^Failed/ }).check()
    await expect(taskRows(page)).toHaveCount(14)
    const csv = await exportAll(page, 'CSV', apiKey)
    expect(csv.name).toMatch(/^marquee-Windmill_Bakery-failed-14-\d{4}-\d\d-\d\dT\d{4}Z\.csv$/)
    const [head, ...lines] = csv.text.trimEnd().split('\r\n')
    expect(head).toContain('"uuid","id","status","status_source"')
    // A last line would say what may be missing.
    expect(lines).toHaveLength(14)
    const line = lines.find((one) => one.includes(task.uuid))
    expect(line).toMatch(new RegExp(`^"${task.uuid}",${String(task.id)},"failed","filter",`))
    expect(line).toContain(`"${ERROR}"`)

    const json = await exportAll(page, 'JSON', apiKey)
    expect(json.name).toBe(csv.name.replace(/\d{4}Z\.csv$/, `${json.name.slice(-10, -5)}.json`))
    expect(JSON.parse(json.text)).toMatchObject({
      tasks: expect.arrayContaining([
        {
          marks: { starred: false, hidden: false, note: null },
          task: raw,
          status: { status: 'failed', source: 'filter', as_of: expect.stringMatching(/Z$/) },
        },
      ]),
      about: {
        filter: { status: 'failed', scene: null },
        rows: 14,
        reading: { rows: 14, totalAtStart: 14, totalAtEnd: 14, duplicates: 0, doubts: [] },
      },
    })
    expect(json.text.match(/"uuid":/g)).toHaveLength(14)
  })

  await test.step('insights of the same account show how often that happens', async () => {
    await page.getByRole('link', { name: 'Insights', exact: true }).click()
    await expect(result(page)).toContainText(/All 340 tasks, read at \d\d:\d\d/)
    const failures = plot(page, 'Failures')
    await expect(failures.getByRole('link').nth(1)).toHaveAccessibleName(
      'No face in frame ⟨number⟩ of job ⟨ID⟩ 3 tasks',
    )
    await failures.getByRole('button', { name: 'Show as table' }).click()
    expect((await cells(failures))[2]?.slice(0, 3)).toEqual([
      'No face in frame ⟨number⟩ of job ⟨ID⟩',
      '3',
      ERROR,
    ])
    await failures.getByRole('link', { name: /No face in frame/ }).click()
    await expect(taskRows(page)).toHaveCount(3)
    await expect(taskRows(page).filter({ hasText: ERROR })).toHaveCount(1)
  })

  await test.step('nothing can be created for the customer, whichever way', async () => {
    await page.getByRole('link', { name: 'Posters', exact: true }).click()
    await expect(page.getByText('This account is read-only')).toBeVisible()
    await page.goto(`/posters?image_url=${encodeURIComponent(images.portrait)}&prompt=firework`)
    await expect(page.getByText('This account is read-only')).toBeVisible()
    await expect(submitPoster(page)).toBeHidden()
  })

  await test.step('signed out, nothing of the customer is left', async () => {
    await signOut(page)
    await expect(page.getByRole('heading', { name: 'Connect with your API key' })).toBeVisible()
    const places = { ...(await stores(page)), page: await documentText(page) }
    const ofCustomer = { key: apiKey, name: CUSTOMER, task: task.uuid, error: ERROR }
    for (const [what, text] of Object.entries(ofCustomer)) {
      for (const [place, content] of Object.entries(places)) {
        expect(content.includes(text), `${what} in ${place}`).toBe(false)
      }
    }
    const heap = await heapText(page)
    for (const [what, text] of Object.entries({ key: apiKey, task: task.uuid })) {
      expect(heap.includes(text), `${what} in memory`).toBe(false)
    }
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Connect with your API key' })).toBeVisible()
    expect(creations.sent).toBe(0)
  })
})
