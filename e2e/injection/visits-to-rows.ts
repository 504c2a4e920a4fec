import { type InjectionString, isShownAsSent } from './injection-string.ts'
import type { Entry, Place } from './problem.ts'
import { type Harmless, sized, type Stage, type Visit } from './stage.ts'

/** The table of tasks: records with an injection string in one field, and what their rows open. */

/** A record with an injection string in one field, and where it is seen. */
interface RowVisit extends Pick<Visit, 'takes' | 'harmless' | 'atOnce' | 'leave'> {
  /** what the report calls the row */
  readonly row: string
  readonly record: (text: string, origin: string) => unknown
  /** nothing of it may stand in the row itself */
  readonly isElsewhere?: boolean
  /** what can be opened in the row */
  readonly dialog?: Place
  /** another place, which the visit looks at by itself */
  readonly other?: Place
  /** left out: cheap */
  readonly cost?: number
}

/** A failed task. */
export const base = {
  id: 7,
  uuid: '0b51b8a4-6a0a-4f5e-9a9e-7d0d1f6f2c11',
  price: 10,
  created_at: '2026-03-01T12:00:00Z',
  updated_at: '2026-03-01T12:01:00Z',
  completed_at: '2026-03-01T12:01:00Z',
  video_url: null,
  error_msg: 'No face found in the image.',
}

/** Strings on one page. */
const PER_PAGE = 90
/** Chromium saves ten files at most from one document before it asks. */
const FILES_PER_PAGE = 8

const asNote = (text: string) => ({ note: text })
const asPrice = (text: string) => ({ ...base, price: text })
const asJson = (recordOf: (text: string) => object) =>
  sized((text) => JSON.stringify(recordOf(text), null, 2).length)

/** Two tasks with one ID have one address, so the ID is a unique number unless it contains the string. */
const numbered = (text: string) => ({
  ...base,
  uuid: null,
  id: 1000 + Array.from(text).reduce((sum, one) => (sum * 31 + (one.codePointAt(0) ?? 0)) % 9e8, 0),
})

const isNoAddress = ({ isAddress }: InjectionString) => !isAddress

const REASON = 'tbody td:last-child button'

/** The details of a task, with room for more than a cell has. */
const details = {
  press: 'tbody a[data-task]',
  atMost: 10_000,
  ready: { short: 'dl', long: 'dl', huge: 'dl' },
} as const

const byProtocol: Harmless = {
  // Why a video over http is blocked is said with its host, so that is the one of the strings.
  texts: { 'https:': 'https://twin.example/v.mp4', 'http:': 'http://a.example/v.mp4' },
  keyOf: (text) => new URL(text).protocol,
}

const SAVED = 'file name: as the browser saves it'

const rowVisits: readonly RowVisit[] = [
  {
    row: 'cell: error message',
    record: (text) => ({ ...base, error_msg: text }),
    dialog: { name: 'detail: error message', press: REASON, isWhole: true },
    cost: 4,
  },
  {
    row: 'cell and its title: task ID',
    record: (text) => ({ ...base, uuid: text }),
    dialog: { name: 'title of a dialog: task ID', press: REASON },
    cost: 4,
  },
  { row: 'cell and its title: status', record: (text) => ({ ...base, status: text }) },
  { row: 'cell and its title: scene', record: (text) => ({ ...base, scene: text }) },
  {
    row: 'cell: what is no link',
    record: (text) => ({ ...base, error_msg: null, video_url: text }),
    takes: isNoAddress,
  },
  {
    row: 'link: open and download',
    // A video that does not load is asked for again, by the ID of its task.
    record: (text) => ({ ...numbered(text), error_msg: null, video_url: text }),
    takes: ({ isAddress }) => isAddress,
    harmless: byProtocol,
    dialog: {
      name: 'link: video in a dialog',
      press: 'tbody [aria-label^="Play video"]',
      isLoading: true,
      // The policy stops what does not come over https.
      ready: { 'https:': 'video', 'http:': '[role=alert]' },
    },
    cost: 4,
  },
  {
    row: 'row: number, price and times',
    record: (text) => ({ ...base, id: text, price: text, created_at: text, completed_at: text }),
    isElsewhere: true,
  },
  {
    row: 'row: an unknown field, and its name',
    record: (text) => ({ ...base, [text]: text, note: text }),
    isElsewhere: true,
  },
  {
    row: 'row: texts of a task whose details are opened',
    record: (text) => ({ ...numbered(text), status: text, scene: text, video_url: text }),
    takes: isNoAddress,
    dialog: { ...details, name: 'details: status, scene and video URL' },
    cost: 8,
  },
  {
    row: 'row: an error message whose details are opened',
    record: (text) => ({ ...numbered(text), error_msg: text }),
    dialog: { ...details, name: 'details: error message', isWhole: true },
    cost: 8,
  },
  {
    row: 'row: a task ID whose details are opened',
    // An ID that is too long for an address gives way to the number.
    record: (text) => ({ ...numbered(text), uuid: text }),
    dialog: { ...details, name: 'details: task ID' },
    cost: 8,
  },
  {
    row: 'row: a task ID that is selected',
    record: (text) => ({
      ...numbered(text),
      uuid: text,
      error_msg: null,
      video_url: 'https://twin.example/v.mp4',
    }),
    dialog: {
      name: 'list of videos: task ID',
      press: 'tbody td > input',
      opener: '#selection > div > button:last-child',
    },
    cost: 8,
  },
  {
    row: 'row: no record',
    record: asNote,
    harmless: asJson(asNote),
    isElsewhere: true,
    dialog: { name: 'detail: raw JSON', press: 'tbody button', written: 'json', isWhole: true },
    cost: 8,
  },
  {
    row: 'row: one unread field',
    record: asPrice,
    harmless: asJson(asPrice),
    isElsewhere: true,
    dialog: {
      name: 'detail: raw JSON of a task',
      press: 'tbody [aria-label^="Could not read"]',
      written: 'json',
      isWhole: true,
    },
    cost: 8,
  },
  {
    row: 'file name: as the page says it',
    record: (text, origin) => ({
      ...base,
      error_msg: null,
      uuid: text,
      video_url: `${origin}/media/silk.webm`,
    }),
    atOnce: FILES_PER_PAGE,
    other: { name: SAVED },
    leave: saveFiles,
    cost: 8,
  },
]

