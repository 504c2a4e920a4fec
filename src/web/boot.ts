/**
 * Runs in the page itself, before anything else of it is there: what people have chosen (language,
 * theme, columns) stands before the first picture. It loads the app in that language.
 */
import { applyTheme, chosenLanguage, chosenTheme } from '#web/shell/choices.ts'
import { applyHiddenColumns } from '#web/tasks/hidden-columns.ts'

/** Language → the files of its build: the module that starts it, and what that one imports. */
type Builds = Record<string, [entry: string, ...imports: string[]]>

const language = chosenLanguage()
document.documentElement.lang = language
applyTheme(chosenTheme())
applyHiddenColumns()

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build writes it beside this script
const builds = JSON.parse(document.getElementById('builds')?.textContent ?? '{}') as Builds
const [entry, ...imports] = builds[language] ?? []
if (entry !== undefined) {
  for (const href of [entry, ...imports]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  void import(/* @vite-ignore */ entry)
}
