import type { Locator, Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { finish } from '#e2e/support/finish-tasks.ts'
import { autoRefresh } from '#e2e/support/live-screen.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'

const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const

/** The panel, or the sheet that it is on a phone. */
const details = (page: Page): Locator => page.getByRole('dialog', { name: 'Task details' })
const linkOf = (page: Page, { uuid }: { uuid: string }): Locator =>
  page.getByRole('link', { name: `Details of task ${uuid.slice(0, 8)}` })
const heading = (page: Page): Locator =>
  details(page).getByRole('heading', { name: 'Task details' })

test('a task has an address: Back closes it, Forward and a reload open it, and refreshes pause while it is open', async ({
  page,
  account,
}) => {
  const [task, other] = account.addTasks([failed, failed])
  if (task === undefined || other === undefined) throw new Error('no tasks')
  await connect(page, account.apiKey, '/tasks?status=failed')
  await linkOf(page, task).click()
  await expect(page).toHaveURL(`/tasks?status=failed&task=${task.uuid}`)
  await expect(details(page)).toContainText(task.uuid)
  await expect(details(page)).toContainText('No face found in the image.')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('row', { name: task.uuid.slice(0, 8) })).toHaveAttribute(
    'aria-current',
    'true',
  )
  // The list beside it is at hand.
  await linkOf(page, other).click()
  await expect(details(page)).toContainText(other.uuid)
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(details(page)).toContainText(task.uuid)
  await page.goBack()
  await expect(details(page)).toBeHidden()
  await expect(page).toHaveURL('/tasks?status=failed')
  await page.goForward()
  await expect(details(page)).toContainText(task.uuid)
  await page.reload()
  await expect(details(page)).toContainText(task.uuid)
  await expect(heading(page)).toBeFocused()
  await expect(autoRefresh(page)).toHaveAccessibleDescription('Paused: a task is open.')
  // Another list is another place.
  await page.getByRole('radio', { name: /^All/ }).check()
  await expect(details(page)).toBeHidden()
  await expect(page).toHaveURL('/tasks')
  await expect(autoRefresh(page)).not.toHaveAccessibleDescription(/Paused/)
})

test('a click on a row opens it, but not on controls or selected text; keys move between rows and return the focus', async ({
  page,
  account,
  context,
}) => {
  await context.grantPermissions(['clipboard-write'])
  const [third, second, task] = account.addTasks([
    failed,
    failed,
    { ...failed, scene: 'celebrity' },
  ])
  if (task === undefined || second === undefined || third === undefined) throw new Error('tasks')
  await connect(page, account.apiKey)
  const row = taskRows(page).first()
  await row.getByRole('button', { name: 'Copy task ID' }).click()
  await row.getByRole('button', { name: /^No face found/ }).click()
  await page.getByRole('dialog').getByText('No face found').click()
  await page.keyboard.press('Escape')
  const number = await row.getByText(`#${String(task.id)}`).boundingBox()
  const { x, y, width, height } = number ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width, y + height / 2)
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).toContain(String(task.id).slice(1))
  // With such a key, a press on a link is the browser's.
  for (const key of ['ControlOrMeta', 'Shift'] as const) {
    await row
      .getByRole('cell')
      .nth(5)
      .click({ modifiers: [key] })
  }
  await expect(page).toHaveURL('/tasks')
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await row.getByRole('cell').nth(5).click()
  await expect(page).toHaveURL(`/tasks?task=${task.uuid}`)
  await details(page).getByRole('button', { name: 'Close' }).click()
  await expect(linkOf(page, task)).toBeFocused()
  // As any link: the other tab has it open.
  const opened = context.waitForEvent('page')
  await linkOf(page, task).click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(`/tasks?task=${task.uuid}`)
  await expect(page).toHaveURL('/tasks')

  await test.step('by keys', async () => {
    await linkOf(page, task).press('Enter')
    await expect(heading(page)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page).toHaveURL(`/tasks?task=${task.uuid}`)
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(`/tasks?task=${second.uuid}`)
    const said = page.getByRole('status').filter({
      hasText: `Task ${second.uuid.slice(0, 8)}: Failed. 2 of 3 on this page.`,
    })
    await expect(said).toBeAttached()
    const next = details(page).getByRole('button', { name: 'Next task' })
    await next.press('Enter')
    await expect(page).toHaveURL(`/tasks?task=${third.uuid}`)
    await expect(next).toBeFocused()
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    // What scrolls by itself keeps its keys, and what has gone hands the focus on.
    await details(page).locator('pre').press('ArrowUp')
    await expect(page).toHaveURL(`/tasks?task=${third.uuid}`)
    await details(page).getByRole('button', { name: 'Copy: Price' }).press('ArrowUp')
    await expect(page).toHaveURL(`/tasks?task=${second.uuid}`)
    await expect(heading(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()
    await expect(linkOf(page, second)).toBeFocused()
    await expect(page).toHaveURL('/tasks')
  })
})

