import { stores } from '#e2e/support/browser-traces.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { recordAnnouncements, SECOND } from '#e2e/support/live-screen.ts'
import { images } from '#e2e/support/outside-world.ts'
import {
  connect,
  countCreations,
  enterKey,
  fillPoster,
  replaceKey,
  signOut,
  submitPoster,
} from '#e2e/support/screens.ts'
import { holdDisk } from '#e2e/support/slow-disk.ts'
import { expectArrival, loseReplies, send, submissions } from '#e2e/support/submission-log.ts'

const { portrait } = images

test('storage that does not answer is tried again @release', async ({ page, account }) => {
  await connect(page, account.apiKey, '/posters')
  await send(page, portrait, 'firework')
  await expect(submissions(page)).toContainText('Created')
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is put back where it was
    const { getAll } = IDBIndex.prototype
    IDBIndex.prototype.getAll = () => {
      throw new DOMException('gone', 'UnknownError')
    }
    document.addEventListener('heal', () => {
      IDBIndex.prototype.getAll = getAll
    })
  })
  await page.clock.install()
  await page.reload()
  await expect(page.getByText('This browser does not save submissions')).toBeVisible()
  await expect(submissions(page)).toHaveCount(0)
  await page.evaluate(() => document.dispatchEvent(new Event('heal')))
  await page.clock.runFor(6 * SECOND)
  await expect(submissions(page)).toContainText('Created')
  await expect(page.getByText('This browser does not save submissions')).toBeHidden()
})

test('late outcomes are all announced, and clear the form without an error @release', async ({
  page,
  account,
  expectConsole,
}) => {
  await connect(page, account.apiKey, '/posters')
  const image = page.getByRole('textbox', { name: 'Image URL' })

  await test.step('two at once', async () => {
    const letAsk = await loseReplies(page, expectConsole)
    await send(page, portrait, 'firework')
    await expect(submissions(page)).toContainText('Unknown')
    await send(page, portrait, 'youqian')
    await expect(submissions(page).filter({ hasText: 'Unknown' })).toHaveCount(2)
    // A page that is still open could learn an outcome, and announce it before anybody listens.
    await page.goto('about:blank')
    await letAsk()
    const heard = await recordAnnouncements(page)
    await page.goto('/posters')
    for (const scene of ['Firework', 'Youqian']) {
      await expect
        .poll(async () => (await heard()).join(' '))
        .toContain(`${scene}: outcome is now known: Created.`)
    }
    await expect(image).toHaveValue('')
  })

  await test.step('of a form whose button was pressed again', async () => {
    const letAsk = await loseReplies(page, expectConsole)
    const entry = submissions(page).first()
    await send(page, `${portrait}?next`, 'firework')
    await expect(entry).toContainText('Unknown')
    await page.clock.install()
    await page.reload()
    await expect(entry).toContainText('Marquee could not ask this page’s host.')
    // Pressing it again checks the fields, and asks.
    await submitPoster(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Do not send' }).click()
    await letAsk()
    // By then the page has asked by itself: it does so every 15 seconds.
    await page.clock.runFor(16 * SECOND)
    await expect(entry).toContainText('Created')
    await expect(image).toHaveValue('')
    await expect(image).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('radiogroup', { name: 'Poster scene' })).toHaveAttribute(
      'aria-invalid',
      'false',
    )
  })
})

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

test('a poster that is sent during slow storage shows its outcome after a visit to another screen @release', async ({
  page,
  newAccount,
}) => {
  const held = newAccount({ behaviour: 'held' })
  await connect(page, held.apiKey, '/posters')
  await fillPoster(page, portrait, 'firework')
  const letGo = await holdDisk(page)
  await submitPoster(page).click()
  await expect(page.getByRole('button', { name: 'Creating…' })).toBeVisible()
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await page.getByRole('link', { name: 'Posters', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue(portrait)
  await letGo()
  held.behave(null)
  await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
})

test('a browser that stores no submissions says so, and lists those of this tab @release', async ({
  page,
  newAccount,
  expectConsole,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  })
  const creations = countCreations(page)
  const held = newAccount()
  await connect(page, held.apiKey, '/posters')
  await expect(page.getByText('This browser does not save submissions')).toBeVisible()

  await test.step('of what was created', async () => {
    await send(page, portrait, 'firework')
    await expect(submissions(page)).toContainText('Created')
    await page.getByRole('button', { name: 'Create another' }).click()
    await fillPoster(page, portrait, 'firework')
    await submitPoster(page).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('with this key')
    await question.getByRole('button', { name: 'Do not send' }).click()
  })

  await test.step('of the one that was on its way before a reload', async () => {
    held.behave('held')
    await expectArrival(page, await send(page, `${portrait}?2`, 'firework'))
    await page.reload()
    held.behave(null)
    await expect(submissions(page)).toContainText('Created')
    await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveValue('')
    expect(creations.sent).toBe(2)
  })

  await test.step('with another key, of none', async () => {
    const letAsk = await loseReplies(page, expectConsole)
    await send(page, `${portrait}?3`, 'firework')
    await expect(submissions(page).first()).toContainText('Unknown')
    await letAsk()
    const asked: string[] = []
    const next = newAccount().apiKey
    page.on('request', (request) => {
      // Until it is replaced the old key may still ask.
      const isOurs = request.headers()['authorization']?.includes(next) === true
      if (isOurs && request.url().includes('/host/idempotency-keys/')) asked.push(request.method())
    })
    await expect(await replaceKey(page, next)).toBeHidden()
    await expect(page.getByText('No submissions yet.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No submissions yet.')).toBeVisible()
    expect(asked).toEqual([])
  })
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
