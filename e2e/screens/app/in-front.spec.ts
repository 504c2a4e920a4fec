import type { RequestListener } from 'node:http'

import { expect, test } from '#e2e/support/fixtures.ts'
import { startFront } from '#e2e/support/front.ts'
import { loadKept, saveData } from '#e2e/support/kept-files.ts'
import { plainJpeg } from '#e2e/support/pictures.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, fillPoster, submitPoster, taskRows } from '#e2e/support/screens.ts'

test.use({ serviceWorkers: 'allow' })

const LOGIN = '<!doctype html><title>Staff</title><h1>Log in</h1>'

const page401: RequestListener = (_, response) => {
  response.writeHead(401, { 'Content-Type': 'text/html' }).end(LOGIN)
}
const basic: RequestListener = (_, response) => {
  response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="staff"' }).end(LOGIN)
}
const redirect: RequestListener = ({ url = '' }, response) => {
  if (url.startsWith('/login')) response.end(LOGIN)
  else response.writeHead(302, { Location: `/login?to=${encodeURIComponent(url)}` }).end()
}

test('a sign-in in front of the page is named, with the way to it, and the key is kept', async ({
  page,
  startOwnHost,
  expectConsole,
}) => {
  expectConsole(/401|403|413|524/)
  const host = await startOwnHost({ allowedHosts: ['127.0.0.1'] })
  const front = await startFront(host, { keepsHost: true })
  const alert = page.getByRole('alert')
  const signIn = page.getByRole('button', { name: 'Reload to sign in' })
  await saveData(page)
  await connect(page, host.demoKey ?? '', `${front.origin}/tasks`)
  await loadKept(page)
  await expect(taskRows(page)).toHaveCount(20)

  for (const [name, answer, words] of [
    ['401 with a page', page401, 'wants you to sign in'],
    ['a redirect', redirect, 'wants you to sign in'],
    ['basic authentication', basic, 'Basic authentication'],
  ] as const) {
    await test.step(`a refresh gets ${name}`, async () => {
      front.answers = answer
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(alert).toContainText(words)
      await expect(signIn).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText('key was not accepted')).toHaveCount(0)
      await expect(taskRows(page)).toHaveCount(20)
      front.answers = undefined
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(alert).toHaveCount(0)
    })
  }

  await test.step('the kept page leads to the sign-in', async () => {
    front.answers = redirect
    await page.goto(`${front.origin}/tasks`)
    await expect(alert).toContainText('wants you to sign in')
    await signIn.click()
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    front.answers = undefined
    await page.goto(`${front.origin}/tasks`)
    await expect(taskRows(page)).toHaveCount(20)
  })

  await test.step('a picture that is too large for a front is no matter of a sign-in', async () => {
    await page.goto(`${front.origin}/posters`)
    const field = page.getByRole('group', { name: 'Picture from this device' })
    front.only = /^\/host\/uploads$/
    for (const [status, words] of [
      [413, /does not take files of this size \(413\)\. .*client_max_body_size/],
      [403, /Not uploaded\. Something in front of this page refused the request \(403\)\./],
      [524, /: Something in front of this page, or its host, failed to answer \(524\)\./],
    ] as const) {
      // Not by a route of the page: requests pass the service worker, which routes do not see.
      front.answers = (request, response) => {
        request.resume()
        response.writeHead(status, { 'Content-Type': 'text/html' }).end('<html><h1>Error</h1>')
      }
      await field
        .getByLabel('Choose pictures…')
        .setInputFiles({ name: 'lin.jpg', mimeType: 'image/jpeg', buffer: plainJpeg })
      await expect(field).toContainText(words)
      await expect(field).not.toContainText(/sign|service/)
      const isRetried = status !== 413
      await expect(field.getByRole('button', { name: 'Try again' })).toHaveCount(Number(isRetried))
      await field.getByRole('button', { name: 'Dismiss' }).click()
    }
    Object.assign(front, { answers: undefined, only: /^/ })
  })

  await test.step('a creation was not sent, or it is not known', async () => {
    await page.goto(`${front.origin}/posters`)
    await fillPoster(page, images.portrait, 'Firework')
    front.answers = redirect
    await submitPoster(page).click()
    await expect(page.getByText('Nothing was sent.')).toBeVisible()
    await expect(signIn).toBeVisible()
    front.answers = (_, response) => response.end(LOGIN)
    await submitPoster(page).click()
    await expect(page.getByText('Marquee does not know if the poster was created.')).toBeVisible()
  })
  await page.context().close()
  front.close()
})
