import type { Language } from '#web/shell/choices.ts'

/** Language → the files of its build: the module that starts it, and what that one imports. */
type Builds = Partial<Record<Language, readonly [entry: string, ...imports: string[]]>>

/**
 * The files that the app starts with in a language, the module that starts it first. The build writes them into
 * the page; the development server has none.
 */
export function startFiles(language: Language): readonly string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build writes it beside the boot script
  const builds = JSON.parse(document.getElementById('builds')?.textContent ?? '{}') as Builds
  return builds[language] ?? []
}
