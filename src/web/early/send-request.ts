/**
 * Runs inline at the top of the page. It sets language and theme before anything can be painted, as a page may arrive in pieces, and
 * requests the list before the browser reads the styles and the early screen, which takes long on a slow processor.
 */
import { startEarlyRequest } from '#web/early/early-request.ts'
import { applyTheme, chosenLanguage, chosenTheme } from '#web/shell/choices.ts'

document.documentElement.lang = chosenLanguage()
applyTheme(chosenTheme())
startEarlyRequest()
