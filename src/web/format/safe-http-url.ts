/**
 * Parses an untrusted text as an address. An untrusted text becomes an `href` or a `src` only through this function.
 *
 * @returns undefined if it is no http(s) address, or has a user name or a password
 */
export function safeHttpUrl(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  // Unlike the standard, Chromium accepts a blank in a host name, as %20.
  const isPlain = url.username === '' && url.password === '' && !url.hostname.includes('%')
  return isPlain ? url : undefined
}
