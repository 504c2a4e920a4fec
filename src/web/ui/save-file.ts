/**
 * Has the browser save a file.
 *
 * @param name as safeFileName or we ourselves have made it: nothing foreign
 */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  saveAddress(name, url)
  // The browser has taken hold of the content by then, however large.
  URL.revokeObjectURL(url)
}

/**
 * Has the browser save what is at an address of our own host: of another it would be opened.
 *
 * @param name as for saveFile
 */
export function saveAddress(name: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
