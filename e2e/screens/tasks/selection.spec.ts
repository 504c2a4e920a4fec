import { addAccount, connectAs, switchTo } from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { connect, taskRows } from '#e2e/support/screens.ts'
import {
  bar,
  boxes,
  boxOfAll,
  expectTicked,
  many,
  waitForKeys,
} from '#e2e/support/selection-screen.ts'
import {
  completed,
  openTasks,
  pending,
  recordAnnouncements,
  SECOND,
  watchRequests,
} from '#e2e/support/live-screen.ts'

test('one task, a range, all or none can be selected; a checkbox opens no task; another account starts with no selection', async ({
  page,
  newAccount,
}) => {
  const [shop, mill] = [newAccount(), newAccount()]
  shop.addTasks(many(6))
  mill.addTasks(many(2))
  await connectAs(page, 'Shop', shop.apiKey)
  const heard = await recordAnnouncements(page)
  await boxes(page).nth(1).click()
  await expect(bar(page)).toContainText('1 task selected')
  await expect(boxOfAll(page)).toBeChecked({ indeterminate: true })
  await boxes(page)
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await expectTicked(page, 1, 2, 3, 4)
  // A range takes the state of the box that was pressed, upwards too.
  await boxes(page)
    .nth(3)
    .click({ modifiers: ['Shift'] })
  await expectTicked(page, 1, 2)
  // What is said within a second is said together.
  const said = async () => (await heard()).join(' ')
  await expect.poll(said).toContain('2 tasks selected')
  // Who misses the box still means it.
  const cell = await taskRows(page).nth(5).getByRole('cell').first().boundingBox()
  await page.mouse.click((cell?.x ?? 0) + 2, (cell?.y ?? 0) + 4)
  await expectTicked(page, 1, 2, 5)
  await boxOfAll(page).click()
  await expectTicked(page, 0, 1, 2, 3, 4, 5)
  await expect(boxOfAll(page)).toBeChecked()
  await boxOfAll(page).click()
  await expectTicked(page)
  await expect(bar(page)).toBeHidden()
  await expect.poll(said).toContain('No tasks selected')
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  await expect(page).toHaveURL('/tasks')

  await boxOfAll(page).click()
  await expect(bar(page)).toContainText('6 tasks selected')
  await addAccount(page, 'Mill', mill.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  await expect(bar(page)).toBeHidden()
  await expectTicked(page)
  // Nor is anything for who comes back.
  await switchTo(page, 'Shop')
  await expect(taskRows(page)).toHaveCount(6)
  await expectTicked(page)
  await expect(bar(page)).toBeHidden()
})

test('the keyboard selects a range and everything, and the focus is never lost', async ({
  page,
  account,
}) => {
  const tasks = account.addTasks(many(4))
  await connect(page, account.apiKey)
  await waitForKeys(page)
  await boxes(page).first().focus()
  await page.keyboard.press('Space')
  await expectTicked(page, 0)
  await boxes(page).nth(2).focus()
  await page.keyboard.press('Shift+Space')
  await expectTicked(page, 0, 1, 2)
  await expect(boxes(page).nth(2)).toBeFocused()
  // The row that has the focus, wherever in it that is.
  const link = page.getByRole('link', { name: tasks[0]?.uuid.slice(0, 8) ?? '' })
  await link.focus()
  await page.keyboard.press('x')
  await expectTicked(page, 0, 1, 2, 3)
  await expect(link).toBeFocused()
  await page.keyboard.press('x')
  await expectTicked(page, 0, 1, 2)
  await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect(bar(page)).toBeHidden()
  await expect(boxOfAll(page)).toBeFocused()
  // By name, too; what there is nothing for is not offered.
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const run = async (words: string, count: number) => {
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(words)
    await expect(palette.getByRole('option')).toHaveCount(count)
    await page.keyboard.press(count === 0 ? 'Escape' : 'Enter')
    await expect(palette).toBeHidden()
  }
  await run('Export selected', 0)
  await run('Clear selection', 0)
  await run('Select all', 1)
  await expectTicked(page, 0, 1, 2, 3)
  // It never takes away.
  await run('Select all', 1)
  await expectTicked(page, 0, 1, 2, 3)
  await run('Export selected', 1)
  const dialog = page.getByRole('dialog', { name: 'Export tasks' })
  await expect(dialog.getByRole('radio', { name: 'Selected tasks' })).toBeChecked()
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'Copy IDs' }).focus()
  await run('Clear selection', 1)
  await expect(boxOfAll(page)).toBeFocused()
  // Of an open task, where no row has the focus.
  await page.goto(`/tasks?task=${tasks[1]?.uuid ?? ''}`)
  const details = page.getByRole('dialog', { name: 'Task details' })
  await expect(details.getByRole('heading', { name: 'Task details' })).toBeFocused()
  await waitForKeys(page)
  await page.keyboard.press('x')
  await expectTicked(page, 2)
})

