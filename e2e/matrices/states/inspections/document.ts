import type { Page } from '@playwright/test'

/** What validators of HTML and ARIA find that axe does not ask for. */
export async function documentProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const titles = document.querySelectorAll('head > title').length
    const nameOf = (element: Element) => element.outerHTML.slice(0, 120)
    const stops = [...document.querySelectorAll('[tabindex="0"]:not([role])')].filter(
      (element) => !element.matches('a, button, input, select, textarea, summary, video'),
    )
    const passwords = [...document.querySelectorAll('input[type="password"][role]')]
    const captions = [...document.querySelectorAll('figcaption')].filter(
      ({ previousElementSibling, nextElementSibling }) =>
        previousElementSibling !== null && nextElementSibling !== null,
    )
    return [
      ...(titles === 1 ? [] : [`${String(titles)} titles`]),
      ...stops.map((element) => `a stop of the keyboard without a role: ${nameOf(element)}`),
      ...passwords.map((element) => `a role on a password box: ${nameOf(element)}`),
      ...captions.map((element) => `amid its figure: ${nameOf(element)}`),
    ]
  })
}
