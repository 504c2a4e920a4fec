import type { Page } from '@playwright/test'

import {
  appIsThere,
  countReadsBeforeRows,
  bothScreens,
  CODE,
  openEarly,
  pressWhileRendering,
  recordHandOvers,
  slowDown,
  watchLists,
} from '#e2e/support/early-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import {
  chooseInMenu,
  connect,
  searchField,
  taskRows,
  waitForAllCode,
} from '#e2e/support/screens.ts'

const DAY_MS = 24 * 60 * 60_000
const PHONE = { width: 390, height: 844 }

async function expectSameScreens(page: Page, address: string): Promise<void> {
  const { early, react } = await bothScreens(page, address)
  expect(early.join('\n'), address).toBe(react.join('\n'))
  expect(early.length, address).toBeGreaterThan(20)
}

test('every part of the early screen is where React puts it', async ({ page, account }) => {
  account.addTasks([
    { status: 'pending' },
    { status: 'processing' },
    { status: 'completed', createdAt: Date.now() - 3 * DAY_MS, price: 1_234_567 },
    { status: 'failed', errorMsg: 'The image is too small. '.repeat(30) },
  ])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(4)
  await recordHandOvers(page)
  const desk = { width: 1280, height: 720 }
  await expectSameScreens(page, '/tasks')
  await page.setViewportSize(PHONE)
  await expectSameScreens(page, '/tasks?status=completed')
  await chooseInMenu(page, '简体中文')
  await page.setViewportSize(desk)
  await page.getByRole('button', { name: '列表选项' }).click()
  for (const name of ['价格', '用时']) await page.getByRole('checkbox', { name }).uncheck()
  await expectSameScreens(page, '/tasks?status=failed&page_size=50')
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test('nothing that React paints is larger than what the early screen has painted', async ({
    page,
    account,
  }) => {
    // They fill the screen: what the app says below them is larger.
    account.addTasks(Array.from({ length: 20 }, () => ({ status: 'completed' as const })))
    await connect(page, account.apiKey)
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const last = list.getEntries().at(-1)
        document.documentElement.dataset['largest'] = String(last?.startTime)
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const code = await openEarly(page, '/tasks')
    await expect(taskRows(page)).toHaveCount(20)
    const largest = () => page.locator('html').getAttribute('data-largest')
    await expect.poll(largest).not.toBe(null)
    const before = await largest()
    code.letGo()
    await appIsThere(page)
    await waitForAllCode(page)
    expect(await largest()).toBe(before)
  })
})

declare global {
  /** in a page that is watched: the number of rows in each frame, and the sum of layout shifts */
  var seenFrames: { rows: number[]; shifts: number } | undefined
}

