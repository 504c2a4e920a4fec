import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

import {
  firstScreenPreloaded,
  hostInDevServer,
  policyInMetaTag,
  precompressed,
  readApiBaseUrl,
} from './scripts/vite-plugins.ts'

/** The libraries and the layers below the screens. */
function isCore(id: string): boolean {
  // Icons go where they are shown; schemas, mutations and the journal to the screen that creates.
  if (id.includes('/node_modules/'))
    return !/\/(?:lucide-react|idb|zod)\/|mutationObserver|useMutation/.test(id)
  return /\/src\/(?:contract\/(?!poster|image|attempt)|web\/(?:api\/(?!poster|host|attempt|creation|status)|format\/(?!json)|ui\/(?!text-field|dialog|banner|raw-text|empty-state|open-layers)|routes\/__root|router))/.test(
    id,
  )
}

/** One build for both worlds: the browser app into dist/, the host process into dist-host/. */
export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, process.cwd(), 'VITE_')
  const apiBaseUrl = readApiBaseUrl(env['VITE_TASK_API_BASE_URL'])
  return {
    plugins: [
      paraglideVitePlugin({
        project: './src/web/messages/project.inlang',
        outdir: './src/web/messages/generated',
        strategy: ['globalVariable', 'baseLocale'],
        isServer: 'false',
        emitReadme: false,
      }),
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
      policyInMetaTag(apiBaseUrl),
      firstScreenPreloaded(),
      hostInDevServer(),
      precompressed(),
    ],
    // An empty value means "not set", as it does for the host.
    define: { 'import.meta.env.VITE_TASK_API_BASE_URL': JSON.stringify(apiBaseUrl ?? '/api') },
    // Text in the page's policy must stay a file of our own: no data: URLs.
    build: { assetsInlineLimit: 0, manifest: true, modulePreload: { polyfill: false } },
    environments: {
      client: {
        build: {
          outDir: 'dist',
          rolldownOptions: {
            output: {
              codeSplitting: {
                // What every screen needs is one file: many small ones compress worse.
                groups: [{ name: 'core', test: isCore }],
              },
            },
          },
        },
      },
      host: {
        consumer: 'server',
        build: {
          outDir: 'dist-host',
          copyPublicDir: false,
          manifest: false,
          target: 'node20',
          rolldownOptions: { input: './src/host/main.ts' },
        },
      },
    },
    builder: {
      async buildApp(builder) {
        const { client, host } = builder.environments
        if (client === undefined || host === undefined) throw new Error('an environment is missing')
        await builder.build(client)
        await builder.build(host)
      },
    },
  }
})
