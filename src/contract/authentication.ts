/** An API key as it is sent, or why the text cannot be one. */
export type ApiKeyReading =
  | { ok: true; apiKey: string }
  | { ok: false; problem: 'empty' | 'characters' | 'too-long' }

/** Longest key that is accepted, in characters (spec: not shown; servers refuse headers of 8 kB and more). */
export const MAX_API_KEY_LENGTH = 1024

/**
 * Reads an API key from what a person typed or pasted: blanks around it and a leading `Bearer `
 * are dropped. Only visible ASCII is valid in a header.
 * (spec: "Authentication", 2; the form of a key: not shown)
 */
export function readApiKey(text: string): ApiKeyReading {
  const apiKey = text
    .trim()
    .replace(/^(?:authorization:\s*)?bearer(?:\s+|$)/i, '')
    .trim()
  if (apiKey === '') return { ok: false, problem: 'empty' }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return { ok: false, problem: 'characters' }
  if (apiKey.length > MAX_API_KEY_LENGTH) return { ok: false, problem: 'too-long' }
  return { ok: true, apiKey }
}

/** The value of the Authorization header (spec: "Authentication", 2). */
export function bearerHeader(apiKey: string): string {
  return `Bearer ${apiKey}`
}

/** The key in an Authorization header's value, or undefined if there is none. */
export function bearerKey(header: string | undefined): string | undefined {
  const key = /^Bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1]
  return key !== undefined && key.length <= MAX_API_KEY_LENGTH ? key : undefined
}
