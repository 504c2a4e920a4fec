import type { ScreenState } from './open-state.ts'
import {
  click,
  compareTasks,
  DIALOG,
  editViews,
  EXPORT,
  findNothing,
  fromMenu,
  hideColumns,
  hideTask,
  MENU,
  openDownloads,
  OPTIONS,
  press,
  selectTask,
  starTask,
  VIEWS,
} from './state-acts.ts'

/** The tasks screen, what may stand over it, and the account menu. */
export const taskStates: readonly ScreenState[] = [
  { name: 'tasks', address: '/tasks', sign: 'tbody td time' },
  { name: 'tasks: gallery', address: '/tasks?view=gallery', sign: '[data-gallery] canvas' },
  { name: 'tasks: the first star', address: '/tasks', act: starTask, sign: '#marks-news' },
  {
    name: 'tasks: gallery, one hidden',
    address: '/tasks?view=gallery',
    act: hideTask,
    sign: '#marks-news',
  },
  {
    name: 'tasks: read-only',
    accounts: 'read-only',
    address: '/tasks',
    sign: '[data-facts] a',
  },
  {
    name: 'tasks: odd records',
    accounts: 'odd',
    address: '/tasks',
    sign: 'tbody td[colspan]',
  },
  { name: 'tasks: none', accounts: 'empty', address: '/tasks', sign: 'main h2' },
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
    accounts: 'html',
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
    act: click('tbody .column-preview button'),
    sign: `${DIALOG} video`,
  },
  {
    name: 'tasks: details of a video',
    address: '/tasks',
    act: click('tbody tr:last-child a[data-act=open]'),
    sign: `${DIALOG} dl`,
  },
  {
    name: 'tasks: details of an error',
    address: '/tasks',
    act: click('tbody tr:nth-last-child(2) a[data-act=open]'),
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
    act: selectTask,
    sign: '#selection',
  },
  { name: 'tasks: compared', address: '/tasks', act: compareTasks, sign: `${DIALOG} canvas` },
  {
    name: 'download videos',
    address: '/tasks',
    act: openDownloads,
    sign: DIALOG,
  },
  {
    name: 'tasks: a search',
    address: '/tasks?q=no+video+face&sort=-created',
    sign: 'main :not(nav) > p[role=status]',
  },
  {
    name: 'tasks: a search, nothing',
    address: '/tasks',
    act: findNothing,
    sign: 'main h2',
  },
  { name: 'export', address: '/tasks', act: click(EXPORT), sign: `${DIALOG} input[type=radio]` },
  {
    name: 'list options',
    address: '/tasks',
    act: click(OPTIONS),
    sign: `${DIALOG} fieldset`,
  },
  {
    name: 'saved views',
    address: '/tasks',
    act: click(VIEWS),
    sign: '[popover]:popover-open a',
  },
  { name: 'edit views', address: '/tasks', act: editViews, sign: `${DIALOG} ol button` },
  {
    name: 'tasks: hidden columns',
    address: '/tasks',
    act: hideColumns,
    sign: 'table:not(:has(.column-result)) tbody td time',
  },
  { name: 'commands', address: '/tasks', act: press('Control+k'), sign: `${DIALOG} [role=option]` },
  { name: 'shortcuts', address: '/tasks', act: press('?'), sign: `${DIALOG} kbd` },
  {
    name: 'menu',
    accounts: 'two',
    address: '/tasks',
    act: click(MENU),
    sign: 'header [role=group]',
  },
  { name: 'add an account', address: '/tasks', act: fromMenu(0), sign: `${DIALOG} [name=api-key]` },
  {
    name: 'edit an account',
    address: '/tasks',
    act: fromMenu(1),
    sign: `${DIALOG} [name=account-name]`,
  },
]

/** What only a narrow screen has: the choices that others have in sight. */
export const sheetState: ScreenState = {
  name: 'tasks: filters',
  address: '/tasks',
  act: click('main button[aria-haspopup=dialog]'),
  sign: `${DIALOG} select`,
}
