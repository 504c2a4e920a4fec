import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

import { expect } from '@playwright/test'

import { operations } from '#contract/operations.ts'
import { images } from '#e2e/support/outside-world.ts'
import { connect, fillPoster, submitPoster } from '#e2e/support/screens.ts'
import { freePort } from '#host/free-port.fixture.ts'

import { figure, type ProofResult, type ProofSetting } from './proof-figures.ts'

/** The command of Prism, which scripts/prove.ts has installed. */
const PRISM = path.resolve(
  import.meta.dirname,
  '../../.cache/audit/node_modules/@stoplight/prism-cli/dist/index.js',
)
const DESCRIPTION = path.join(import.meta.dirname, 'task-api.openapi.json')

/** Requests without a question, and how many the question names then. */
const [UNASKED, NAMED] = [10, 100]

/**
 * Has a browser use a service that others have written: Prism, from an OpenAPI description. Each page is full of new tasks, and each
 * total is too small.
 *
 * @param times how often, each with a new browser context
 */
export async function useForeignService(
  { browser, startHost }: ProofSetting,
  times: number,
): Promise<ProofResult> {
  const service = await startPrism()
  const counts = { created: 0, unasked: 0, allowed: 0 }
  try {
    const host = await startHost({ taskApiUrl: service.url })
    for (let time = 0; time < times; time += 1) {
      const context = await browser.newContext()
      const page = await context.newPage()
      let requests = 0
      page.on('request', (request) => {
        if (/tasks\?.*page_size=100/.test(request.url())) requests += 1
      })
      await connect(page, 'foreign', `${host.origin}/posters`)
      await fillPoster(page, images.portrait, 'firework')
      await submitPoster(page).click()
      await expect(page.getByRole('heading', { name: /^Created/ })).toBeVisible()
      counts.created += 1
      requests = 0
      await page.getByRole('link', { name: 'Insights', exact: true }).click()
      const question = page.getByText(/requests brought .* nobody knows how many follow/)
      const readOn = page.getByRole('button', { name: /^Send up to [\d,]+ more requests$/ })
      await expect(question).toBeVisible({ timeout: 120_000 })
      counts.unasked = Math.max(counts.unasked, requests)
      await expect(readOn).toHaveText(`Send up to ${NAMED} more requests`)
      await readOn.click()
      await expect(readOn).toBeHidden()
      await expect(readOn).toBeVisible({ timeout: 600_000 })
      // Requests that came while the question stood are among them.
      counts.allowed = Math.max(counts.allowed, requests)
      await context.close()
    }
  } finally {
    service.stop()
  }
  return {
    problems: [],
    figures: [
      figure('readings of a list without an end', times),
      figure('posters created before', counts.created, { is: times }),
      figure('most requests before a question', counts.unasked, { atMost: UNASKED }),
      figure('most requests before the next question', counts.allowed, {
        atMost: UNASKED + NAMED,
      }),
    ],
  }
}

async function startPrism() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [PRISM, 'mock', '-d', '-p', String(port), DESCRIPTION], {
    stdio: 'ignore',
  })
  const answers = () =>
    fetch(url + operations.listVideoTasks.path, { headers: { authorization: 'Bearer x' } })
      .then(({ status }) => status)
      .catch(() => undefined)
  await expect.poll(answers, { timeout: 120_000 }).toBe(200)
  return { url, stop: () => child.kill() }
}
