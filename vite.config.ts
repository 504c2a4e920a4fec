import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import process from 'node:process'

import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, loadEnv } from 'vite'

import * as z from 'zod/mini'

import { designBuild } from './scripts/build-design.ts'
import { manifestFile, precompress, writePage, writeWorker } from './scripts/build-page.ts'
import {
  EARLY_ENVIRONMENT,
  REQUEST_ENVIRONMENT,
  environmentOf,
  LANGUAGES,
  messageOptions,
  messagesOfLanguage,
} from './scripts/languages.ts'
import {
  designInDevServer,
  earlyWithoutPackages,
  hostInDevServer,
  readApiBaseUrl,
} from './scripts/vite-plugins.ts'

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

// Vite reads this file once for each part of a build: all of them are of one moment.
process.env['SOURCE_DATE_EPOCH'] ??= String(Math.floor(Date.now() / 1000))
const BUILT_AT = new Date(Number(process.env['SOURCE_DATE_EPOCH']) * 1000).toISOString()

/** As docs/engines.md says. For older ones, each colour would be written twice. */
const BROWSERS = ['chrome123', 'firefox128', 'safari17.5']

const OUT_DIR = 'dist'
const INLINE_DIR = '.cache/inline'
const WORKER_DIR = '.cache/worker'

const FIRST_SCREEN = /\/src\/web\/routes\/tasks\.tsx\?tsr-split/

/** What more than one screen uses. */
const SHARED =
  /\/src\/(?:contract|web\/(?:api|failures|format|messages|task-list|ui|video-task))\/|\/(?:lucide-react|idb|zod)\//

/** What the tasks screen does not need at first: texts of a single screen come with that screen. */
const NOT_AT_FIRST =
  /\/messages\/generated[^/]*\/messages\/(?:again|batch|created|follow|frames|gallery|image|insights(?=_(?!folded_))|picture|points|poster|preview|price|review|refused|submissions?|unknown)_|\/contract\/(?:image-url|read-image-url|share-pages|uploads|jpeg)|\/api\/uploads\.|\/video-task\/preview\//

/** What reads, searches and exports the whole list: a list that is only looked at does without. */
const WHOLE_LIST =
  /\/src\/web\/(?:task-list\/(?:scan\/|search\/(?!search-address|task-query))|video-task\/(?:scan-status|search\/(?!search-box))|tasks\/(?:search|export|selection\/select-all)|messages\/generated[^/]*\/messages\/(?:export_(?!open|page|selected|vault)|scan_|search_(?!found|label|placeholder|remove|too_long)))/

/** What lends a view, and shows one. */
const LENDING =
  /\/src\/web\/(?:accounts\/lend\/|api\/views\.|messages\/generated[^/]*\/messages\/(?:lend_|lent_(?!leave|not_ended)|view_(?:opening|account|notice|problem|unknown|over|taken|key|advice)))/

/** What plays a video, packs videos, and shares them as files. */
const VIDEO =
  /\/src\/web\/(?:video-task\/(?:download\/(?!download-link)|video-player)|messages\/generated[^/]*\/messages\/(?:videos_(?!failed)|share_(?:file|loading|ready)|video_(?!no_preview|expired|too_large|busy|not_)))|\/client-zip\//

/** What stands around the screens, and what the first screen shows after its rows, with what other screens share with it. */
const AROUND =
  /\/src\/web\/(?:accounts(?!\/lend\/)|shell|poster-records\/(?!use-|outcome|sender|queue|mirror|delivery)|tasks(?!\/gallery\/)|video-task\/preview|messages\/generated[^/]*\/messages\/frames_|routes\/(?:-|accounts))/

