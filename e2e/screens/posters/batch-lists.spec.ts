import {
  confirmPlan,
  imageField,
  paste,
  picture,
  pictures,
  question,
  tileUrls,
} from '#e2e/support/batch-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { connect, enterKey, signOut, submitPoster } from '#e2e/support/screens.ts'

test('addresses can come from files and belong to the account; a read-only account has no form', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  const file = page.getByLabel('Choose pictures…')
  const images = () => expect.poll(() => tileUrls(page))
  const list = (name: string, text: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  })
  await file.setInputFiles(list('a.txt', `${picture(1)}\r\noops\r\n`))
  await expect(page.getByRole('status').getByText('2 lines were added.')).toBeVisible()
  const ofColumn = `name;image\n"A; B";"${picture(2)}"\nC;none\n`
  await file.setInputFiles(list('b.csv', ofColumn))
  await images().toEqual([picture(1), 'oops', picture(2)])
  await expect(
    page.getByText('1 line was added. From the column “image”. 1 row without a URL was left out.'),
  ).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Row 3 · C; none$/ })).toBeVisible()
  // Corrected, the same file can be chosen again.
  await expect(file).toHaveValue('')
  await file.setInputFiles({ ...list('w.xlsx', ''), buffer: Buffer.from('PK') })
  await expect(page.getByText('workbooks are not read')).toBeVisible()
  await file.setInputFiles(list('c.pdf', picture(3)))
  await expect(page.getByText('Use a .txt or .csv file')).toBeVisible()
  await file.setInputFiles(list('d.txt', 'x'.repeat(1_000_001)))
  await expect(page.getByText('larger than 1 MB')).toBeVisible()

  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'e.txt'))
    return transfer
  }, picture(4))
  await page.locator('body').dispatchEvent('drop', { dataTransfer: dropped })
  await images().toEqual([picture(1), 'oops', picture(2), picture(4)])
  await page.reload()
  await images().toEqual([picture(1), 'oops', picture(2), picture(4)])

  await test.step('of two columns one is chosen, by its name', async () => {
    const pages = `page,image\n${picture(5)},${picture(6)}\n`
    await file.setInputFiles(list('pages.csv', pages))
    const choice = page.getByRole('group', { name: 'Several columns have URLs.' })
    await choice.getByRole('button', { name: 'Column “image”' }).press('Enter')
    await expect(choice).toBeHidden()
    await expect(imageField(page)).toBeFocused()
    await images().toEqual([picture(1), 'oops', picture(2), picture(4), picture(6)])
  })

  await test.step('cells that are pasted are read, and one that is corrected stands in the field', async () => {
    await page.getByRole('button', { name: /^Edit .oops/ }).click()
    await expect(imageField(page)).toBeFocused()
    await expect(imageField(page)).toHaveValue('oops')
    await imageField(page).fill(picture(9))
    await paste(page, `name\timage\nAnn\t${picture(7)}\nBob\t${picture(8)}`)
    const numbers = [1, 2, 4, 6, 9, 7, 8]
    await images().toEqual(numbers.map(picture))
  })

  await signOut(page, { losesSomething: true })
  await page.getByRole('button', { name: 'More options' }).click()
  const left = await page.evaluate(() => Object.keys(sessionStorage).join(' '))
  expect(left).not.toContain('batch')
  await page.getByRole('checkbox', { name: 'Read-only (support)' }).check()
  await enterKey(page, account.apiKey)
  await expect(page.getByText('This account is read-only')).toBeVisible()
  await expect(imageField(page)).toBeHidden()
})

test('a list of 200 images scrolls in its box, and asks once for 400 posters', async ({
  page,
  account,
}) => {
  await connect(page, account.apiKey, '/posters')
  const drawn = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'image') drawn.add(request.url())
  })
  const list = { name: 'campaign.txt', mimeType: 'text/plain' }
  const text = pictures(200).join('\n')
  await page
    .getByLabel('Choose pictures…')
    .setInputFiles({ ...list, buffer: Buffer.from(`${text}\nhttps://exa mple.com/`) })
  const box = page.getByRole('list', { name: '201 images' })
  await expect(box.getByRole('listitem')).toHaveCount(201)
  expect(await box.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(500)
  await test.step('pictures are loaded when they are near', async () => {
    const last = box.getByRole('listitem').nth(199)
    await expect.poll(() => drawn.size).toBeGreaterThan(5)
    expect(drawn.size).toBeLessThan(120)
    await last.scrollIntoViewIfNeeded()
    await expect.poll(() => drawn.has(picture(200))).toBe(true)
  })
  await page.getByRole('checkbox', { name: 'More than one scene' }).check()
  const scenes = page.getByRole('group', { name: 'Poster scene' })
  for (const scene of ['Firework', 'Real cake']) await scenes.getByLabel(scene).check()
  await expect(page.getByText('200 pictures × 2 scenes = 400 posters · 1 picture')).toBeVisible()
  await submitPoster(page).click()
  await expect(question(page)).toContainText('1 picture needs a look')
  await expect(confirmPlan(page)).toHaveText('Create 400 posters')
})