test('the bar causes no layout shift, and never covers the focus @release', async ({
  page,
  account,
}) => {
  account.addTasks(many(20))
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  const placeOf = (at: number) => taskRows(page).nth(at).boundingBox()
  const before = await placeOf(3)
  await boxes(page).nth(3).click()
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  expect(await placeOf(3)).toEqual(before)
  for (let at = 4; at < 20; at += 1) {
    await boxes(page).nth(at).focus()
    const box = await boxes(page).nth(at).boundingBox()
    const edge = await bar(page).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0)
  }
  // A focus that comes back to the bar scrolls nothing.
  await page.evaluate(() => scrollTo(0, 0))
  await bar(page).getByRole('button', { name: 'Export selected' }).click()
  await page.keyboard.press('Escape')
  await expect(bar(page).getByRole('button', { name: 'Export selected' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await boxes(page).nth(3).click()
  await expect(bar(page)).toBeHidden()
  expect(await placeOf(3)).toEqual(before)
})

test('a refresh without changes touches no row, and a selection touches only its own row', async ({
  page,
  account,
}) => {
  account.addTasks([pending, ...Array.from({ length: 19 }, () => completed)])
  await openTasks(page, account.apiKey)
  await boxes(page).first().click()
  await expect(bar(page)).toContainText('1 task selected')
  // The rows that something changes in, ages apart.
  const touched = await page.evaluateHandle(() => {
    const rows: string[] = []
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        if (element?.closest('time') !== null) continue
        rows.push(String(element.closest('tr')?.sectionRowIndex))
      }
    }).observe(document.querySelector('tbody') ?? document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    return rows
  })
  const sent = watchRequests(page)
  // At least: the page's time also passes by itself while a busy machine answers.
  await page.clock.runFor(6 * SECOND)
  await expect.poll(() => sent.lists).toBeGreaterThanOrEqual(1)
  await expect.poll(() => sent.listsInFlight.size).toBe(0)
  await page.clock.runFor(6 * SECOND)
  await expect.poll(() => sent.lists).toBeGreaterThanOrEqual(2)
  expect(await touched.jsonValue()).toEqual([])

  await boxes(page).nth(1).click()
  await expect(bar(page)).toContainText('2 tasks selected')
  await boxes(page).nth(2).click()
  await expect(bar(page)).toContainText('3 tasks selected')
  expect(new Set(await touched.jsonValue())).toEqual(new Set(['1', '2']))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('taps select cards and the whole page, and deselect them', async ({ page, account }) => {
    account.addTasks(many(12))
    await connect(page, account.apiKey, '/tasks?page_size=10')
    await boxes(page).first().tap()
    await expect(bar(page)).toContainText('1 task selected')
    await expect(bar(page)).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveURL('/tasks?page_size=10')
    // There is no room for two bars: the pages are at the end of the list.
    const pages = page.getByRole('navigation', { name: 'Pagination' })
    await expect(pages).not.toBeInViewport()
    await bar(page).getByRole('button', { name: 'Select all on this page' }).tap()
    await expect(bar(page)).toContainText('10 tasks selected')
    await bar(page).getByRole('button', { name: 'Select all 12 tasks' }).tap()
    await expect(bar(page)).toContainText('12 tasks selected · 2 not on this page')
    await bar(page).getByRole('button', { name: 'Clear selection' }).tap()
    await expect(bar(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Video tasks' })).toBeFocused()
    await expect(pages).toBeInViewport({ ratio: 1 })
    await expectTicked(page)
  })
})
