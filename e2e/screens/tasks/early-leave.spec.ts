import type { BrowserContext, Page } from '@playwright/test'

import { connectAs, lock, storedText } from '#e2e/support/account-screens.ts'
import { copyTab } from '#e2e/support/connected-tab.ts'
import { CODE, openEarly } from '#e2e/support/early-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdRequests } from '#e2e/support/held-requests.ts'
import { openAccountMenu, signOut, taskRows } from '#e2e/support/screens.ts'

const NAME = 'Shop «7»'
const REASON = 'The picture shows no face «7».'
const MARK = '«7»'
const GATE = /^Connect/
const FIRST = 'before the page is there'
const LAST = 'after the app has failed to load'

/** How an account leaves every tab, from one of them. */
const ACTS: Record<string, (page: Page) => Promise<unknown>> = {
  'is locked': lock,
  'is signed out of': signOut,
  'is forgotten': async (page) => {
    await openAccountMenu(page)
    await page.getByRole('button', { name: 'Forget everything here' }).click()
    const question = page.getByRole('dialog', { name: 'Forget everything here?' })
    await question.getByRole('button', { name: 'Forget everything' }).click()
  },
}

/** Opens the tasks screen up to a moment of its start. @returns lets it go on */
const MOMENTS: Record<string, (page: Page) => Promise<() => unknown>> = {
  [FIRST]: async (page) => {
    const document = await holdRequests(page, /\/tasks$/)
    void page.goto('/tasks')
    await document.held
    return () => document.letGo()
  },
  'before the reply is there': async (page) => {
    const lists = await holdRequests(page, /\/video\/tasks$/)
    const code = await openEarly(page, '/tasks')
    await expect(page.getByText(NAME)).toBeVisible()
    return () => {
      lists.letGo()
      code.letGo()
    }
  },
  'while rows are shown': async (page) => {
    const code = await openEarly(page, '/tasks')
    await expect(taskRows(page)).toHaveCount(1)
    return () => code.letGo()
  },
  'while React renders for the first time': async (page) => {
    await page.addInitScript(holdReact)
    await page.goto('/tasks')
    await page.waitForFunction(() => globalThis.heldTasks?.length === 1)
    await expect(taskRows(page)).toHaveCount(1)
    return () => page.evaluate(() => globalThis.letReactGo?.())
  },
  [LAST]: async (page) => {
    await page.route(CODE, (route) => route.abort())
    await page.goto('/tasks')
    await expect(taskRows(page)).toHaveCount(1)
    await expect(page.getByRole('alert')).toBeVisible()
    return () => undefined
  },
}

declare global {
  /** in a page whose React is held: what it would go on with */
  var heldTasks: (() => void)[] | undefined
  var letReactGo: (() => void) | undefined
  /** in a page that is watched: what was seen of the account */
  var seenOfLeft: string[] | undefined
}

/** Runs in the page: React goes on with a message to itself, which waits. */
function holdReact(): void {
  const held: (() => void)[] = []
  globalThis.heldTasks = held
  const post = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'postMessage') ?? {}
  MessagePort.prototype.postMessage = function hold(this: MessagePort, message: unknown) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin
    held.push(() => this.postMessage(message))
  }
  globalThis.letReactGo = () => {
    Object.defineProperty(MessagePort.prototype, 'postMessage', post)
    for (const goOn of held) goOn()
  }
}

/** Runs in the page: keeps every sight of the mark. */
function watchMark(mark: string): void {
  globalThis.seenOfLeft = []
  new MutationObserver(() => {
    const html = document.getElementById('root')?.outerHTML ?? ''
    if (html.includes(mark)) globalThis.seenOfLeft?.push(html)
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

for (const [act, leave] of Object.entries(ACTS)) {
  test(`nothing of an account is shown once it ${act} in another tab, at any moment of the start`, async ({
    context,
    account,
    expectConsole,
  }) => {
    expectConsole(/ERR_FAILED/)
    account.addTasks([{ status: 'failed', errorMsg: REASON }])
    const other = await context.newPage()
    await connectAs(other, NAME, account.apiKey)
    await expect(taskRows(other)).toHaveCount(1)
    const tabs = []
    for (const [moment, open] of Object.entries(MOMENTS)) {
      const page = await openBeside(context, other)
      tabs.push({ moment, page, goOn: await open(page) })
    }
    await leave(other)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(GATE)
    for (const { moment, page, goOn } of tabs) {
      await test.step(moment, async () => {
        if (moment !== FIRST) {
          await expect(page.locator('#root')).not.toContainText(MARK)
          await page.evaluate(() => (globalThis.seenOfLeft = []))
        }
        await goOn()
        if (moment === LAST) {
          await expect(page.getByRole('alert')).toBeVisible()
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          await page.reload()
        }
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(GATE)
        expect(await page.evaluate(() => globalThis.seenOfLeft)).toEqual([])
        expect(await storedText(page)).not.toContain(account.apiKey)
      })
    }
  })
}

/** Opens a tab with the accounts of another one, as the browser does that duplicates a tab. */
async function openBeside(context: BrowserContext, other: Page): Promise<Page> {
  const { session } = await copyTab(other)
  const page = await context.newPage()
  // A page of the host without the app.
  await page.goto('/favicon.svg')
  await page.evaluate((entries) => {
    for (const [name, text] of entries) sessionStorage.setItem(name, text)
  }, session)
  await page.addInitScript(watchMark, MARK)
  return page
}
