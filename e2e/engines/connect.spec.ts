import { expect, test } from './fixtures.ts'
import { accountButton, connect, giveKey } from './screens.ts'

const failed = { status: 'failed', errorMsg: 'No face found in the image.' } as const

test('a key that the service does not know stays in the form, with the reason', async ({
  tab,
  host,
}) => {
  await giveKey(tab, `${host.origin}/tasks`, 'mq_nobody')
  await tab.part('alert').expectText('The key was not accepted.')
  await tab.part('textbox', 'API key').expectToBe({ value: 'mq_nobody', isFocused: true })
})

test('a key connects, is gone from the page once it is kept, and no other tab has it', async ({
  tab,
  host,
  newKey,
}) => {
  const key = newKey([failed, { status: 'pending' }])
  await connect(tab, `${host.origin}/tasks?status=failed`, key)
  await tab.part('row').expectText('No face found')
  await tab.part('row').expectCount(1)
  await tab.part('heading', 'Video tasks').expectToBe({ isFocused: true })
  await tab.expectAddress('/tasks?status=failed')
  expect(await tab.run(() => document.documentElement.outerHTML)).not.toContain(key)
  await tab.reload()
  await tab.part('row').expectCount(1)
  await accountButton(tab).expectText(key.slice(-4))
  const other = await tab.another()
  await other.open(`${host.origin}/tasks`)
  await other.part('heading', 'Connect with your API key').waitFor()
})

test('the connect screen names each control, and Tab moves through them in order', async ({
  tab,
  host,
}) => {
  await tab.open(`${host.origin}/tasks`)
  await tab.part('button', 'Import accounts').waitFor()
  for (const [role, name] of [
    ['textbox', 'API key'],
    ['button', 'Show key'],
    ['button', 'More options'],
    ['button', 'Connect'],
    ['button', 'Use the demo account'],
    ['button', 'Import accounts'],
  ] as const) {
    await tab.press('Tab')
    const stop = tab.part(role, name)
    await stop.expectToBe({ isFocused: true })
    expect(await stop.computedRole(), name).toBe(role)
  }
})
