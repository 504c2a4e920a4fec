import { expect, it } from 'vitest'

import { isViewCredential } from '#contract/operations.ts'
import { readViewCredential, viewCredential } from '#contract/views.ts'

const view = { id: 'abcdefghijklmnopqrst_-', secret: '0123456789ABCDEFGHIJ-_' }

it('writes a credential that is read as it was, and ends as the ID does', () => {
  const credential = viewCredential(view)
  expect(readViewCredential(credential)).toEqual(view)
  expect(isViewCredential(credential)).toBe(true)
  expect(credential.endsWith(view.id)).toBe(true)
})

it.each([
  `mqview.${view.secret}`,
  `mqview.${view.secret}.${view.id.slice(1)}`,
  `mqview.${view.secret}.${view.id}x`,
  `mqview.${view.secret}.${view.id}.x`,
  `mqview.${view.secret}#${view.id}`,
  'mqview.',
])('knows %s as a broken credential, which is no key either', (text) => {
  expect(readViewCredential(text)).toBeUndefined()
  expect(isViewCredential(text)).toBe(true)
})

it.each(['', 'mq_demo_key', 'mqview', ' mqview.', `x${viewCredential(view)}`])(
  'takes %j for a key',
  (text) => {
    expect(readViewCredential(text)).toBeUndefined()
    expect(isViewCredential(text)).toBe(false)
  },
)
