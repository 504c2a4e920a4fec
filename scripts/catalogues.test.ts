import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { type Catalogue, catalogueSchema, LANGUAGES } from './languages.ts'

type Message = Catalogue[string]

function read(language: string): Map<string, Message> {
  const file = path.resolve(import.meta.dirname, `../src/web/messages/${language}.json`)
  return new Map(Object.entries(catalogueSchema.parse(JSON.parse(readFileSync(file, 'utf8')))))
}

/** Every form of a message. */
function formsOf(message: Message): string[] {
  return typeof message === 'string'
    ? [message]
    : message.flatMap(({ match }) => Object.values(match))
}

/** What is put into a message, over all of its forms: "1 task" names no count. */
function slotsOf(message: Message): string[] {
  const slots = formsOf(message).flatMap((form) => form.match(/\{\w+\}/g) ?? [])
  return [...new Set(slots)].toSorted()
}

/** The plural forms that a message must have, by its language. */
function pluralsMissing(language: string, message: Message): string[] {
  if (typeof message === 'string') return []
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return message.flatMap(({ match }) => {
    const forms = Object.keys(match).join(' ')
    return pluralCategories.filter((category) => !forms.includes(`countPlural=${category}`))
  })
}

const [source] = LANGUAGES
const english = read(source)

describe.each(LANGUAGES)('the messages in %s', (language) => {
  const messages = read(language)

  test('are those of the app, in the same order', () => {
    expect([...messages.keys()]).toEqual([...english.keys()])
  })

  test('use the parameters of the app', () => {
    for (const [name, message] of english) {
      expect.soft([name, slotsOf(messages.get(name) ?? '')]).toEqual([name, slotsOf(message)])
    }
  })

  test('have a form for every count, and words in each', () => {
    for (const [name, message] of messages) {
      expect.soft([name, pluralsMissing(language, message)]).toEqual([name, []])
      for (const form of formsOf(message)) expect.soft(form.trim(), name).toBe(form)
      expect.soft(formsOf(message), name).not.toContain('')
    }
  })
})

test('Chinese texts follow Chinese typography', () => {
  const han = String.raw`\p{Script=Han}`
  // Its own punctuation between its words; a space between its words and Latin ones or digits.
  const slips = new RegExp(
    `${han}[,.;:?!"]|[,;:?!"]${han}|${han}[A-Za-z0-9]|[A-Za-z0-9]${han}|您|！`,
    'u',
  )
  for (const [name, message] of read('zh-CN')) {
    for (const form of formsOf(message)) expect.soft(form, name).not.toMatch(slips)
  }
})
