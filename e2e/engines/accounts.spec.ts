import { expect, test } from './fixtures.ts'
import { accountButton, connect, PASSPHRASE, unlock } from './screens.ts'

test('a key that is kept on this device opens with its passphrase, and a lock reaches every tab', async ({
  tab,
  host,
  newKey,
}) => {
  const key = newKey([{ status: 'pending' }])
  await tab.open(`${host.origin}/tasks`)
  await tab.part('textbox', 'API key').fill(key)
  await tab.part('button', 'More options').click()
  await tab.part('radio', /^On this device/).click()
  await tab.part('textbox', 'Passphrase').fill(PASSPHRASE)
  await tab.part('button', 'Connect').click()
  await accountButton(tab).waitFor()
  expect(await tab.run(() => JSON.stringify(localStorage))).not.toContain(key)
  await tab.reload()
  await tab.part('row').expectCount(1)

  const other = await tab.another()
  await other.open(`${host.origin}/tasks`)
  await other.part('heading', 'Unlock your accounts').waitFor()
  await other.part('textbox', 'Passphrase').expectToBe({ isFocused: true })
  await unlock(other)
  await other.part('row').expectCount(1)

  await accountButton(tab).click()
  await tab.part('button', 'Lock').click()
  await tab.part('heading', 'Unlock your accounts').waitFor()
  await other.expectText('Your accounts were locked.')
  await other.part('row').expectCount(0)
  await unlock(other)
  await other.part('row').expectCount(1)
})

test('another key takes the place of the first, and none of the first one’s rows stays', async ({
  tab,
  host,
  newKey,
}) => {
  await connect(tab, `${host.origin}/tasks`, newKey([{ status: 'pending' }]))
  await tab.part('row').expectCount(1)
  const other = newKey([{ status: 'failed', errorMsg: 'No face found' }])
  await accountButton(tab).click()
  await tab.part('button', 'Edit account').click()
  const dialog = tab.part('dialog', 'Edit account')
  await dialog.part('textbox', 'Account name').expectToBe({ isFocused: true })
  await dialog.part('textbox', 'API key').fill(other)
  await tab.press('Enter')
  await dialog.expectCount(0)
  await tab.part('row').expectText('No face found')
  await tab.part('row').expectCount(1)
})

test('what one tab forgets, the others forget with it, and nothing stays in the browser', async ({
  tab,
  host,
  newKey,
}) => {
  await connect(tab, `${host.origin}/tasks`, newKey([{ status: 'pending' }]))
  const other = await tab.another()
  await connect(other, `${host.origin}/tasks`, newKey([{ status: 'pending' }]))
  await other.part('row').expectCount(1)
  await accountButton(tab).click()
  await tab.part('button', 'Forget everything here').click()
  await tab.part('dialog').part('button', 'Forget everything').click()
  for (const one of [tab, other]) {
    await one.part('heading', 'Connect with your API key').waitFor()
    await one.soon(async () => {
      const left = await one.run(async () => [
        Object.keys(sessionStorage),
        Object.keys(localStorage),
        await indexedDB.databases(),
      ])
      expect(left).toEqual([[], [], []])
    })
  }
})

test('a lent view shows the rows in another tab, until it is ended', async ({
  tab,
  host,
  newKey,
}) => {
  await connect(tab, `${host.origin}/tasks`, newKey([{ status: 'failed', errorMsg: 'No face' }]))
  await accountButton(tab).click()
  await tab.part('button', 'Let someone look…').click()
  const dialog = tab.part('dialog')
  await dialog.part('button', 'Make the link').click()
  await dialog.part('textbox', 'Link').waitFor()
  const [link] = await dialog.part('textbox', 'Link').all()

  const viewer = await tab.another()
  await viewer.open(link?.value ?? '')
  await viewer.part('row').expectText('No face')
  await viewer.expectText('Lent by Account 1 until')
  await dialog.part('button', /^End now/).click()
  await dialog.part('button', /^End now/).expectCount(0)
  await viewer.reload()
  await viewer.part('alert').expectText('Who lent this view has ended it.')
  await viewer.part('row').expectCount(0)
})
