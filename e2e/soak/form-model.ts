import type { PosterScene } from '#contract/poster-tasks.ts'

/** The two accounts of a sequence. */
export type AccountName = 'A' | 'B'

/** What the service does with the next creation; after it, it creates again. */
export const NEXT_ANSWERS = [
  'creates',
  'refuses',
  'answers 503',
  'answers HTML',
  'is cut',
  'hangs, then is cut',
] as const
export type NextAnswer = (typeof NEXT_ANSWERS)[number]

/** The log's text for a submission. */
export type Word = 'Created' | 'Refused' | 'Unknown' | 'Not sent'

const words: Record<NextAnswer, Word> = {
  creates: 'Created',
  refuses: 'Refused',
  'answers 503': 'Unknown',
  'answers HTML': 'Unknown',
  'is cut': 'Unknown',
  'hangs, then is cut': 'Unknown',
}

interface Request {
  imageUrl: string
  scene: PosterScene
}

/** A submission that was confirmed. */
interface Submission extends Request {
  account: AccountName
  word: Word
  /** of the sequence, in their order */
  number: number
}

/** A tab as it must be. */
export interface TabModel {
  account: AccountName
  /** as the box holds it */
  text: string
  scene: PosterScene | null
  /** "Poster task created" is shown instead of the form */
  isPanel: boolean
  /** the submissions that the open question is about; null: there is no question */
  asksAbout: readonly Submission[] | null
  /** what its page has begun since it was loaded, or before with an outcome that is unknown: no other tab makes it forget */
  begun: Submission[]
}

/** What must be true, however one got there. */
export interface FormModel {
  tabs: TabModel[]
  /** which of the tabs the person is at */
  current: number
  /** the browser's submissions, oldest first */
  log: Submission[]
  next: NextAnswer
  isOffline: boolean
  /** creations at the service */
  arrived: Record<AccountName, number>
  /** how many were submitted */
  submissions: number
}

/** A browser with one tab, just connected with account A. */
export function newModel(): FormModel {
  return {
    tabs: [newTab('A')],
    current: 0,
    log: [],
    next: 'creates',
    isOffline: false,
    arrived: { A: 0, B: 0 },
    submissions: 0,
  }
}

export function newTab(account: AccountName): TabModel {
  return { account, text: '', scene: null, isPanel: false, asksAbout: null, begun: [] }
}

/** The tab that the person is at. */
export function currentTab({ tabs, current }: FormModel): TabModel {
  const tab = tabs[current]
  if (tab === undefined) throw new Error('there is no such tab')
  return tab
}

/** What a tab's form would send, or undefined where a field keeps it back. */
export function requestOf({ text: imageUrl, scene }: TabModel): Request | undefined {
  if (!imageUrl.startsWith('http://') || scene === null) return undefined
  return { imageUrl, scene }
}

/** What a tab knows of: the browser's submissions and its own. */
function known({ log }: FormModel, { begun }: TabModel): Submission[] {
  return [...new Set([...log, ...begun])].toSorted((a, b) => a.number - b.number)
}

/** The submissions that a tab asks about before this one: by any account of the browser. */
export function askedAbout(
  model: FormModel,
  tab: TabModel,
  { imageUrl, scene }: Request,
): Submission[] {
  return known(model, tab).filter(
    (done) =>
      done.imageUrl === imageUrl &&
      done.scene === scene &&
      (done.word === 'Created' || done.word === 'Unknown'),
  )
}

/**
 * The person submits, or says yes to the question.
 *
 * @param confirmed the submissions that they have taken note of
 */
export function submitted(
  model: FormModel,
  tab: TabModel,
  confirmed: readonly Submission[] = [],
): void {
  const request = requestOf(tab)
  tab.asksAbout = null
  if (request === undefined) return
  const about = askedAbout(model, tab, request)
  if (about.some((done) => !confirmed.includes(done))) {
    tab.asksAbout = about
    return
  }
  const { account } = tab
  const word = model.isOffline ? 'Not sent' : words[model.next]
  model.submissions += 1
  const submission = { ...request, account, word, number: model.submissions }
  model.log.push(submission)
  tab.begun.push(submission)
  if (model.isOffline) return
  model.arrived[account] += 1
  model.next = 'creates'
  if (word === 'Created') Object.assign(tab, { text: '', scene: null, isPanel: true })
}

/** The person changes the form, or not. */
export function filledIn(tab: TabModel, change: Partial<Pick<TabModel, 'text' | 'scene'>>): void {
  Object.assign(tab, change, { isPanel: false })
}

/** The page reloads. It still knows what its account has sent with an unknown outcome. */
export function reloaded(tab: TabModel): void {
  const begun = tab.begun.filter(
    ({ account, word }) => account === tab.account && word === 'Unknown',
  )
  Object.assign(tab, { isPanel: false, asksAbout: null, begun })
}

/** The account's submissions go with its key, and with them what other tabs ask about. */
export function forgotten(model: FormModel, account: AccountName): void {
  model.log = model.log.filter((done) => done.account !== account)
  // A sign-out reaches every tab with the key.
  model.tabs = model.tabs.map((tab) => (tab.account === account ? newTab(account) : tab))
  for (const tab of model.tabs) {
    const request = requestOf(tab)
    if (tab.asksAbout === null || request === undefined) continue
    const about = askedAbout(model, tab, request)
    tab.asksAbout = about.length > 0 ? about : null
  }
}

/** The submissions of a tab's account as its log has them, oldest first. */
export function logOf(model: FormModel, tab: TabModel): Submission[] {
  return known(model, tab).filter(({ account }) => account === tab.account)
}

/** The same as the log shows it: newest first. */
export function shownLog(model: FormModel, tab: TabModel): string[] {
  return logOf(model, tab)
    .map(({ imageUrl, scene, word }) => `${word} ${imageUrl.replace('http://', '')} ${scene}`)
    .toReversed()
}
