import { saveFile } from '#web/ui/save-file.ts'

/**
 * Has the browser save the encrypted vault as a file; it is of use only with its passphrase.
 *
 * @param now milliseconds since the epoch; the file is named for that day, in UTC
 */
export function saveVaultFile(text: string, now = Date.now()): void {
  const day = new Date(now).toISOString().slice(0, 10)
  saveFile(`marquee-accounts-${day}.json`, new Blob([text], { type: 'application/json' }))
}
