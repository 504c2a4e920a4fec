import { images } from '#e2e/support/outside-world.ts'

import type { ScreenState } from './open-state.ts'
import {
  MENU,
  SUBMIT,
  DIALOG,
  click,
  clickLast,
  fromMenu,
  create,
  readAsTables,
  sentinel,
  SEVERAL,
  LOG,
  plan,
  keepStoppedBatch,
  press,
  findNothing,
  FIND,
  EXPORT,
  OPTIONS,
  hideColumns,
} from './state-acts.ts'

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
  {
    name: 'tasks: odd records',
    keys: { apiKey: 'mq_odd' },
    address: '/tasks',
    sign: 'tbody td[colspan]',
  },
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
  {
    name: 'tasks: details of a video',
    address: '/tasks',
    act: click('tbody tr:last-child a[data-task]'),
    sign: `${DIALOG} dl`,
  },
  {
    name: 'tasks: details of an error',
    address: '/tasks',
    act: click('tbody tr:nth-last-child(2) a[data-task]'),
    sign: `${DIALOG} pre`,
  },
  {
    name: 'tasks: details of what is not there',
    address: '/tasks?task=0b51b8a4-6a0a-4f5e-9a9e-7d0d1f6f2c11',
    sign: `${DIALOG} bdi`,
  },
  {
    name: 'tasks: some selected',
    address: '/tasks',
    act: click('tbody input[type=checkbox]'),
    sign: '#selection',
  },
  {
    name: 'download videos',
    address: '/tasks',
    act: async (page) => {
      await page.locator('tbody td time').first().waitFor()
      for (const box of await page.locator('tbody input[type=checkbox]').all()) await box.click()
      await page.locator('#selection button').nth(4).click()
    },
    sign: DIALOG,
  },
  { name: 'find a task', address: '/tasks', act: click(FIND), sign: `${DIALOG} input` },
  {
    name: 'find a task: nothing',
    address: '/tasks',
    act: findNothing,
    sign: `${DIALOG} [role=status]:not(:empty)`,
  },
  { name: 'export', address: '/tasks', act: click(EXPORT), sign: `${DIALOG} input[type=radio]` },
  {
    name: 'list options',
    address: '/tasks',
    act: click(OPTIONS),
    sign: `${DIALOG} fieldset`,
  },
  {
    name: 'tasks: hidden columns',
    address: '/tasks',
    act: hideColumns,
    sign: '[data-hidden-columns="preview price result"] tbody td time',
  },
  { name: 'commands', address: '/tasks', act: press('Control+k'), sign: `${DIALOG} [role=option]` },
  { name: 'shortcuts', address: '/tasks', act: press('?'), sign: `${DIALOG} kbd` },
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
    name: 'several: nothing entered',
    address: '/posters',
    act: async (page) => {
      await page.locator(SEVERAL).click()
      await page.locator('textarea').waitFor()
      await page.locator(SUBMIT).click()
    },
    sign: 'textarea[aria-invalid=true]',
  },
  { name: 'several: plan', address: '/posters', act: plan, sign: '#batch-plan' },
  {
    name: 'several: on their way',
    address: '/posters',
    act: async (page) => {
      // The first one stays on its way.
      await page.route('**/api/plugins/poster/tasks', () => undefined)
      await plan(page)
      await page.locator('[aria-labelledby=batch-plan] > div:last-child > button').first().click()
      await page.locator(`${LOG} li`).waitFor()
    },
    isBusy: true,
    sign: '[role=progressbar]',
  },
  {
    name: 'several: stopped',
    address: '/posters',
    act: keepStoppedBatch,
    sign: '[role=progressbar]',
  },
  {
    name: 'submissions: filtered',
    address: '/posters',
    act: async (page) => {
      await create(images.portrait)(page)
      await page.locator(`${LOG} select`).selectOption({ index: 2 })
    },
    sign: '[aria-labelledby=created-title]',
  },
  {
    name: 'submissions: clear',
    address: '/posters',
    act: async (page) => {
      await create(images.portrait)(page)
      await page.locator('[aria-labelledby=created-title]').waitFor()
      await page.locator(`${LOG} select ~ button, ${LOG} > div button`).nth(2).click()
    },
    sign: DIALOG,
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
  { name: 'insights', keys: 'history', address: '/insights', sign: SUBMIT },
  {
    name: 'insights: plots',
    keys: 'history',
    address: '/insights',
    act: click(SUBMIT),
    sign: 'figure [role=option]',
  },
  {
    name: 'insights: tables',
    keys: 'history',
    address: '/insights',
    act: readAsTables,
    sign: 'figure:last-of-type table',
  },
  {
    name: 'insights: tasks of a bar',
    keys: 'history',
    address: '/insights',
    act: async (page) => {
      await page.locator(SUBMIT).click()
      await page.locator('figure:last-of-type [role=option]').first().click()
    },
    sign: 'figure section li',
  },
  {
    name: 'insights: of certain days',
    keys: 'history',
    address: '/insights?status=failed&from=2026-03-11&to=2026-03-12&scene=every',
    act: click(SUBMIT),
    sign: 'figure',
  },
  {
    name: 'insights: nothing',
    keys: { apiKey: 'mq_empty' },
    address: '/insights',
    act: click(SUBMIT),
    sign: 'main section h2 + p, main section > div:last-child h2',
  },
  {
    name: 'insights: could not be read',
    keys: { apiKey: 'mq_html' },
    address: '/insights',
    act: click(SUBMIT),
    sign: 'main [role=progressbar]',
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
