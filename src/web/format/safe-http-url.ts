/**
 * The one way in which a foreign text becomes an `href` or a `src`.
 *
 * @returns the address, or undefined where it is not an http(s) one or carries a user name
 */
export function safeHttpUrl(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  // Chromium takes a blank for a part of the host's name, which the standard does not.
  const isPlain = url.username === '' && url.password === '' && !url.hostname.includes('%')
  return isPlain ? url : undefined
}
