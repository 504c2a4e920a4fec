import { expect, test } from './fixtures.ts'
import { accountButton, connect } from './screens.ts'
import { consoleOfStart } from './webkit.ts'

test('theme and language change at once, and stay', async ({ tab, host, newKey }) => {
  await connect(tab, `${host.origin}/tasks?status=pending`, newKey([{ status: 'pending' }]))
  const ground = async () => tab.run(() => getComputedStyle(document.body).backgroundColor)
  await accountButton(tab).click()
  await tab.part('radio', 'Light').click()
  const light = await ground()
  await tab.part('radio', 'Dark').click()
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()

  await tab.part('button', '简体中文').click()
  await tab.part('heading', '视频任务').waitFor()
  expect(await tab.run(() => document.documentElement.lang)).toBe('zh-CN')
  expect(await ground()).toBe(dark)
  // The account and the filter are still there.
  await tab.part('row').expectCount(1)
  await tab.part('radio', /^等待中/).expectToBe({ isChecked: true })
  await tab.part('link', '海报').click()
  await tab.part('textbox', '图片网址').fill('https://images.example/portrait.png')
  await tab.part('radio', /烟花/).click()
  await tab.part('button', '创建海报').click()
  await tab.part('heading', /^已创建/).waitFor()
  await tab.part('button', /^账户：/).click()
  await tab.part('button', 'English').click()
  await tab.part('heading', 'Create poster').waitFor()
})

test('the browser keeps the app: it opens while its host is gone', async ({
  tab,
  host,
  newKey,
}) => {
  await connect(tab, `${host.origin}/tasks`, newKey([{ status: 'pending' }]))
  const worker = async () =>
    tab.run(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.active?.state
    })
  await expect.poll(worker, { timeout: 20_000 }).toBe('activated')
  await tab.reload()
  await tab.part('row').expectCount(1)
  await host.kill()
  await tab.open(`${host.origin}/posters`)
  await tab.part('heading', 'Create poster').waitFor()
  await tab.part('link', 'Tasks').click()
  await tab.part('alert').expectText('could not be reached')
})

test('nothing comes to the console while the app starts', async ({ webkit, host }) => {
  test.skip(webkit === undefined, 'Firefox tells what comes to its console in every test')
  if (webkit === undefined) return
  const lines = await consoleOfStart(webkit, `${host.origin}/tasks`, () =>
    host.log().includes('"path":"/sw.js"'),
  )
  // What this WebKit does not know: docs/engines.md.
  expect(lines.filter((line) => !/'manifest-src'|"interactive-widget"/.test(line))).toEqual([])
})