/** The app in one language. The first one empties the folder. */
function appEnvironment(language: string, index: number): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: OUT_DIR,
      emptyOutDir: index === 0,
      copyPublicDir: index === 0,
      manifest: manifestFile(language),
      rolldownOptions: {
        input: './src/web/main.tsx',
        output: {
          codeSplitting: {
            // Few files: many small ones compress worse, and each costs a request. A module belongs
            // to the first group that takes it; posters and insights have files of their own.
            groups: [
              { name: 'start', tags: ['$initial'] },
              { name: 'tasks', test: FIRST_SCREEN },
              { name: 'whole-list', test: WHOLE_LIST, includeDependenciesRecursively: false },
              { name: 'lend', test: LENDING, includeDependenciesRecursively: false },
              { name: 'video', test: VIDEO, includeDependenciesRecursively: false },
              {
                name: 'around',
                test: (id) => AROUND.test(id) || (SHARED.test(id) && !NOT_AT_FIRST.test(id)),
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
  }
}

/** A script that the browser runs by itself: one file, without imports. */
function scriptEnvironment(input: string, outDir: string, file: string): EnvironmentOptions {
  const output = { format: 'iife', entryFileNames: file } as const
  return {
    consumer: 'client',
    build: { outDir, emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input, output } },
  }
}

/** Everything that one build makes. */
const environments: Record<string, EnvironmentOptions> = {
  ...Object.fromEntries(
    LANGUAGES.map((language, index) => [environmentOf(language), appEnvironment(language, index)]),
  ),
  [REQUEST_ENVIRONMENT]: scriptEnvironment(
    './src/web/early/send-request.ts',
    INLINE_DIR,
    'request.js',
  ),
  [EARLY_ENVIRONMENT]: scriptEnvironment('./src/web/start.ts', INLINE_DIR, 'start.js'),
  styles: {
    consumer: 'client',
    build: {
      outDir: INLINE_DIR,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: './src/web/early/early.css',
        output: {
          assetFileNames: ({ names: [name = ''] }) =>
            name.endsWith('.css') ? 'early.css' : 'assets/[name]-[hash][extname]',
        },
      },
    },
  },
  worker: scriptEnvironment('./src/worker/shell-worker.ts', WORKER_DIR, 'worker.js'),
  host: {
    consumer: 'server',
    build: {
      outDir: 'dist-host',
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: { input: './src/host/main.ts' },
    },
  },
}

/** One build for both worlds: the browser app in each language into dist/, the host process into dist-host/. */
export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, process.cwd(), 'VITE_')
  const apiBaseUrl = readApiBaseUrl(env['VITE_TASK_API_BASE_URL'])
  return {
    plugins: [
      ...LANGUAGES.map((language) => paraglideVitePlugin(messageOptions(language))),
      messagesOfLanguage(),
      tanstackRouter({
        target: 'react',
        routesDirectory: './src/web/routes',
        generatedRouteTree: './src/web/routeTree.gen.ts',
        autoCodeSplitting: true,
        addExtensions: true,
        quoteStyle: 'single',
        disableLogging: true,
      }),
      react(),
      tailwindcss(),
      hostInDevServer(),
      designInDevServer(),
      earlyWithoutPackages(),
    ],
    // An empty value means "not set", as it does for the host.
    define: {
      'import.meta.env.VITE_TASK_API_BASE_URL': JSON.stringify(apiBaseUrl ?? '/api'),
      'import.meta.env.MARQUEE_VERSION': JSON.stringify(version),
      'import.meta.env.MARQUEE_BUILT_AT': JSON.stringify(BUILT_AT),
    },
    resolve: {
      alias: {
        // What the router's store takes for older versions of React, without what those lack.
        'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      },
    },
    build: {
      target: BROWSERS,
      // Text in the page's policy must stay a file of our own: no data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The compiler's timing remarks on a busy machine are noise. Groups, or the one file of the design page, place a
      // module, whether it is imported at once or later.
      rolldownOptions: { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } },
    },
    // One file for all languages. While developing, workers are modules in any case.
    worker: { format: 'es' },
    environments,
    builder: {
      async buildApp(builder) {
        for (const name of [
          ...LANGUAGES.map(environmentOf),
          REQUEST_ENVIRONMENT,
          EARLY_ENVIRONMENT,
          'styles',
          'worker',
          'host',
        ]) {
          const environment = builder.environments[name]
          if (environment === undefined) throw new Error(`there is no environment ${name}`)
          await builder.build(environment)
        }
        await writePage({
          outDir: OUT_DIR,
          languages: LANGUAGES,
          request: await readFile(`${INLINE_DIR}/request.js`, 'utf8'),
          start: await readFile(`${INLINE_DIR}/start.js`, 'utf8'),
          styles: await readFile(`${INLINE_DIR}/early.css`, 'utf8'),
          template: await readFile('index.html', 'utf8'),
          apiBaseUrl,
        })
        await writeWorker(OUT_DIR, LANGUAGES, await readFile(`${WORKER_DIR}/worker.js`, 'utf8'))
        await precompress(OUT_DIR)
      },
    },
    // Instead of all of that: "vite build --mode design".
    ...(mode === 'design' && designBuild()),
  }
})
