import { showMoreOptions } from '#e2e/support/account-screens.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { taskRows } from '#e2e/support/screens.ts'

const failed = (errorMsg: string) => ({ status: 'failed', errorMsg }) as const

test('support sees the state of a customer at a glance: the reason leads to the failed tasks', async ({
  page,
  account,
}) => {
  account.addTasks([
    ...Array.from({ length: 22 }, () => ({ status: 'completed' as const })),
    failed('No face in image 4 of job 8f3a2b91c'),
    failed('The image is too dark'),
    failed('No face in image 17 of job 1c44d0aa2'),
    { status: 'pending' },
  ])
  await page.goto('/tasks')
  await page.getByRole('textbox', { name: 'API key' }).fill(account.apiKey)
  await showMoreOptions(page)
  await page.getByRole('checkbox', { name: 'Read-only (support)' }).check()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const facts = page.getByRole('paragraph').filter({ hasText: 'of the newest' })
  await expect(facts).toHaveText(
    /^Last task this minute1 unfinished3 of the newest 26 failed, mostly: No face in image \d+ of job/,
  )
  await facts.getByRole('link').click()
  await expect(page).toHaveURL(/\/tasks\?status=failed$/)
  await expect(taskRows(page)).toHaveCount(3)
  // The facts describe the account. The filter does not change them.
  await expect(facts).toContainText('1 unfinished')
})
