import { expect, test } from 'vitest'

import { readViewLink, viewLink } from '#web/accounts/lend/view-link.ts'

const ORIGIN = 'https://marquee.example'
const view = { id: 'Aa0_-Bb1Cc2Dd3Ee4Ff5Gg', secret: 'Zz9_-Yy8Xx7Ww6Vv5Uu4Tt' }
const link = viewLink(ORIGIN, view)
const credential = `mqview.${view.secret}.${view.id}`
const page = `${ORIGIN}/view/${view.id}`

test.each([
  link,
  `${page}%23${view.secret}`,
  `${page}%2523${view.secret}`,
  `${page}/#${view.secret}`,
  `${page}/%23${view.secret}/`,
  `${link}&utm_source=mail`,
  `${link}?utm_source=newsletter_of_november`,
  `${page}?utm_campaign=0123456789012345678901#${view.secret}`,
  `${page}?fbclid=abc%23${view.secret}`,
  `${link}%0A`,
  `${link}%3E`,
  `${link}>,`,
  `${link}%20`,
  `${link}.`,
])('%s is read', (href) => {
  expect(readViewLink(href)).toBe(credential)
})

test.each([
  page,
  `${page}#`,
  `${page}#${view.secret.slice(1)}`,
  `${page}#${view.secret}x`,
  `${ORIGIN}/view/#${view.secret}`,
  `${ORIGIN}/view/${view.id.slice(1)}#${view.secret}`,
  `${ORIGIN}/view/%E0%A4%A`,
])('%s is not whole', (href) => {
  expect(readViewLink(href)).toBeUndefined()
})
