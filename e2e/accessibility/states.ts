import type { Page } from '@playwright/test'

import type { Account } from '#e2e/fixtures.ts'
import { images } from '#e2e/outside-world.ts'
import { tabEntry } from '#e2e/screens.ts'

/** A screen in a state in which somebody may meet it, reached without a word of any language. */
export interface ScreenState {
  readonly name: string
  /** accounts in the tab; left out: one with a task of every kind */
  readonly keys?: 'none' | 'two' | 'read-only' | { readonly apiKey: string }
  readonly address: string
  /** how to get there from the address */
  readonly act?: (page: Page) => Promise<void>
  /** what is on screen then, and nowhere else */
  readonly sign: string
  /** what the browser's console says of it, where it does */
  readonly problem?: RegExp
}

const MENU = 'header button[popovertarget]'
const SUBMIT = 'main form button[type=submit]'
const DIALOG = 'dialog[open]'

const click = (selector: string) => async (page: Page) => page.locator(selector).first().click()
const clickLast = (selector: string) => async (page: Page) => page.locator(selector).last().click()

/** Opens the account menu and takes one of its entries, counted from the first below the accounts. */
function fromMenu(index: number) {
  return async (page: Page) => {
    await page.locator(MENU).click()
    await page.locator('header [popover] > button').nth(index).click()
  }
}

/** Fills in the poster form and sends it. */
function create(imageUrl: string) {
  return async (page: Page) => {
    await page.locator('input[name=image_url]').fill(imageUrl)
    await page.locator('input[name=prompt]').first().check()
    // The picture comes by itself, sooner or later.
    await page.locator('main form img').waitFor()
    await page.locator(SUBMIT).click()
  }
}

const sentinel = (name: string) => `https://sentinel.example/${name}.jpg`

/** Every screen, and what may stand over it. */
export const states: readonly ScreenState[] = [
  { name: 'gate', keys: 'none', address: '/tasks', sign: 'input[name=api-key]' },
  {
    name: 'gate: no key',
    keys: 'none',
    address: '/tasks',
    act: click(SUBMIT),
    sign: 'input[name=api-key][aria-invalid=true]',
  },
  {
    name: 'gate: kept on this device',
    keys: 'none',
    address: '/tasks',
    act: clickLast('main form input[type=radio]'),
    sign: 'input[name=passphrase]',
  },
  { name: 'tasks', address: '/tasks', sign: 'tbody td time' },
  { name: 'tasks: odd records', keys: { apiKey: 'mq_odd' }, address: '/tasks', sign: 'tbody td' },
  { name: 'tasks: none', keys: { apiKey: 'mq_empty' }, address: '/tasks', sign: 'main h2' },
  {
    name: 'tasks: none of these',
    address: '/tasks?status=failed&scene=celebrity',
    sign: 'main h2',
  },
  { name: 'tasks: past the last page', address: '/tasks?page=90', sign: 'main h2' },
  {
    name: 'tasks: an ignored parameter',
    address: '/tasks?status=done',
    sign: 'main ul > li > bdi',
  },
  {
    name: 'tasks: could not be read',
    keys: { apiKey: 'mq_html' },
    address: '/tasks',
    sign: 'main [role=alert]',
  },
  {
    name: 'tasks: an error in full',
    address: '/tasks',
    act: click('tbody td:last-child button'),
    sign: `${DIALOG} pre, ${DIALOG} p`,
  },
  {
    name: 'tasks: a video',
    address: '/tasks',
    act: click('tbody button[class*="group/play"]'),
    sign: `${DIALOG} video`,
  },
  { name: 'menu', keys: 'two', address: '/tasks', act: click(MENU), sign: 'header [role=group]' },
  { name: 'add an account', address: '/tasks', act: fromMenu(0), sign: `${DIALOG} [name=api-key]` },
  { name: 'rename', address: '/tasks', act: fromMenu(1), sign: `${DIALOG} [name=account-name]` },
  {
    name: 'replace the key',
    address: '/tasks',
    act: fromMenu(2),
    sign: `${DIALOG} [name=api-key]`,
  },
  { name: 'posters', address: '/posters', sign: 'input[name=image_url]' },
  {
    name: 'posters: incomplete',
    address: '/posters',
    act: click(SUBMIT),
    sign: 'input[name=image_url][aria-invalid=true]',
  },
  {
    name: 'posters: created',
    address: '/posters',
    act: create(images.portrait),
    sign: '[aria-labelledby=created-title]',
  },
  {
    name: 'posters: refused',
    address: '/posters',
    act: create(sentinel('refused')),
    sign: 'main [role=alert]',
    problem: /422/,
  },
  {
    name: 'posters: outcome unknown',
    address: '/posters',
    act: create(sentinel('unreadable')),
    sign: 'main [role=alert]',
  },
  {
    name: 'posters: read-only',
    keys: 'read-only',
    address: '/posters',
    sign: 'main a[href="/accounts"]',
  },
  { name: 'accounts', keys: 'two', address: '/accounts', sign: 'main ul > li' },
  {
    name: 'sign out',
    keys: 'two',
    address: '/accounts',
    act: clickLast('main ul > li button'),
    sign: DIALOG,
  },
  {
    name: 'import',
    address: '/accounts',
    act: async (page) => page.locator('main section').nth(1).locator('button').last().click(),
    sign: `${DIALOG} input[type=file]`,
  },
  {
    name: 'forget everything',
    address: '/accounts',
    act: async (page) => page.locator('main section').last().locator('button').click(),
    sign: DIALOG,
  },
  { name: 'an address that leads nowhere', address: '/nowhere', sign: 'main bdi' },
]

/** What only a narrow screen has: the choices that others have in sight. */
export const sheetState: ScreenState = {
  name: 'tasks: filters',
  address: '/tasks',
  act: click('main button[aria-haspopup=dialog]'),
  sign: `${DIALOG} select`,
}

/** Opens a screen in a state. @param makeAccount makes an account that nobody else has */
export async function openState(
  page: Page,
  { keys, address, act, sign }: ScreenState,
  makeAccount: () => Account,
): Promise<void> {
  if (keys !== 'none') await keepKeys(page, keys, makeAccount)
  await page.goto(address)
  // The first thing that can be used is there: the form, or the rows.
  await page.locator('main h1').waitFor()
  await act?.(page)
  await page.locator(sign).first().waitFor()
}

async function keepKeys(
  page: Page,
  keys: ScreenState['keys'],
  makeAccount: () => Account,
): Promise<void> {
  const own = () => {
    const account = makeAccount()
    account.addTasks([
      { status: 'completed' },
      { status: 'failed', errorMsg: 'No face found in the image. Use a picture of one person.' },
      { status: 'processing' },
      { status: 'pending' },
    ])
    return account.apiKey
  }
  const isGiven = typeof keys === 'object'
  const apiKeys = isGiven ? [keys.apiKey] : [own(), ...(keys === 'two' ? [own()] : [])]
  const accounts = apiKeys.map((apiKey, index) => ({
    profileId: `p${String(index)}`,
    name: index === 0 ? 'Shop' : 'Mill',
    apiKey,
    isReadOnly: keys === 'read-only',
  }))
  const [first] = accounts
  if (first === undefined) return
  const [entry, text] = tabEntry(first)
  await page.addInitScript(
    ([name, kept]) => {
      sessionStorage.setItem(name, kept)
    },
    [entry, JSON.stringify({ ...JSON.parse(text), accounts })] as const,
  )
}
