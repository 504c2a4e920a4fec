import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { CompilerOptions } from '@inlang/paraglide-js'
import type { Plugin } from 'vite'

import * as z from 'zod/mini'

/** The languages of the app, each with a build. Messages are written in the first one. */
export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

const MESSAGES = '#web/messages/generated/messages.js'

/** The files of a language's messages, and the folder of the compiled ones. */
function placesOf(language: Language): { project: string; outdir: string } {
  const suffix = language === LANGUAGES[0] ? '' : `-${language}`
  return {
    project: `./src/web/messages/${language}.inlang`,
    outdir: `./src/web/messages/generated${suffix}`,
  }
}

/** A catalogue: each message is a text, or one text for each plural form. */
export const catalogueSchema = z.record(
  z.string(),
  z.union([
    z.string(),
    z.array(
      z.object({
        declarations: z.array(z.string()),
        selectors: z.array(z.string()),
        match: z.record(z.string(), z.string()),
      }),
    ),
  ]),
)
export type Catalogue = z.infer<typeof catalogueSchema>

/** Compiler options for the messages of one language, without other languages. */
export function messageOptions(language: Language): CompilerOptions {
  return {
    ...placesOf(language),
    strategy: ['baseLocale'],
    isServer: 'false',
    emitReadme: false,
  }
}

/** The environment of Vite that builds the app in a language. */
export function environmentOf(language: Language): string {
  return language === LANGUAGES[0] ? 'client' : `client_${language.replaceAll('-', '_')}`
}

/** What a compiled message exports: a function that looks up the current language and calls the one of that language. */
const CHOICE = /^export const (\w+) = [^]*\breturn (\w+)\((?:inputs)?\)\s*\}\);?/m
const LOOK_UP = /^import \{ getLocale.*$/m

/** The module of a language that chooses between singular and plural. */
const PLURAL_MODULE = /\/messages\/generated[^/]*\/registry\.js$/

/** The compiler's makes new rules for each message, in 40 microseconds. Insights put hundreds of bars into words at once. */
const PLURAL = `let rules
export const plural = (locale, input) =>
  (rules ??= new Intl.PluralRules(locale)).select(Number(input))`

/** The environment of Vite that builds the screen before React, in all languages. */
export const EARLY_ENVIRONMENT = 'early'

/** The environment of the script that sends the first request. */
export const REQUEST_ENVIRONMENT = 'request'

/** Gives each language's build its messages: the functions of that language, without the code that chooses one. */
export function messagesOfLanguage(): Plugin {
  return {
    name: 'marquee:messages-of-language',
    enforce: 'pre',
    resolveId(source) {
      if (source === ALL_MESSAGES || source === EACH_MESSAGE) return source
      if (source !== MESSAGES) return null
      if (this.environment.name === EARLY_ENVIRONMENT) return ALL_MESSAGES
      const { root } = this.environment.config
      const language = LANGUAGES.find((one) => environmentOf(one) === this.environment.name)
      return language && path.resolve(root, placesOf(language).outdir, 'messages.js')
    },
    load(id) {
      // A namespace object, of which a build keeps what is used.
      if (id === ALL_MESSAGES) return `export * as m from ${JSON.stringify(EACH_MESSAGE)}`
      if (PLURAL_MODULE.test(id)) return PLURAL
      return id === EACH_MESSAGE ? eachMessage(this.environment.config.root) : null
    },
    transform(code, id) {
      if (!/\/messages\/generated[^/]*\/messages\/(?!_index)/.test(id)) return null
      const alone = code.replace(CHOICE, 'export { $2 as $1 }').replace(LOOK_UP, '')
      // The texts have no source but the catalogue.
      return { code: alone, map: { mappings: '' } }
    },
  }
}

const ALL_MESSAGES = '\0marquee:messages'
const EACH_MESSAGE = '\0marquee:each-message'

/** A module with the messages of all languages. Each message has the language of the page when it is called. */
function eachMessage(root: string): string {
  const file = (language: Language) =>
    JSON.stringify(path.resolve(root, placesOf(language).outdir, 'messages/_index.js'))
  const catalogue: unknown = JSON.parse(
    readFileSync(path.resolve(root, `src/web/messages/${LANGUAGES[0]}.json`), 'utf8'),
  )
  const names = Object.keys(catalogueSchema.parse(catalogue))
  const inEach = (name: string) => LANGUAGES.map((_, index) => `l${index}.${name}`).join(', ')
  return [
    ...LANGUAGES.map((language, index) => `import * as l${index} from ${file(language)}`),
    `const languages = ${JSON.stringify(LANGUAGES)}`,
    'const inPage = (...texts) => (input) => texts[languages.indexOf(document.documentElement.lang)](input)',
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ inPage(${inEach(name)})`),
  ].join('\n')
}
