/**
 * Has the browser save a file.
 *
 * @param name made by safeFileName, or without untrusted text
 */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  saveAddress(name, url)
  // The browser has a reference to the content by now, even if it is large.
  URL.revokeObjectURL(url)
}

/**
 * Has the browser save a file of our own host. It would open a file of another host instead.
 *
 * @param name as for saveFile
 */
export function saveAddress(name: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
