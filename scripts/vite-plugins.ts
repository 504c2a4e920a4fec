import { readFile } from 'node:fs/promises'

import type { Plugin } from 'vite'

import { APP_ENTRY, DESIGN_ENTRY } from './build-design.ts'
import { EARLY_ENVIRONMENT, REQUEST_ENVIRONMENT } from './languages.ts'

/**
 * Reads VITE_TASK_API_BASE_URL: the address of a service, or a path on the page's own origin.
 *
 * @returns undefined if it is not set: the host serves the app
 * @throws Error with a sentence that says what is accepted
 */
export function readApiBaseUrl(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  const isPath = /^\/(?!\/)[^\s?#]*$/.test(value)
  const isAddress = /^https?:\/\/[^\s?#@]+$/.test(value) && URL.canParse(value)
  if (isPath || isAddress) return value
  throw new Error(
    `VITE_TASK_API_BASE_URL is ${JSON.stringify(value)}, but it must be an http or https address without user, query and fragment, or a path that starts with /.`,
  )
}

/** Mounts the host's own routes (above all the API) in Vite's development server. */
export function hostInDevServer(): Plugin {
  return {
    name: 'marquee:host-in-dev-server',
    apply: 'serve',
    async configureServer(server) {
      const { openDevHost } = await import('#host/dev.ts')
      const { middleware, close } = await openDevHost(process.env).catch((error: unknown) => {
        // A bad value ends in one sentence, without a stack.
        server.config.logger.error(error instanceof Error ? error.message : String(error))
        process.exit(1)
      })
      server.middlewares.use(middleware)
      server.httpServer?.once('close', close)
    },
  }
}

/** Shows the design page at /design in Vite's development server. */
export function designInDevServer(): Plugin {
  return {
    name: 'marquee:design-in-dev-server',
    apply: 'serve',
    configureServer(server) {
      async function readPage(address: string): Promise<string> {
        const template = await readFile('index.html', 'utf8')
        return server.transformIndexHtml(address, template.replace(APP_ENTRY, DESIGN_ENTRY))
      }
      server.middlewares.use((request, response, next) => {
        const address = request.url ?? ''
        if (!/^\/design(?:\?|$)/.test(address)) {
          next()
          return
        }
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        readPage(address).then((page) => response.end(page), next)
      })
    },
  }
}

/** Has a build fail if the screen before React imports a package, also from far away. */
export function earlyWithoutPackages(): Plugin {
  return {
    name: 'marquee:early-without-packages',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === EARLY_ENVIRONMENT || name === REQUEST_ENVIRONMENT,
    resolveId: {
      filter: { id: /^[@a-z]/ },
      handler(source) {
        this.error(`The screen before React imports ${source}.`)
      },
    },
  }
}
