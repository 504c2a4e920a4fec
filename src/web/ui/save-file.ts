/**
 * Has the browser save a file.
 *
 * @param name as safeFileName or we ourselves have made it: nothing foreign
 */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the content by then, however large.
  URL.revokeObjectURL(url)
}
