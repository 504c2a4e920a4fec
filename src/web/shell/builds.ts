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

/** For a style sheet that is loaded and not used. */
const NO_MEDIA = 'not all'

/** Lets the loaded style sheets style the page. Call it before anything measures the elements of the app. */
export function applyStyleSheets(): void {
  const [own, ...others] = document.styleSheets
  const loaded = others.filter(({ media }) => media.mediaText === NO_MEDIA)
  for (const { media } of loaded) media.mediaText = 'all'
  // They have the rules of the page's own sheet, too: the browser need not match each twice.
  if (own !== undefined && loaded.length > 0) own.disabled = true
}

/**
 * Loads the files of a language without running them, and sets the language of the page. Resolves when all are loaded, or have
 * failed to.
 */
export async function loadFiles(language: Language): Promise<void> {
  document.documentElement.lang = language
  const { entry, imports = [], styles = [] } = startFiles(language)
  const modules = entry === undefined ? [] : [entry, ...imports]
  await Promise.all([
    // The page itself has what the early screen needs. With the style sheet it would be drawn once more.
    ...styles.map((href) => load({ rel: 'stylesheet', href, media: NO_MEDIA })),
    // The list and the style sheet are needed sooner.
    ...modules.map((href) => load({ rel: 'modulepreload', href, fetchPriority: 'low' })),
  ])
}

async function load(attributes: Partial<HTMLLinkElement>): Promise<void> {
  const link = Object.assign(document.createElement('link'), attributes)
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', (event) => {
      link.remove()
      resolve(event)
    })
    document.head.append(link)
  })
}
