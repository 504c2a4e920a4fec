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

/** How a compiled message reads the current language, which a build of one language does not need. */
const QUESTION = /^import \{ getLocale.*$|^\s*experimentalStaticLocale \?\? .*$|, options = \{\}/gm

/** Gives each language's build its messages, without the code that chooses a language. */
export function messagesOfLanguage(): Plugin {
  return {
    name: 'marquee:messages-of-language',
    enforce: 'pre',
    resolveId(source) {
      if (source !== MESSAGES) return null
      const { root } = this.environment.config
      const language = LANGUAGES.find((one) => environmentOf(one) === this.environment.name)
      return language && path.resolve(root, placesOf(language).outdir, 'messages.js')
    },
    transform(code, id) {
      return /\/messages(?:\/generated[^/]*)?\/messages\//.test(id)
        ? code.replaceAll(QUESTION, '')
        : null
    },
  }
}
