/**
 * A random UUID, version 4. crypto.randomUUID does not exist if the page was loaded over plain HTTP from
 * another machine.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : byte
    return (index === 8 ? (byte & 0x3f) | 0x80 : marked).toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
