/**
 * A random name for something of this tab: 128 bits in hexadecimal. crypto.randomUUID is not there
 * where the page came over plain HTTP from another machine.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
