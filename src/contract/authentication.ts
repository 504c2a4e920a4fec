import { undress } from '#contract/characters.ts'

/** What stood around a key, or in it, and is no part of it: quotes or punctuation, text, or odd characters. */
export type LeftOut = 'quotes' | 'text' | 'unseen'

/** An API key as it is sent, or why the text cannot be one. */
export type ApiKeyReading =
  | { ok: true; apiKey: string; leftOut?: readonly LeftOut[] }
  | { ok: false; problem: 'empty' | 'characters' | 'too-long' }

/** Longest key that is accepted, in characters (spec: not shown; servers refuse headers of 8 kB and more). */
export const MAX_API_KEY_LENGTH = 1024

/**
 * Reads an API key from what a person typed or pasted: with quotes or a comma, an assignment, a header, a piece of JSON, a
 * command. Blanks around it are dropped without a word. Only visible ASCII is valid in a header.
 * (spec: "Authentication", 2; the form of a key: not shown)
 */
export function readApiKey(text: string): ApiKeyReading {
  const typed = text.trim()
  const plain = undress(typed).trim()
  const straight = plain.replaceAll(/[“”„«»「」『』]/g, '"').replaceAll(/[‘’‚]/g, "'")
  const value = valueIn(straight.replace(/^\$env:/i, 'export ')) ?? straight
  const apiKey = value
    .replaceAll(/^["'`<([{\s]+|["'`>)\]},;。、\s]+$/g, '')
    // An unsigned token ends with its second dot.
    .replace(/^([^.]+)\.$/, '$1')
  if (apiKey === '') return { ok: false, problem: 'empty' }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return { ok: false, problem: 'characters' }
  if (apiKey.length > MAX_API_KEY_LENGTH) return { ok: false, problem: 'too-long' }
  if (apiKey === typed) return { ok: true, apiKey }
  const leftOut = [
    value !== straight && 'text',
    value === straight && apiKey !== plain && 'quotes',
    plain !== typed && 'unseen',
  ] as const
  return { ok: true, apiKey, leftOut: leftOut.filter((what) => what !== false) }
}

/** What follows the word Bearer, or the name of a key, in a text. A key may itself hold ":" and end with "=". */
function valueIn(text: string): string | undefined {
  const bearer = /(?:^|[\s"'`:=,({])bearer(?:\s+|$)["'`<]*([^\s"'`<>]*)/i.exec(text)
  if (bearer !== null) return bearer[1]
  const quoted = [...text.matchAll(/([\p{L}\w $-]+)["']?\s*[:=]\s*["']([^"']*)["']/gu)]
  const pair = quoted.find(([, name = '']) => saysKey.test(name)) ?? quoted[0]
  if (pair !== undefined && (quoted.length === 1 || saysKey.test(pair[1] ?? ''))) return pair[2]
  const flag = /^(?:--[\w-]*(?:key|token)|setx\s+\w+)\s+(\S+)$/i.exec(text)
  if (flag !== null) return flag[1]
  const assigned = /(?:^|["'\s])([\p{L}_-][\p{L}\w .-]{0,40}?)\s*([:=]\s*)([^\s"'=][^\s"']*)/u.exec(
    text,
  )
  const [, name = '', sign = '', rest] = assigned ?? []
  const isName =
    sign === ':'
      ? /^(?:x-|api|access|auth|[-_ ])*(?:key|token|secret|authorization|密钥)$/i
      : namesVariable
  return isName.test(name) || (sign !== ':' && saysKey.test(name)) ? rest : undefined
}

const saysKey = /(?:key|token|secret|authorization|密钥|令牌)\s*$/i

const namesVariable = /^(?:(?:export|set|let|const|var|env)\s+\w+|-?\s*[A-Z][A-Z\d_]*)$/

/** The value of the Authorization header (spec: "Authentication", 2). */
export function bearerHeader(apiKey: string): string {
  return `Bearer ${apiKey}`
}

/** The key in an Authorization header's value, or undefined if there is none. */
export function bearerKey(header: string | undefined): string | undefined {
  const key = /^Bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1]
  return key !== undefined && key.length <= MAX_API_KEY_LENGTH ? key : undefined
}
