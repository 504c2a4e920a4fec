import type { InjectionString } from './injection-string.ts'
import { type Harmless, sized } from './stage.ts'

/** The table of tasks: records with an injection string in one field, and where it may be seen. */

/** What can be opened in a row. */
export interface RowDialog {
  readonly name: string
  /** selects the button that opens it */
  readonly button: string
  /** selects what opens it once that is pressed; the button takes it back afterwards */
  readonly opener?: string
  readonly written?: 'plain' | 'json'
  /** nothing of the string may be left out in it */
  readonly isWhole?: boolean
  /** most characters of the string that may stand in one text; left out: what a cell has room for */
  readonly atMost?: number
  /** its content when complete */
  readonly ready?: Readonly<Record<string, string>>
}

/** A record with an injection string in one field. */
export interface RowPlace {
  readonly name: string
  readonly record: (text: string, origin: string) => unknown
  /** left out: by the string's length */
  readonly harmless?: Harmless
  /** nothing of it may stand in the row itself */
  readonly isElsewhere?: boolean
  readonly takes?: (string: InjectionString) => boolean
  readonly dialog?: RowDialog
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
const asNote = (text: string) => ({ note: text })
const asPrice = (text: string) => ({ ...base, price: text })
const jsonLength = (value: unknown) => JSON.stringify(value, null, 2).length
const REASON = 'td:last-child button'

/** Two tasks with one ID have one address, so the ID is a unique number unless it contains the string. */
const numbered = (text: string) => ({
  ...base,
  uuid: null,
  id: 1000 + Array.from(text).reduce((sum, one) => (sum * 31 + (one.codePointAt(0) ?? 0)) % 9e8, 0),
})

/** The details of a task, with room for more than a cell has. */
const details = {
  button: 'a[data-task]',
  atMost: 10_000,
  ready: { short: 'dl', long: 'dl', huge: 'dl' },
} as const

/** What lists the videos of selected tasks. */
const videosDialog = {
  name: 'list of videos: task ID',
  button: 'td > input',
  opener: '#selection > div > button:nth-child(4)',
} as const

const byProtocol: Harmless = {
  // Why a video over http is blocked is said with its host, so that is the one of the strings.
  texts: { 'https:': 'https://twin.example/v.mp4', 'http:': 'http://a.example/v.mp4' },
  keyOf: (text) => new URL(text).protocol,
}

/** The places in a row, and what can be opened from it. */
export const rowPlaces: readonly RowPlace[] = [
  {
    name: 'cell: error message',
    record: (text) => ({ ...base, error_msg: text }),
    dialog: { name: 'detail: error message', button: REASON, isWhole: true },
    cost: 4,
  },
  {
    name: 'cell and its title: task ID',
    record: (text) => ({ ...base, uuid: text }),
    dialog: { name: 'title of a dialog: task ID', button: REASON },
    cost: 4,
  },
  { name: 'cell and its title: status', record: (text) => ({ ...base, status: text }) },
  { name: 'cell and its title: scene', record: (text) => ({ ...base, scene: text }) },
  {
    name: 'cell: what is no link',
    record: (text) => ({ ...base, error_msg: null, video_url: text }),
    takes: ({ isAddress }) => !isAddress,
  },
  {
    name: 'link: open and download',
    // A video that does not load is asked for again, by the ID of its task.
    record: (text) => ({ ...numbered(text), error_msg: null, video_url: text }),
    takes: ({ isAddress }) => isAddress,
    harmless: byProtocol,
    dialog: {
      name: 'link: video in a dialog',
      button: '[aria-label^="Play video"]',
      // The policy stops what does not come over https.
      ready: { 'https:': 'video', 'http:': '[role=alert]' },
    },
    cost: 4,
  },
  {
    name: 'row: number, price and times',
    record: (text) => ({ ...base, id: text, price: text, created_at: text, completed_at: text }),
    isElsewhere: true,
  },
  {
    name: 'row: an unknown field, and its name',
    record: (text) => ({ ...base, [text]: text, note: text }),
    isElsewhere: true,
  },
  {
    name: 'row: texts of a task whose details are opened',
    record: (text) => ({ ...numbered(text), status: text, scene: text, video_url: text }),
    takes: ({ isAddress }) => !isAddress,
    dialog: { ...details, name: 'details: status, scene and video URL' },
    cost: 8,
  },
  {
    name: 'row: an error message whose details are opened',
    record: (text) => ({ ...numbered(text), error_msg: text }),
    dialog: { ...details, name: 'details: error message', isWhole: true },
    cost: 8,
  },
  {
    name: 'row: a task ID whose details are opened',
    // An ID that is too long for an address gives way to the number.
    record: (text) => ({ ...numbered(text), uuid: text }),
    dialog: { ...details, name: 'details: task ID' },
    cost: 8,
  },
  {
    name: 'row: a task ID that is selected',
    record: (text) => ({
      ...numbered(text),
      uuid: text,
      error_msg: null,
      video_url: 'https://twin.example/v.mp4',
    }),
    dialog: videosDialog,
    cost: 8,
  },
  {
    name: 'row: no record',
    record: asNote,
    harmless: sized((text) => jsonLength(asNote(text))),
    isElsewhere: true,
    dialog: { name: 'detail: raw JSON', button: 'button', written: 'json', isWhole: true },
    cost: 8,
  },
  {
    name: 'row: one unread field',
    record: asPrice,
    harmless: sized((text) => jsonLength(asPrice(text))),
    isElsewhere: true,
    dialog: {
      name: 'detail: raw JSON of a task',
      button: '[aria-label^="Could not read"]',
      written: 'json',
      isWhole: true,
    },
    cost: 8,
  },
]

/** A row whose task ID becomes the name of a file. */
export const filePlace: RowPlace = {
  name: 'file name: as the page says it',
  record: (text, origin) => ({
    ...base,
    error_msg: null,
    uuid: text,
    video_url: `${origin}/media/silk.webm`,
  }),
}
