/** A language that nobody speaks: the English messages, longer and with marks, to see what they break and what is none. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { type Catalogue, catalogueSchema } from './languages.ts'

/** German and Finnish are longer than English by so much, short words by more. */
const LONGER = 1.4

const letters = new Map(
  [...'aàeéiîoöuünñcçsšyýAÀEÉIÎOÖUÜNÑCÇSŠ'.matchAll(/(.)(.)/gu)].map(([, plain = '', marked]) => [
    plain,
    marked ?? plain,
  ]),
)

/** A message as whoever tests reads it: it begins with ⟦ and ends with ⟧. What is put in stays. */
export function pseudo(text: string): string {
  const marked = text
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{')
        ? part
        : part.replaceAll(/\p{L}/gu, (letter) => letters.get(letter) ?? letter),
    )
    .join('')
  const words = text.replaceAll(/\{\w+\}/g, '').length
  return `⟦${marked}${' ō'.repeat(Math.ceil((words * (LONGER - 1)) / 2))}⟧`
}

function pseudoCatalogue(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([name, message]) => [
      name,
      typeof message === 'string'
        ? pseudo(message)
        : message.map((variants) => ({
            ...variants,
            match: Object.fromEntries(
              Object.entries(variants.match).map(([form, text]) => [form, pseudo(text)]),
            ),
          })),
    ]),
  )
}

/**
 * Writes the catalogue and its project.
 *
 * @param root folder of the project
 * @param folder where to, below it
 */
export function writePseudoLocale(root: string, folder: string): void {
  const source = readFileSync(path.join(root, 'src/web/messages/en.json'), 'utf8')
  const settings = readFileSync(path.join(root, 'src/web/messages/en.inlang/settings.json'), 'utf8')
  const target = path.join(root, folder)
  mkdirSync(path.join(target, 'en.inlang'), { recursive: true })
  writeFileSync(
    path.join(target, 'en.json'),
    JSON.stringify(pseudoCatalogue(catalogueSchema.parse(JSON.parse(source)))),
  )
  // The way to the plugin is another one from there.
  const here = path.relative(path.join(root, 'src/web/messages'), root)
  const there = path.relative(target, root)
  writeFileSync(path.join(target, 'en.inlang/settings.json'), settings.replace(here, there))
}