/** Watches every frame from the first one with rows: how many rows it has, and whether anything moves. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: NonNullable<typeof globalThis.seenFrames> = { rows: [], shifts: 0 }
    globalThis.seenFrames = seen
    const look = () => {
      const count = document.querySelectorAll('tbody td.column-task a').length
      if (count > 0 || seen.rows.length > 0) seen.rows.push(count)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += Number(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test('on a slow processor no frame is without rows, and focus and scroll position stay', async ({
  page,
  account,
}) => {
  account.addTasks(Array.from({ length: 50 }, () => ({ status: 'completed' as const })))
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  await watchFrames(page)
  await slowDown(page, 6)
  const code = await openEarly(page, '/tasks?page_size=50')
  await expect(taskRows(page)).toHaveCount(50)
  await page.locator('tbody td.column-task a').nth(9).focus()
  await page.evaluate(() => {
    scrollTo(0, 240)
  })
  const place = () =>
    page.evaluate(() => ({
      focus: document.activeElement?.getAttribute('href'),
      scrollY,
    }))
  const before = await place()
  expect(before).toEqual({ focus: expect.stringMatching(/task=/), scrollY: 240 })
  code.letGo()
  await appIsThere(page)
  expect(await place()).toEqual(before)
  // What follows the rows: totals, and parts whose code comes later.
  await expect(page.getByRole('radio', { name: /Completed 50/ })).toBeVisible()
  const seen = await page.evaluate(() => globalThis.seenFrames)
  expect(new Set(seen?.rows)).toEqual(new Set([50]))
  expect(seen?.shifts).toBe(0)
})

test('filters work before the app is there, and pages are links', async ({ page, account }) => {
  account.addTasks([
    ...Array.from({ length: 25 }, () => ({ status: 'completed' as const })),
    { status: 'failed', errorMsg: 'No face found.' },
  ])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(20)
  const lists = watchLists(page)
  const code = await openEarly(page, '/tasks')
  await expect(taskRows(page)).toHaveCount(20)
  await page.getByRole('radio', { name: 'Failed' }).click()
  await expect(page).toHaveURL('/tasks?status=failed')
  await expect(taskRows(page)).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/tasks?status=completed')
  await expect(page.getByRole('radio', { name: 'Completed' })).toBeFocused()
  await expect(taskRows(page)).toHaveCount(20)
  // This list has no next page, which the app would read ahead of time.
  await page.getByRole('radio', { name: 'Failed' }).click()
  await expect(taskRows(page)).toHaveCount(1)
  const before = [...lists]
  code.letGo()
  await appIsThere(page)
  await expect(taskRows(page)).toHaveCount(1)
  await expect(page.getByText(/^Updated/)).toBeVisible()
  expect(lists).toEqual(before)
  await page.goBack()
  await expect(taskRows(page)).toHaveCount(20)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await openEarly(page, '/tasks')
  await page.getByRole('radio', { name: 'Failed' }).click()
  await expect(taskRows(page)).toHaveCount(1)
  await page.goBack()
  await expect(taskRows(page)).toHaveCount(20)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/tasks?page=2')
  await expect(taskRows(page)).toHaveCount(6)
})

test('a press that lasts while the rows come is not lost @release', async ({ page, account }) => {
  account.addTasks([{ status: 'completed' }, { status: 'failed', errorMsg: 'No face found.' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  const lists = await holdRequests(page, /\/video\/tasks$/)
  // The code of the app begins to load before the rows are there.
  const code = await openEarly(page, '/tasks')
  await page.getByRole('radio', { name: 'Failed' }).hover()
  await page.mouse.down()
  lists.letGo()
  await expect(taskRows(page)).toHaveCount(2)
  await page.mouse.up()
  await expect(page).toHaveURL('/tasks?status=failed')
  await expect(taskRows(page)).toHaveCount(1)
  code.letGo()
  await appIsThere(page)
})

test('a press while the app renders for the first time is answered first, and asked once', async ({
  page,
  account,
}) => {
  account.addTasks([{ status: 'completed' }, { status: 'failed', errorMsg: 'No face found.' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  await slowDown(page, 4)
  await recordHandOvers(page)
  const code = await openEarly(page, '/tasks')
  await expect(taskRows(page)).toHaveCount(2)
  const lists = watchLists(page)
  await pressWhileRendering(page, 'input[value=failed]')
  code.letGo()
  await appIsThere(page)
  await expect(taskRows(page)).toHaveCount(1)
  // The app takes the reply to the early screen's request.
  expect(lists.filter((query) => query === '?status=failed')).toHaveLength(1)
  await expect(page.getByRole('radio', { name: /Failed/ })).toBeChecked()
  expect(await page.evaluate(() => globalThis.pressedLate)).toBe(false)
  // The app has waited for the rows that were asked for.
  const first = await page.evaluate(() => globalThis.bothScreens?.react)
  expect(first?.filter((part) => part.startsWith('tr '))).toHaveLength(1)
})

test('a filter that is pending while the app starts keeps the rows until its own are there @release', async ({
  page,
  account,
}) => {
  account.addTasks([
    ...Array.from({ length: 4 }, () => ({ status: 'completed' as const })),
    { status: 'failed', errorMsg: 'No face found.' },
  ])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(5)
  await watchFrames(page)
  const lists = await holdRequests(page, /status=failed$/)
  const code = await openEarly(page, '/tasks')
  await expect(taskRows(page)).toHaveCount(5)
  await page.getByRole('radio', { name: 'Failed' }).click()
  await lists.held
  code.letGo()
  // The app has taken the request.
  await page.waitForFunction(() => Reflect.get(globalThis, 'earlyRequest') === undefined)
  lists.letGo()
  await appIsThere(page)
  await expect(taskRows(page)).toHaveCount(1)
  const seen = await page.evaluate(() => globalThis.seenFrames)
  expect(seen?.rows).not.toContain(0)
})

test('what is pressed before the app is there holds: links and keys', async ({ page, account }) => {
  const tasks = account.addTasks([{ status: 'completed' }, { status: 'completed' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  let code = await openEarly(page, '/tasks')
  await page.getByRole('link', { name: tasks[0]?.uuid.slice(0, 8) ?? '' }).click()
  await expect(page).toHaveURL(/task=/)
  code.letGo()
  await expect(page.getByRole('dialog', { name: 'Task details' })).toBeVisible()

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  code = await openEarly(page, '/tasks')
  await expect(taskRows(page)).toHaveCount(2)
  await page.keyboard.press('Control+k')
  code.letGo()
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  code = await openEarly(page, '/tasks')
  await expect(taskRows(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Insights' }).click()
  await expect(page).toHaveURL(/\/insights/)
  code.letGo()
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible()
})

test('a search that is typed while the app starts is searched, or goes on in the field', async ({
  page,
  account,
}) => {
  account.addTasks([{ status: 'completed' }, { status: 'failed', errorMsg: 'No face found.' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  const open = async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const code = await openEarly(page, '/tasks')
    await expect(taskRows(page)).toHaveCount(2)
    return code
  }
  let code = await open()
  await page.keyboard.type('/failed today')
  await page.keyboard.press('Enter')
  code.letGo()
  await expect(page).toHaveURL('/tasks?status=failed&q=today')
  await expect(taskRows(page)).toHaveCount(1)
  await expect(searchField(page)).toBeFocused()

  code = await open()
  await page.keyboard.type('/failed ')
  code.letGo()
  await appIsThere(page)
  await page.keyboard.type('face')
  await expect(searchField(page)).toHaveValue('failed face')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tasks?status=failed&q=face')

  // The code of the commands comes after that of the screen.
  code = await open()
  code.letGo()
  await appIsThere(page)
  await page.keyboard.type('/no face')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tasks?q=no+face')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('without the code of the app the rows stay, a sentence says so, and links work', async ({
  page,
  account,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  account.addTasks([{ status: 'completed' }, { status: 'failed', errorMsg: 'No face found.' }])
  await connect(page, account.apiKey)
  await expect(taskRows(page)).toHaveCount(2)
  await page.route(CODE, (route) => route.abort())
  await page.goto('/tasks')
  await expect(page.getByRole('alert')).toContainText('The rest of this page could not be loaded.')
  await expect(taskRows(page)).toHaveCount(2)
  await page.getByRole('radio', { name: 'Failed' }).click()
  await expect(taskRows(page)).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText('The rest of this page could not be loaded.')
  await page.getByRole('link', { name: 'Insights' }).click()
  await expect(page).toHaveURL(/\/insights/)
  await expect(page.getByRole('alert')).toContainText('The rest of this page could not be loaded.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('link', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { name: 'Insights' })).toBeVisible()
})

test('a cold open sends few requests, and a row has few elements', async ({ page, account }) => {
  const completed = Array.from({ length: 30 }, () => ({ status: 'completed' as const }))
  account.addTasks([...completed, { status: 'pending' }, { status: 'processing' }])
  await connect(page, account.apiKey)
  await waitForAllCode(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await countReadsBeforeRows(page)
  await page.goto('/tasks', { waitUntil: 'commit' })
  await expect(taskRows(page)).toHaveCount(20)
  expect(await page.evaluate(() => window.readsBeforeRows)).toBe(1)
  // The list, the totals of the four other filters (two of them are also the lookup), and the next page.
  await expect.poll(() => sent.filter((path) => path.startsWith('/api/')).length).toBe(6)
  await page.waitForLoadState('networkidle')
  expect(sent.filter((path) => path.startsWith('/api/'))).toHaveLength(6)
  // Files by their addresses: a browser with windows asks for the icon of the tab, which the page shows too, by itself.
  expect(new Set(sent).size).toBeLessThanOrEqual(9)
  // With the row itself.
  expect(await taskRows(page).first().locator('*').count()).toBeLessThan(18)
})
