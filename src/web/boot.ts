/**
 * Runs inline at the beginning of the page, so that language and theme are set before the first paint. It requests the list
 * for the early screen and the app.
 */
import { startEarlyRequest } from '#web/early/early-request.ts'
import { applyTheme, chosenLanguage, chosenTheme } from '#web/shell/choices.ts'

startEarlyRequest()
document.documentElement.lang = chosenLanguage()
applyTheme(chosenTheme())
