import { images } from '#e2e/support/outside-world.ts'
import { plainJpeg } from '#e2e/support/pictures.ts'

import type { ScreenState } from './open-state.ts'
import {
  choosePicture,
  fillResults,
  fillTiles,
  followPoster,
  RESULTS,
  clearSubmissions,
  click,
  create,
  DIALOG,
  holdBatch,
  LOG,
  plan,
  reviewFailed,
  sentinel,
  stopBatch,
  SUBMIT,
} from './state-acts.ts'

/** A kept picture with its preview. */
const KEPT = 'form:has-text("64 × 32") [role=group] p + div > button'

/** The posters screen: the form, results, and the submissions. */
export const posterStates: readonly ScreenState[] = [
  { name: 'posters', address: '/posters', sign: 'input[name=image_url]' },
  {
    name: 'posters: incomplete',
    address: '/posters',
    act: click(SUBMIT),
    sign: 'input[name=image_url][aria-invalid=true]',
  },
  {
    name: 'posters: a kept picture',
    accounts: 'own',
    address: '/posters',
    act: choosePicture(plainJpeg),
    sign: KEPT,
  },
  {
    name: 'posters: crop',
    accounts: 'own',
    address: '/posters',
    act: async (page) => {
      await choosePicture(plainJpeg)(page)
      await page.locator(`${KEPT}[aria-haspopup]`).click()
    },
    sign: `${DIALOG} img`,
  },
  {
    name: 'posters: no picture',
    accounts: 'own',
    address: '/posters',
    act: choosePicture(Buffer.from('no picture')),
    sign: '[role=group] [role=status] bdi',
  },
  {
    name: 'posters: created',
    accounts: 'own',
    address: '/posters',
    act: create(images.portrait),
    sign: '[aria-labelledby=created-title]',
  },
  {
    name: 'posters: followed',
    accounts: 'own',
    address: '/posters',
    act: followPoster,
    sign: '[aria-labelledby=created-title] video',
  },
  {
    name: 'posters: refused',
    accounts: 'own',
    address: '/posters',
    act: create(sentinel('refused')),
    sign: 'main [role=alert]',
    problem: /422/,
  },
  {
    name: 'posters: outcome unknown',
    accounts: 'own',
    address: '/posters',
    act: create(sentinel('unreadable')),
    sign: 'main [role=alert]',
  },
  { name: 'several: tiles', address: '/posters', act: fillTiles, sign: 'main form ul img' },
  { name: 'several: question', address: '/posters', act: plan, sign: DIALOG },
  {
    name: 'several: on their way',
    accounts: 'own',
    address: '/posters',
    act: holdBatch,
    sign: '[role=progressbar]',
  },
  {
    name: 'several: stopped',
    accounts: 'own',
    address: '/posters',
    act: stopBatch,
    sign: '[role=progressbar]',
    problem: /422/,
  },
  {
    name: 'several: results',
    accounts: 'own',
    address: '/posters',
    act: fillResults,
    sign: `${RESULTS} canvas`,
  },
  {
    name: 'several: what has failed',
    accounts: 'own',
    address: '/posters',
    act: reviewFailed,
    sign: '[aria-labelledby=results] input[type=url]',
  },
  {
    name: 'submissions: filtered',
    accounts: 'own',
    address: '/posters',
    act: async (page) => {
      await create(images.portrait)(page)
      await page.locator(`${LOG} select`).selectOption({ index: 2 })
    },
    sign: '[aria-labelledby=created-title]',
  },
  {
    name: 'submissions: clear',
    accounts: 'own',
    address: '/posters',
    act: clearSubmissions,
    sign: DIALOG,
  },
  {
    name: 'posters: read-only',
    accounts: 'read-only',
    address: '/posters',
    sign: 'main a[href="/accounts"]',
  },
]
