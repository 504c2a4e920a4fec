/**
 * Runs inline at the top of the page: it requests the list before the browser reads the styles and the early screen, which takes long
 * on a slow processor.
 */
import { startEarlyRequest } from '#web/early/early-request.ts'

startEarlyRequest()
