import { stores } from '#e2e/support/browser-traces.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, enterKey, signOut } from '#e2e/support/screens.ts'
import { loseReplies, send, submissions } from '#e2e/support/submission-log.ts'

const { portrait } = images

test('a sign-out takes every tab with the key along, and what was sent with it', async ({
  page,
  context,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/posters')
  await loseReplies(context, expectConsole)
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Unknown')
  const second = await context.newPage()
  await connect(second, account.apiKey, '/posters')
  await expect(submissions(second)).toHaveCount(1)
  // It asks first, as an outcome is open.
  await signOut(second, { losesSomething: true })
  for (const tab of [page, second]) {
    await expect(tab.getByRole('textbox', { name: 'API key' })).toBeVisible()
  }
})

test('signing out says what it will remove, and removes it or reports a failure', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  const question = page.getByRole('dialog', { name: /^Sign out of Account 1 / })
  const keyField = page.getByRole('textbox', { name: 'API key' })

  const unreadable = 'https://sentinel.example/unreadable.jpg'
  await test.step('a submission whose outcome is not known', async () => {
    await send(page, unreadable, 'firework')
    await expect(submissions(page)).toContainText('Unknown')
    expect((await stores(page))['indexedDB']).toContain(unreadable)
    await signOut(page)
    await expect(question).toContainText('1 submission has an unknown outcome.')
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect(keyField).toBeVisible()
    expect((await stores(page))['indexedDB']).not.toContain(unreadable)
  })

  await test.step('one that was created', async () => {
    await enterKey(page, account.apiKey)
    await send(page, portrait, 'firework')
    await expect(submissions(page)).toContainText('Created')
    await signOut(page)
    await expect(question).toContainText('This also removes its 1 submission from this browser.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(submissions(page)).toContainText('Created')
  })

  await test.step('one that cannot be removed: the key is forgotten all the same', async () => {
    await page.evaluate(() => {
      IDBObjectStore.prototype.delete = () => {
        throw new DOMException('read only', 'InvalidStateError')
      }
    })
    await signOut(page, { losesSomething: true })
    await expect(page.getByRole('alert')).toContainText(
      'may still hold submissions of that account',
    )
    await page.reload()
    await expect(keyField).toBeVisible()
  })
})
