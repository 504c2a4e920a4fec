/**
 * Runs inline at the end of the page. It shows the tasks screen for the request that the boot script has sent, and loads the
 * app, which takes the place of that screen.
 */
import { append } from '#web/early/dom-runtime.ts'
import { startEarlyStage } from '#web/early/early-stage.ts'
import { NotStartedPage } from '#web/early/not-started.tsx'
import { loadFiles, startFiles } from '#web/shell/builds.ts'
import { LANGUAGES, shownLanguage, type Language } from '#web/shell/choices.ts'
import { isNotLoaded } from '#web/ui/is-not-loaded.ts'

/** If the app has not started after this time, the page says so; in milliseconds. */
const PATIENCE_MS = 20_000

async function startApp(language: Language): Promise<void> {
  const { entry } = startFiles(language)
  if (entry === undefined) return
  await loadFiles(language)
  await import(/* @vite-ignore */ entry)
}

async function start(root: HTMLElement): Promise<void> {
  const { earlyRequest } = globalThis
  if (earlyRequest !== undefined) globalThis.earlyStage = startEarlyStage(root, earlyRequest)
  const sayNotStarted = () => {
    if (globalThis.earlyStage !== undefined) globalThis.earlyStage.fail()
    else {
      root.replaceChildren()
      append(root, NotStartedPage())
    }
  }
  const late = setTimeout(sayNotStarted, PATIENCE_MS)
  const language = shownLanguage()
  // The app's files would compete with the first rows for the network and the processor.
  await globalThis.earlyStage?.settled
  try {
    await startApp(language).catch(async () => {
      // The host is unreachable and only another language is cached. Use it, as it is better than no page.
      const other = LANGUAGES.find((one) => one !== language) ?? language
      await startApp(other)
    })
  } catch (error) {
    if (!isNotLoaded(error)) reportError(error)
    document.documentElement.lang = language
    sayNotStarted()
  } finally {
    clearTimeout(late)
  }
}

const root = document.getElementById('root')
if (root !== null) void start(root)
