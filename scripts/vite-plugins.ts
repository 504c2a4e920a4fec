import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

import { contentSecurityPolicy } from '#host/security-headers.ts'

const compressible = /\.(?:html|js|css|svg|json|webmanifest|txt)$/

/** Writes a .br and a .gz file beside every text file of the built app: the host never compresses. */
export function precompressed(): Plugin {
  return {
    name: 'marquee:precompressed',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async closeBundle() {
      const { root, build } = this.environment.config
      const outDir = path.resolve(root, build.outDir)
      const files = await readdir(outDir, { recursive: true })
      await Promise.all(
        files
          .filter((file) => compressible.test(file))
          .map(async (file) => {
            const target = path.join(outDir, file)
            const bytes = await readFile(target)
            const brotliOptions = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
            await writeFile(`${target}.br`, await promisify(brotliCompress)(bytes, brotliOptions))
            await writeFile(`${target}.gz`, await promisify(gzip)(bytes, { level: 9 }))
          }),
      )
    },
  }
}

/**
 * Reads VITE_TASK_API_BASE_URL: the address of a service, or a path on the page's own origin.
 *
 * @returns undefined where it is not set: the app is served by the host
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

/**
 * Puts the content security policy into the page itself where the app is built to be hosted as
 * plain files, so that it holds without the host's headers.
 *
 * @param apiBaseUrl from readApiBaseUrl
 */
export function policyInMetaTag(apiBaseUrl: string | undefined): Plugin {
  return {
    name: 'marquee:policy-in-meta-tag',
    apply: 'build',
    transformIndexHtml() {
      if (apiBaseUrl === undefined) return []
      const isElsewhere = URL.canParse(apiBaseUrl)
      const content = contentSecurityPolicy({
        mediaHosts: [],
        connectOrigins: isElsewhere ? [new URL(apiBaseUrl).origin] : [],
        delivery: 'meta',
      })
      const attrs = { 'http-equiv': 'Content-Security-Policy', content }
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }]
    },
  }
}

/** The screen that people open: its code is asked for together with the libraries, not after them. */
const FIRST_SCREEN = '/src/web/routes/tasks.tsx'

/** Has the page ask for the first screen's chunk at once. */
export function firstScreenPreloaded(): Plugin {
  return {
    name: 'marquee:first-screen-preloaded',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const screen = chunks.find(
        ({ facadeModuleId }) => facadeModuleId?.includes(FIRST_SCREEN) === true,
      )
      if (screen === undefined) throw new Error(`${FIRST_SCREEN} has no chunk of its own`)
      // Vite writes the links of the entry itself.
      const asked = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((file) => file.imports))
      const files = [screen.fileName, ...screen.imports].filter((file) => !asked.has(file))
      return files.map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head',
      }))
    },
  }
}

/** Mounts what the host answers itself (the API above all) in Vite's development server. */
export function hostInDevServer(): Plugin {
  return {
    name: 'marquee:host-in-dev-server',
    apply: 'serve',
    async configureServer(server) {
      const { openDevHost } = await import('#host/dev.ts')
      const { middleware, close } = await openDevHost(process.env).catch((error: unknown) => {
        // A bad value is said in one sentence, not in a stack.
        server.config.logger.error(error instanceof Error ? error.message : String(error))
        process.exit(1)
      })
      server.middlewares.use(middleware)
      server.httpServer?.once('close', close)
    },
  }
}
