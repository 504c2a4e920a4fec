import { expect, test, vi } from 'vitest'

import { joinList, joinSentences } from '#web/format/sentences.ts'

function readIn(lang: string) {
  vi.stubGlobal('document', { documentElement: { lang } })
  vi.stubGlobal('navigator', { languages: [lang] })
}

test.each([
  ['en', '1 completed, 2 failed', 'It is over. Try again.'],
  ['zh-CN', '1 completed、2 failed', 'It is over.Try again.'],
])('in %s, as that language does', (lang, enumerated, said) => {
  readIn(lang)
  expect(joinList(['1 completed', '2 failed'])).toBe(enumerated)
  expect(joinSentences('It is over.', '', 'Try again.')).toBe(said)
})
