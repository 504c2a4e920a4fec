import { createHash } from 'node:crypto'

/**
 * The scripts that stand in a page itself, as a policy allows them: by their hashes. Data blocks are no
 * scripts.
 *
 * @param html a page of our own build, where attributes are quoted
 * @returns CSP hash sources, such as `'sha256-…'`
 */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(\s[^>]*)?>([\s\S]*?)<\/script>/g)]
    .filter(
      ([, attributes = '']) => !/\s(?:src|type="application\/json")(?=[\s=]|$)/.test(attributes),
    )
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
