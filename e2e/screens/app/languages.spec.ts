import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { chooseInMenu, connect, openAccountMenu, taskRows } from '#e2e/support/screens.ts'

/** Texts that are the same in both languages. */
const NO_WORDS =
  /Marquee|Safari|API|JSON|CSV|Ctrl|https?:\/\/|English|Youqian|Zhongming|••••\w+|\b[\da-f]{8}\b/g

/** What the service or a person has said, and codes. */
const FOREIGN = 'bdi, [lang=""], code, .font-mono, option, time, script'

/** Latin words of ours on the page. */
async function latinWords(page: Page): Promise<string[]> {
  const text = await page.evaluate((said) => {
    const copy = document.body.cloneNode(true)
    if (!(copy instanceof HTMLElement)) return ''
    for (const foreign of copy.querySelectorAll(said)) {
      foreign.remove()
    }
    const names = [
      ...document.querySelectorAll('main [aria-label], header [aria-label], [placeholder]'),
    ]
    const spoken = names.map((one) => one.getAttribute('aria-label') ?? '')
    return [copy.textContent, ...spoken].join('\n')
  }, FOREIGN)
  return text.replaceAll(NO_WORDS, '').match(/[A-Za-z]{3,}(?: [A-Za-z]+)*/g) ?? []
}

test.describe('a browser that prefers Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('shows every screen only in Chinese, and in English once that is chosen', async ({
    page,
    context,
    newAccount,
  }) => {
    const account = newAccount()
    account.addTasks([
      { status: 'failed', errorMsg: 'No face found' },
      { status: 'completed' },
      { status: 'processing' },
      { status: 'pending' },
    ])
    await page.goto('/tasks')
    await expect(page.getByRole('heading', { name: '使用 API 密钥连接' })).toBeVisible()
    await expect(page).toHaveTitle(/[\p{Script=Han}]+ · Marquee/u)
    expect(await latinWords(page)).toEqual([])
    await page.getByRole('textbox', { name: 'API 密钥' }).fill(account.apiKey)
    await page.getByRole('button', { name: '连接', exact: true }).click()
    await expect(page.getByRole('table', { name: '视频任务' }).getByRole('row')).toHaveCount(5)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    expect(await latinWords(page)).toEqual([])
    await page.getByRole('link', { name: '海报', exact: true }).click()
    await page.getByRole('textbox', { name: '图片网址' }).fill(images.portrait)
    await page.getByRole('radio', { name: /烟花/ }).check()
    await page.getByRole('button', { name: '创建海报', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^已创建/ })).toBeVisible()
    expect(await latinWords(page)).toEqual([])
    await page.getByRole('button', { name: /^账户：/ }).click()
    await page.getByRole('link', { name: '所有账户' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '账户' })).toBeVisible()
    expect(await latinWords(page)).toEqual([])

    // Where English is chosen it is spoken from the next moment on, in every tab to come.
    await page.getByRole('link', { name: '任务', exact: true }).click()
    await page.getByRole('radio', { name: /^等待中/ }).check()
    await chooseInMenu(page, 'English')
    await expect(page.getByRole('heading', { name: 'Video tasks' })).toBeVisible()
    // The account and the filter are still there.
    await expect(taskRows(page)).toHaveCount(1)
    await expect(page.getByRole('radio', { name: /^Pending/ })).toBeChecked()
    const other = await context.newPage()
    await other.goto('/tasks')
    await expect(other.getByRole('heading', { name: 'Connect with your API key' })).toBeVisible()
  })
})

test('language and theme change at once, and are set before anything is painted after a reload', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey)
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(await scheme()).toBe('light dark')
  await openAccountMenu(page)
  await page.getByRole('radio', { name: 'Light' }).check()
  expect(await scheme()).toBe('light')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const commands = page.getByRole('combobox')
  for (const typed of ['language', '中文']) {
    await commands.fill(typed)
    await expect(page.getByRole('option', { name: '简体中文' })).toBeVisible()
  }
  await commands.fill('dark')
  await page.keyboard.press('Enter')
  expect(await scheme()).toBe('dark')
  await chooseInMenu(page, '简体中文')
  await expect(page.getByRole('heading', { name: '视频任务' })).toBeVisible()
  await page.addInitScript(() => {
    // The page may arrive in pieces: nothing is painted before it has a body, and anything may be afterwards.
    const seen = new MutationObserver(() => {
      if (document.querySelector('body') === null) return
      seen.disconnect()
      const { lang, dataset } = document.documentElement
      dataset['firstPicture'] = `${lang} ${getComputedStyle(document.documentElement).colorScheme}`
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: '视频任务' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-first-picture', 'zh-CN dark')
  expect(await scheme()).toBe('dark')
})
