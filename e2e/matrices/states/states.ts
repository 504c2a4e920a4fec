import type { ScreenState } from './open-state.ts'
import { click, clickLast, DIALOG, keepOnDevice, readAsTables, SUBMIT } from './state-acts.ts'
import { posterStates } from './poster-states.ts'
import { taskStates } from './task-states.ts'

/** Every screen, and what may stand over it. */
export const states: readonly ScreenState[] = [
  { name: 'connect screen', accounts: 'none', address: '/tasks', sign: 'input[name=api-key]' },
  {
    name: 'connect screen: no key',
    accounts: 'none',
    address: '/tasks',
    act: click(SUBMIT),
    sign: 'input[name=api-key][aria-invalid=true]',
  },
  {
    name: 'connect screen: kept on this device',
    accounts: 'none',
    address: '/tasks',
    act: keepOnDevice,
    sign: 'input[name=passphrase]',
  },
  ...taskStates,
  ...posterStates,
  { name: 'accounts', accounts: 'two', address: '/accounts', sign: 'main ul > li' },
  {
    name: 'sign out',
    accounts: 'two',
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
  {
    name: 'insights: plots',
    accounts: 'history',
    address: '/insights',
    sign: 'figure [role=group] a',
  },
  {
    name: 'insights: tables',
    accounts: 'history',
    address: '/insights',
    act: readAsTables,
    sign: 'figure:last-of-type table',
  },
  {
    name: 'insights: of certain days',
    accounts: 'history',
    address: '/insights?status=failed&from=2026-03-11&to=2026-03-12&scene=every',
    sign: 'figure',
  },
  {
    name: 'insights: nothing',
    accounts: 'empty',
    address: '/insights',
    sign: 'main section h2 + p, main section > div:last-child h2',
  },
  {
    name: 'insights: could not be read',
    accounts: 'html',
    address: '/insights',
    sign: 'main [role=progressbar]',
  },
  { name: 'an address that leads nowhere', address: '/nowhere', sign: 'main bdi' },
]
