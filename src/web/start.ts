/**
 * Runs inline at the end of the page. It shows the tasks screen before React, and loads the app, which takes the place of that
 * screen.
 */
import { EarlyStage } from '#web/early/early-stage.ts'
import { make, notStarted } from '#web/early/early-screen.ts'
import { loadFiles, startFiles } from '#web/shell/builds.ts'
import { chosenLanguage, type Language, LANGUAGES } from '#web/shell/choices.ts'
import { screenClasses } from '#web/ui/classes.ts'
import { isNotLoaded } from '#web/ui/is-not-loaded.ts'
import { withTimeout } from '#web/ui/with-timeout.ts'

/** If the app has not started after this time, the page says so; in milliseconds. */
const PATIENCE_MS = 20_000

/** Without rows after this time, the app's files are loaded; in milliseconds. */
const ROWS_MS = 300

async function startApp(language: Language): Promise<void> {
  const { entry } = startFiles(language)
  if (entry === undefined) return
  await loadFiles(language)
  // The start of the app keeps the processor from rows that were asked for since.
  await globalThis.earlyStage?.settled
  await import(/* @vite-ignore */ entry)
}

async function start(root: HTMLElement): Promise<void> {
  const language = chosenLanguage()
  const { earlyRequest } = globalThis
  // The account may have left while the page was loading.
  if (earlyRequest?.isStillOpen() === true) {
    globalThis.earlyStage = new EarlyStage(root, earlyRequest)
  }
  const sayNotStarted = () => {
    if (globalThis.earlyStage !== undefined) globalThis.earlyStage.fail()
    else root.replaceChildren(make('main', screenClasses, notStarted()))
  }
  const late = setTimeout(sayNotStarted, PATIENCE_MS)
  // The app's files would compete with the first rows for the network.
  await withTimeout(ROWS_MS, globalThis.earlyStage?.settled)
  try {
    await startApp(language).catch(async () => {
      // The host is unreachable and only another language is cached. Use it, as it is better than no page.
      await startApp(LANGUAGES.find((one) => one !== language) ?? language)
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
