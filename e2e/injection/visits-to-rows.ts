import { type InjectionString, isShownAsSent } from './injection-string.ts'
import { base, filePlace, type RowDialog, type RowPlace, rowPlaces } from './row-places.ts'
import { type Entry, type Stage, type Visit, withHarmless } from './stage.ts'

/** The table of tasks: its cells, their links, and the parts that they open. */

/** Strings on one page, between harmless rows. */
const PER_PAGE = 90

/** Chromium saves ten files at most from one document before it asks. */
const FILES_PER_PAGE = 8

const SAVED = 'file name: as the browser saves it'

/** A visit for each place in a row, and one for the files that are saved from it. */
export const visitsToRows: readonly Visit[] = [
  ...rowPlaces.map((place): Visit => {
    const { dialog } = place
    return {
      places: [place.name, ...(dialog === undefined ? [] : [dialog.name])],
      cost: place.cost ?? 1,
      takes: (string) => isShownAsSent(string) && place.takes?.(string) !== false,
      run: (stage, strings) =>
        walkPages(stage, place, strings, {
          perPage: PER_PAGE,
          opensAnew: false,
          act: dialog && ((rows) => openDialogs(stage, dialog, rows)),
        }),
    }
  }),
  {
    places: [filePlace.name, SAVED],
    cost: 8,
    takes: isShownAsSent,
    run: (stage, strings) =>
      walkPages(stage, filePlace, strings, {
        perPage: FILES_PER_PAGE,
        opensAnew: true,
        act: (rows) => saveFiles(stage, rows),
      }),
  },
]

/** Shows pages of rows with one string each, the first page with harmless ones only, and looks at all of them. */
async function walkPages(
  stage: Stage,
  place: RowPlace,
  strings: readonly InjectionString[],
  {
    perPage,
    opensAnew,
    act,
  }: {
    perPage: number
    opensAnew: boolean
    act: ((rows: readonly Entry[]) => Promise<void>) | undefined
  },
): Promise<void> {
  const entries = withHarmless(strings, place.harmless)
  const harmless = entries.filter(({ isHarmless }) => isHarmless)
  const injected = entries.slice(harmless.length)
  const pages = 1 + Math.ceil(strings.length / perPage)
  const first = stage.freshPages(pages)
  const onPage = (page: number): Entry[] => {
    const start = (page - first - 1) * perPage
    return [...harmless, ...(page === first ? [] : injected.slice(start, start + perPage))]
  }
  stage.service.list = (page) => ({
    data: {
      total: (first + pages) * 100,
      list: [
        ...onPage(page).map(({ text }) => place.record(text, stage.origin)),
        { ...base, id: page, uuid: 'last row' },
      ],
    },
  })
  for (let page = first; page < first + pages; page += 1) {
    const address = `/tasks?page_size=100${page > 1 ? `&page=${String(page)}` : ''}`
    const isThere = new URL(stage.page.url()).pathname === '/tasks'
    if (!isThere || opensAnew) await stage.open(address)
    else await stage.go(address)
    const rows = onPage(page)
    await lookAtRows(stage, place, rows, `#${String(page)}`)
    await act?.(rows)
    await stage.settle()
  }
}

/** @param last text of the last row, which is harmless */
async function lookAtRows(
  stage: Stage,
  { name, isElsewhere = false }: RowPlace,
  rows: readonly Entry[],
  last: string,
): Promise<void> {
  await stage.page.evaluate(
    async ({ place, mark, all, elsewhere }) => {
      const { driver, inspector } = window
      const table = await driver.until('the rows', () => {
        const found = document.querySelector('table[aria-busy=false] tbody')
        return found?.lastElementChild?.textContent.includes(mark) === true && found
      })
      for (const row of table.querySelectorAll('tr')) {
        // A row out of sight has no layout.
        row.style.contentVisibility = 'visible'
        // A row makes its titles when the pointer comes.
        for (const element of row.querySelectorAll('*')) {
          element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
        }
      }
      for (const [index, { text, key, isHarmless }] of all.entries()) {
        const row = table.children[index]
        if (row === undefined) throw new Error('a row is missing')
        const twin = `${place} ${key}`
        if (isHarmless) inspector.remember(twin, row)
        else inspector.hold({ place, text, twin, isElsewhere: elsewhere }, row)
      }
      if (table.lastElementChild !== null) inspector.still(place, table.lastElementChild)
      inspector.columns(place)
    },
    { place: name, mark: last, all: rows, elsewhere: isElsewhere },
  )
}

/** Opens the parts of each row. */
async function openDialogs(stage: Stage, dialog: RowDialog, rows: readonly Entry[]): Promise<void> {
  // Now the videos are played.
  for (const { text } of rows) stage.watch.foresee(text)
  await stage.page.evaluate(
    async ({ all, opened }) => {
      const { driver, inspector } = window
      const { name: place, button, opener, ready = {}, written = 'plain', isWhole = false } = opened
      const { atMost } = opened
      const shown = document.querySelectorAll('tbody tr')
      for (const [index, { text, key, isHarmless }] of all.entries()) {
        const press = () => shown[index]?.querySelector<HTMLElement>(button)?.click()
        press()
        if (opener !== undefined) {
          const found = await driver.until(opener, () =>
            document.querySelector<HTMLElement>(opener),
          )
          found.click()
        }
        const box = await driver.until(place, () => document.querySelector('dialog[open]'))
        const sign = ready[key] ?? 'h2'
        await driver.until(sign, () => box.querySelector(sign))
        driver.control('Show all')?.click()
        await driver.until('all of it', () => driver.control('Show all') === undefined)
        const twin = `${place} ${key}`
        if (isHarmless) inspector.remember(twin, box)
        else
          inspector.hold(
            { place, text, twin, written, isWhole, ...(atMost !== undefined && { atMost }) },
            box,
          )
        driver.control('Close')?.click()
        await driver.until('closed', () => document.querySelector('dialog[open]') === null)
        if (opener !== undefined) {
          press()
          await driver.until('not selected', () => document.querySelector(opener) === null)
        }
      }
    },
    { all: rows, opened: dialog },
  )
}

/** Saves the video of each row, and looks at the name that the browser gives it. */
async function saveFiles(stage: Stage, rows: readonly Entry[]): Promise<void> {
  for (const [index, { text, isHarmless }] of rows.entries()) {
    if (isHarmless) continue
    const downloading = stage.page.waitForEvent('download')
    await stage.page.evaluate((at) => {
      const links = document.querySelectorAll<HTMLElement>('tbody a[download]')
      links[at]?.focus()
    }, index)
    // A real key, as a hand has it.
    await stage.page.keyboard.press('Enter')
    const download = await downloading
    const file = { place: SAVED, text, name: download.suggestedFilename() }
    await download.cancel()
    await stage.page.evaluate(
      ({ name, ...sight }) => window.inspector.fileName({ ...sight, twin: '' }, name),
      file,
    )
  }
}
