/** `npm run build:design`: the design page in each language, for its tests. It is not part of the app. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { EnvironmentOptions, UserConfig } from 'vite'

import { environmentOf, type Language, LANGUAGES } from './languages.ts'

/** The modules that start the app, as index.html has it, and the design page. */
export const APP_ENTRY = '/src/web/main.tsx'
export const DESIGN_ENTRY = '/design/main.tsx'

const outDir = (language: Language) => `.cache/design/${language}`

/** The build options that replace those of the app. */
export function designBuild(): Pick<UserConfig, 'environments' | 'builder'> {
  return {
    environments: Object.fromEntries(
      LANGUAGES.map((language) => [
        environmentOf(language),
        {
          consumer: 'client',
          build: {
            outDir: outDir(language),
            emptyOutDir: true,
            copyPublicDir: false,
            rolldownOptions: {
              input: `.${DESIGN_ENTRY}`,
              output: { entryFileNames: 'design.js', assetFileNames: 'design[extname]' },
            },
          },
        } satisfies EnvironmentOptions,
      ]),
    ),
    builder: {
      async buildApp(builder) {
        for (const language of LANGUAGES) {
          const environment = builder.environments[environmentOf(language)]
          if (environment === undefined) throw new Error(`there is no environment for ${language}`)
          await builder.build(environment)
          await writeDesignPage(language)
        }
      },
    },
  }
}

/** The app's page with another script, so that the design page has the app's surroundings. */
async function writeDesignPage(language: Language): Promise<void> {
  const page = (await readFile('index.html', 'utf8'))
    .replace('lang="en"', `lang="${language}"`)
    .replaceAll(/^.*<link .*\n/gm, '')
    .replace('</head>', '  <link rel="stylesheet" href="/design.css" />\n  </head>')
    .replace(APP_ENTRY, '/design.js')
  await writeFile(path.join(outDir(language), 'index.html'), page)
}
