/** Has the browser save the encrypted vault as a file; it is of use only with its passphrase. */
export function saveVaultFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'marquee-accounts.json'
  link.click()
  URL.revokeObjectURL(url)
}
