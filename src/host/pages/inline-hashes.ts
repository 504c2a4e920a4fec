import { createHash } from 'node:crypto'

/** The hash sources of what stands in a page itself, such as `'sha256-…'`. A policy allows nothing else inline. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/**
 * Finds the scripts and styles that stand in a page itself. Data blocks are no scripts.
 *
 * @param html a page of our own build, where attributes are quoted
 */
export function inlineHashes(html: string): InlineHashes {
  const scripts = [...html.matchAll(/<script(\s[^>]*)?>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes = '']) => !/\s(?:src|type="application\/json")(?=[\s=]|$)/.test(attributes),
  )
  const styles = [...html.matchAll(/<style>()([\s\S]*?)<\/style>/g)]
  return { scripts: scripts.map(hashOf), styles: styles.map(hashOf) }
}

function hashOf([, , text = '']: RegExpExecArray): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
