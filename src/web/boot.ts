/**
 * Runs inline in the page before everything else, so that language and theme are set before the first paint. It requests
 * the list for the app, and loads the app in that language.
 */
import { startEarlyRequest } from '#web/early/early-request.ts'
import { startFiles } from '#web/shell/builds.ts'
import {
  applyTheme,
  chosenLanguage,
  chosenTheme,
  type Language,
  LANGUAGES,
} from '#web/shell/choices.ts'

async function start(language: Language): Promise<void> {
  document.documentElement.lang = language
  const [entry, ...imports] = startFiles(language)
  if (entry === undefined) return
  for (const href of [entry, ...imports]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  await import(/* @vite-ignore */ entry)
}

const chosen = chosenLanguage()
applyTheme(chosenTheme())
startEarlyRequest()
void start(chosen).catch(async () => {
  // The host is unreachable and only another language is cached. Use it, as it is better than no page.
  await start(LANGUAGES.find((one) => one !== chosen) ?? chosen)
})
