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
 * Puts the content security policy into the page itself where the app is built to be hosted as
 * plain files, so that it holds without the host's headers.
 *
 * @param apiBaseUrl VITE_TASK_API_BASE_URL; undefined where the app is served by the host
 */
export function policyInMetaTag(apiBaseUrl: string | undefined): Plugin {
  return {
    name: 'marquee:policy-in-meta-tag',
    apply: 'build',
    transformIndexHtml() {
      if (apiBaseUrl === undefined || !URL.canParse(apiBaseUrl)) return []
      const content = contentSecurityPolicy({
        mediaHosts: [],
        connectOrigins: [new URL(apiBaseUrl).origin],
        delivery: 'meta',
      })
      return [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content },
          injectTo: 'head-prepend',
        },
      ]
    },
  }
}

/** Mounts what the host answers itself (the API above all) in Vite's development server. */
export function hostInDevServer(): Plugin {
  return {
    name: 'marquee:host-in-dev-server',
    apply: 'serve',
    async configureServer(server) {
      if (process.env['VITEST'] !== undefined) return
      const { openDevHost } = await import('#host/dev.ts')
      const { middleware, close } = await openDevHost(process.env)
      server.middlewares.use(middleware)
      server.httpServer?.once('close', close)
    },
  }
}
