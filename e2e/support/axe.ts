import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** WCAG 2.2, levels A and AA, and axe's best practices. */
const RULES = {
  type: 'tag' as const,
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** The rule whose result depends on the theme. */
const CONTRAST = { type: 'rule' as const, values: ['color-contrast'] }

/** layout.ts measures how large targets are. Here that would take a third of the time. */
const LEFT_OUT = { 'target-size': { enabled: false } }

/**
 * The findings of axe on the page, each with its element.
 *
 * @param rules all, or contrast alone
 * @param exclude selector of excluded elements
 */
export async function axeFindings(
  page: Page,
  rules: 'all' | 'contrast',
  exclude: string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly = rules === 'all' ? RULES : CONTRAST
  return page.evaluate(
    async ([only, off, not]) => {
      const results = await window.axe.run(
        { include: [['html']], exclude: not.map((one) => [one]) },
        { runOnly: only, rules: off, resultTypes: ['violations'] },
      )
      return results.violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary = '' }) => `${id} (${help}): ${html} ${failureSummary}`),
      )
    },
    [runOnly, LEFT_OUT, exclude] as const,
  )
}
