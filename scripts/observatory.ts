import { execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

import * as z from 'zod/mini'

const root = path.resolve(import.meta.dirname, '..')
/** Its package.json and lock file: some 400 packages that the project itself does not need. */
const source = path.join(root, 'scripts/audit')
const installed = path.join(root, '.cache/audit')
const observatory = path.join(installed, 'node_modules/@mdn/mdn-http-observatory')
const preloadList = path.join(observatory, 'conf/hsts-preload.json')

const scanSchema = z.object({
  scan: z.object({
    score: z.number(),
    grade: z.string(),
    testsPassed: z.number(),
    testsQuantity: z.number(),
    responseHeaders: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  }),
  tests: z.record(
    z.string(),
    z.object({ result: z.string(), pass: z.boolean(), scoreModifier: z.number() }),
  ),
})

/** The result of Mozilla's HTTP Observatory for a site, and the headers of the page that it read. */
export type Scan = z.infer<typeof scanSchema>

/**
 * Installs the Observatory if it is not installed yet, without running any script of its packages.
 *
 * @throws if npm fails
 */
export async function installAuditTools(): Promise<void> {
  const lockFile = path.join(source, 'package-lock.json')
  const installedFrom = path.join(installed, 'package-lock.json')
  // The list is written last, so it marks a complete installation.
  if (existsSync(preloadList) && sameText(lockFile, installedFrom)) return
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed, { recursive: true })
  copyFileSync(path.join(source, 'package.json'), path.join(installed, 'package.json'))
  copyFileSync(lockFile, installedFrom)
  const args = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
  const child = spawn('npm', args, { cwd: installed, stdio: 'inherit' })
  const succeeded = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
  if (!succeeded) {
    throw new Error('The HTTP Observatory could not be installed; npm says above why.')
  }
  // Its install script downloads the browsers' list of preloaded sites; an empty one gives no points.
  writeFileSync(preloadList, '{}\n')
}

function sameText(one: string, other: string): boolean {
  return existsSync(other) && readFileSync(one, 'utf8') === readFileSync(other, 'utf8')
}

/**
 * Scans a site of this machine with the Observatory's own command, which makes its requests over TLS and
 * over plain HTTP, as for any site.
 *
 * @param site host name and port, such as `127.0.0.1:4173`
 * @param certFile the certificate that it trusts
 * @throws if it cannot scan the site
 */
export async function scanSite(site: string, certFile: string): Promise<Scan> {
  const command = path.join(observatory, 'src/scan.js')
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certFile, NO_PROXY: '*', no_proxy: '*' }
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [command, site], { env, maxBuffer: 2 ** 22 }, (_error, stdout) => {
      resolve(stdout)
    })
  })
  const scan = scanSchema.safeParse(readJson(output))
  if (!scan.success) throw new Error(`The HTTP Observatory could not scan ${site}: ${output}`)
  return scan.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
