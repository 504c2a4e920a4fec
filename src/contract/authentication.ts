import { normalizeTyped } from '#contract/record.ts'

/** What stood around a key, or in it, and is no part of it: quotes or punctuation, text, or odd characters. */
export type LeftOut = 'quotes' | 'text' | 'unseen'

/** An API key as it is sent, or why the text cannot be one. */
export type ApiKeyReading =
  | { ok: true; apiKey: string; leftOut?: readonly LeftOut[] }
  | { ok: false; problem: 'empty' | 'characters' | 'unclear' | 'too-long' }

/** Longest key that is accepted, in characters (spec: not shown; servers refuse headers of 8 kB and more). */
export const MAX_API_KEY_LENGTH = 1024

/**
 * Reads an API key from what a person typed or pasted: with quotes or a comma, an assignment, a header, a piece of JSON, a
 * command. Blanks around it are dropped without a word. Only visible ASCII is valid in a header.
 * (spec: "Authentication", 2; the form of a key: not shown)
 */
export function readApiKey(text: string): ApiKeyReading {
  const typed = text.trim()
  const plain = normalizeTyped(typed).trim()
  const straight = plain
    .replaceAll(/[“”„«»‹›「」『』《》【】〈〉]/g, '"')
    .replaceAll(/[‘’‚]/g, "'")
    // Quotes and line ends inside a text of JSON.
    .replaceAll(/\\(["'])/g, '$1')
    .replaceAll(/\\[nr]/g, '\n')
    .replace(/^\$env:/i, 'export ')
  const found = [...new Set(valuesIn(straight).map(withoutEdges))]
  if (found.length > 1) return { ok: false, problem: 'unclear' }
  const value = found[0] ?? withoutEdges(straight)
  if (value === '') return { ok: false, problem: 'empty' }
  if (!/^[\x21-\x7e]+$/.test(value)) return { ok: false, problem: 'characters' }
  if (isUnclear(value)) return { ok: false, problem: 'unclear' }
  if (value.length > MAX_API_KEY_LENGTH) return { ok: false, problem: 'too-long' }
  if (value === typed) return { ok: true, apiKey: value }
  const leftOut = [
    found.length > 0 && 'text',
    found.length === 0 && value !== plain && 'quotes',
    plain !== typed && 'unseen',
  ] as const
  return { ok: true, apiKey: value, leftOut: leftOut.filter((what) => what !== false) }
}

/** A value without what stands around one: quotes, brackets, a bullet, the end of a sentence. */
function withoutEdges(text: string): string {
  return (
    text
      .replace(/^\s*(?:[-•]\s+|\d+[.)]\s+)/, '')
      .replaceAll(/^["'`<([{*:=\s]+|["'`>)\]},;:。、*!?\s]+$/g, '')
      // An unsigned token ends with its second dot.
      .replace(/^([^.]+)\.$/, '$1')
  )
}

/** Whether a value is more than a key (a piece of code, two keys) or none at all (an address, a login, a placeholder). */
function isUnclear(value: string): boolean {
  return (
    /["'`<>{}\\]|:\/\/|\*\*|\.{3}$/.test(value) ||
    /[^,;]{3}[,;][^,;]{3}/.test(value) ||
    /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(value) ||
    /^(?:[$%]\w|\$\(|your(?:[-_]|$)|(?:api[-_]?)?(?:key|token)$|process\.env\.|basic$|digest$)/i.test(
      value,
    )
  )
}

/** What follows the word Bearer, or the name of a key, in a text. A key may itself hold ":" and end with "=". */
function valuesIn(text: string): string[] {
  const bearers = text.matchAll(
    /(?:^|[\s"'`:=,({])bearer(?::?\s+|:|$)(?:["'`<]+([^"'`<>]*)|([^\s"'`<>,;]*))/gi,
  )
  const borne = Array.from(bearers, ([, quoted, plain = '']) => quoted ?? plain)
  if (borne.length > 0) return borne
  const named = /^(?:api[ _-]?)?(?:key|token|密钥)\s+(\S+)$/i.exec(text)
  const flag =
    /^(?:--[\w-]*(?:key|token)|setx\s+\w+)\s+["']?([^\s"']+)["']?(?:\s+\/m)?$/i.exec(text) ?? named
  if (flag !== null) return [flag[1] ?? '']
  const quoted = Array.from(
    text.matchAll(/([\p{L}\w $\-[\]']{1,40})["']?\s*(?::=|=>|[:=])\s*["'`]([^"'`]*)["'`]/gu),
    ([, name = '', value = '']) => ({ name, value }),
  )
  // In a list of names and values, the key stands under "value".
  const listed = quoted.filter(({ name }) => /\bvalue$/i.test(name))
  const keys = quoted.filter(({ name }) => saysKey.test(name))
  if (listed.length > 0) return listed.map(({ value }) => value)
  if (keys.length > 0) return keys.map(({ value }) => value)
  if (quoted.length > 0) return quoted.flatMap(({ value }) => assignedIn(value) ?? [value])
  return assignedIn(text) ?? []
}

/** The values of assignments without quotes; undefined: there are none. */
function assignedIn(text: string): string[] | undefined {
  const assigned = Array.from(
    text.matchAll(
      /(?:^|["'\s{,;?&])([\p{L}_-][\p{L}\w .-]{0,40}?)[^\S\n]*(:=|=>|:[^\S\n]|[:=])[^\S\n]*((?:(?:token|apikey)[^\S\n]+)?[^\s"'=,;&|][^\s"',;&]*)/gimu,
    ),
    ([, name = '', sign = '', value = '']) => ({
      name: name.trim(),
      sign,
      value: value.replace(/^(?:token|apikey)\s+/i, ''),
    }),
  )
  const keys = assigned.filter(({ name, sign }) => (sign === ':' ? isKeyName : saysKey).test(name))
  const variables = assigned.filter(({ name, sign }) => sign !== ':' && namesVariable.test(name))
  const used = keys.length > 0 ? keys : variables
  return used.length === 0 ? undefined : used.map(({ value }) => value)
}

const isKeyName =
  /^(?:[-*] )?(?:x-|api|access|auth|[-_ ])*(?:key|token|secret|authorization|密钥)$/i

const saysKey = /(?:key|token|secret|authorization|密钥|令牌)['\]]*\s*$/i

const namesVariable = /^(?:(?:export|set|let|const|var|env)\s+\w+|-?\s*[A-Z][A-Z\d_]*)$/

/** The key in an Authorization header's value, or undefined if there is none. */
export function bearerKey(header: string | undefined): string | undefined {
  const key = /^Bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1]
  return key !== undefined && key.length <= MAX_API_KEY_LENGTH ? key : undefined
}
