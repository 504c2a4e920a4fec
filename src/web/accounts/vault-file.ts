/**
 * Has the browser save the encrypted vault as a file; it is of use only with its passphrase.
 *
 * @param now milliseconds since the epoch; the file is named for that day, in UTC
 */
export function saveVaultFile(text: string, now = Date.now()): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `marquee-accounts-${new Date(now).toISOString().slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(url)
}