test('an address says if its task is unknown, on another page or gone, or if the list failed', async ({
  page,
  account,
  store,
  expectConsole,
}) => {
  expectConsole(/403/)
  const [oldest] = account.addTasks(Array.from({ length: 11 }, () => failed))
  const [leaving] = account.addTasks([{ status: 'pending' }, { status: 'pending' }])
  if (oldest === undefined || leaving === undefined) throw new Error('no tasks')

  await test.step('no task', async () => {
    await connect(page, account.apiKey, '/tasks?task=a&task=b')
    const note = page.getByRole('status').filter({ hasText: 'Part of the address was ignored' })
    await expect(note).toContainText('task=a,b was ignored: use the ID or number of one task.')
    await expect(details(page)).toBeHidden()
    await page.getByRole('radio', { name: 'Pending' }).check()
    await expect(note).toBeHidden()
  })

  await test.step('it stays as it was last read', async () => {
    await linkOf(page, leaving).click()
    await expect(details(page)).toContainText('From the list of tasks with this status')
    finish(store, leaving, true)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(taskRows(page)).toHaveCount(1)
    await expect(details(page)).toContainText(
      /No longer on this page of the list\. Shown as it was last read, at \d\d:\d\d\./,
    )
    await expect(details(page)).toContainText(leaving.uuid)
  })

  await test.step('elsewhere', async () => {
    await page.goto(`/tasks?status=failed&page_size=10&task=${oldest.uuid}`)
    await expect(details(page)).toContainText('Not on this page')
    await expect(details(page)).toContainText(`has the ID ${oldest.uuid}`)
    const next = details(page).getByRole('button', { name: 'Next task' })
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(details(page)).toBeHidden()
  })

  await test.step('without a list, which says why', async () => {
    account.behave('forbidden')
    await page.goto('/tasks?task=7')
    await expect(page.getByRole('alert')).toContainText('The key is not allowed to do this.')
    await expect(details(page)).toContainText('The list could not be read.')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the details are a sheet; closing it returns to the card', async ({ page, account }) => {
    const [second, first] = account.addTasks([{ status: 'completed' }, failed])
    if (first === undefined || second === undefined) throw new Error('no tasks')
    await connect(page, account.apiKey)
    // A tap on the card itself; one on what has a title shows that instead.
    await taskRows(page)
      .first()
      .tap({ position: { x: 200, y: 14 } })
    await expect(details(page)).toContainText(first.uuid)
    await expect(heading(page)).toBeFocused()
    expect(await details(page).evaluate((sheet) => sheet.matches(':modal'))).toBe(true)
    await details(page).getByRole('button', { name: 'Next task' }).tap()
    await expect(details(page)).toContainText(second.uuid)
    await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()
    await expect(linkOf(page, second)).toBeFocused()
    await linkOf(page, first).tap()
    await expect(details(page)).toContainText(first.uuid)
    await page.goBack()
    await expect(details(page)).toBeHidden()
  })
})

test('print shows the whole task and nothing else', async ({ page, account }) => {
  const errorMsg = 'No face found in the image. '.repeat(200)
  const [task] = account.addTasks([{ status: 'failed', errorMsg }])
  await connect(page, account.apiKey, `/tasks?task=${task?.uuid ?? ''}`)
  await expect(details(page)).toContainText(task?.uuid ?? '')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme })
    await expect(details(page)).toContainText(task?.uuid ?? '')
    await expect(page.getByRole('table')).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('button')).toHaveCount(0)
    const look = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('dialog, dialog *')]
      return {
        cut: boxes.filter((box) => {
          const { overflowY } = getComputedStyle(box)
          // What is there to be read out alone is one pixel high.
          const isSeen = box.clientHeight > 1
          return isSeen && overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1
        }).length,
        below: document.querySelector('dialog')?.getBoundingClientRect().bottom ?? 0,
        colour: getComputedStyle(document.querySelector('dialog dd') ?? document.body).color,
        ground: getComputedStyle(document.body).backgroundColor,
      }
    })
    expect(look).toMatchObject({ cut: 0, colour: 'rgb(0, 0, 0)', ground: 'rgb(255, 255, 255)' })
    expect(look.below).toBeGreaterThan(800)
  }
})
