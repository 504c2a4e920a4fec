import type { Language } from '#web/shell/choices.ts'

/** The files that the app needs to start in a language, as the build writes them into the page. */
interface StartFiles {
  /** the module that starts the app */
  readonly entry?: string
  /** the modules that it imports */
  readonly imports?: readonly string[]
  readonly styles?: readonly string[]
}

/** The files that the app needs to start in a language; with the development server there are none. */
export function startFiles(language: Language): StartFiles {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build writes it beside the script of the page
  const builds = JSON.parse(document.getElementById('builds')?.textContent ?? '{}') as Partial<
    Record<Language, StartFiles>
  >
  return builds[language] ?? {}
}

/**
 * Loads the files of a language without running them, and sets the language of the page.
 *
 * @returns resolves when the style sheets are loaded, or have failed to
 */
export async function loadFiles(language: Language): Promise<void> {
  document.documentElement.lang = language
  const { entry, imports = [], styles = [] } = startFiles(language)
  // A style sheet that a script adds does not delay the first paint: the page itself has what the early screen needs.
  const styled = styles.map(
    (href) =>
      new Promise((resolve) => {
        const link = addLink({ rel: 'stylesheet', href })
        link.addEventListener('load', resolve)
        link.addEventListener('error', (event) => {
          link.remove()
          resolve(event)
        })
      }),
  )
  // The list and the style sheet are needed sooner.
  for (const href of entry === undefined ? [] : [entry, ...imports]) {
    addLink({ rel: 'modulepreload', href, fetchPriority: 'low' })
  }
  await Promise.all(styled)
}

function addLink(attributes: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), attributes)
  document.head.append(link)
  return link
}
