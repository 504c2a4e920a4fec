import type { Language } from '#web/shell/choices.ts'

/** Language → the files of its build: its entry module, and the modules that the entry imports. */
type Builds = Partial<Record<Language, readonly [entry: string, ...imports: string[]]>>

/**
 * The files that the app needs to start in a language, the entry module first. The build writes them into the page;
 * with the development server there are none.
 */
export function startFiles(language: Language): readonly string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build writes it beside the boot script
  const builds = JSON.parse(document.getElementById('builds')?.textContent ?? '{}') as Builds
  return builds[language] ?? []
}