/** A visit for each place in a row, with what is opened from it. */
export const visitsToRows: readonly Visit[] = rowVisits.map((rowVisit): Visit => {
  const { row, record, isElsewhere = false, dialog, other, takes, ...visit } = rowVisit
  const place = { name: row, at: 'tbody tr', isElsewhere }
  return {
    atOnce: PER_PAGE,
    isAlone: true,
    cost: 1,
    ...visit,
    places: [place, dialog, other].filter((one) => one !== undefined),
    takes: (string) => isShownAsSent(string) && takes?.(string) !== false,
    open(stage, rounds) {
      // The page after one is read in advance.
      stage.service.list = (page) => ({
        data: {
          total: rounds.length * 100,
          list: [
            ...(rounds[page - 1] ?? []).map(({ text }) => record(text, stage.origin)),
            { ...base, id: page, uuid: 'last row' },
          ],
        },
      })
      return Promise.resolve()
    },
    async show(stage, _entries, round) {
      const page = round + 1
      const address = `/tasks?page_size=100${page > 1 ? `&page=${String(page)}` : ''}`
      const isThere = new URL(stage.page.url()).pathname === '/tasks'
      if (!isThere || visit.leave !== undefined) await stage.open(address)
      else await stage.go(address)
      await prepareRows(stage, row, page)
    },
  }
})

/** Shows what rows show only where they are seen, and looks at the row without a string. */
async function prepareRows(stage: Stage, place: string, page: number): Promise<void> {
  await stage.page.evaluate(
    async ({ name, mark }) => {
      const { driver, inspector } = window
      const last = await driver.until('the rows', () => {
        const found = document.querySelector('table[aria-busy=false] tbody')?.lastElementChild
        return found?.textContent.includes(mark) === true && found
      })
      for (const row of document.querySelectorAll<HTMLElement>('tbody tr')) {
        // A row out of sight has no layout.
        row.style.contentVisibility = 'visible'
        // A row makes its titles when the pointer comes.
        for (const element of row.querySelectorAll('*')) {
          element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
        }
      }
      inspector.still(name, last)
    },
    { name: place, mark: `#${String(page)}` },
  )
}

/** Saves the video of each row, and looks at the name that the browser gives it. */
async function saveFiles(stage: Stage, entries: readonly Entry[]): Promise<void> {
  for (const [index, { isHarmless }] of entries.entries()) {
    if (isHarmless) continue
    const downloading = stage.page.waitForEvent('download')
    await stage.page.locator('tbody a[download]').nth(index).focus()
    // A real key, as a hand has it.
    await stage.page.keyboard.press('Enter')
    const download = await downloading
    const name = download.suggestedFilename()
    await download.cancel()
    await stage.page.evaluate(([place, saved]) => window.inspector.fileName(place, saved), [
      SAVED,
      name,
    ] as const)
  }
}
