import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { brotliDecompressSync } from 'node:zlib'

import { chromium } from '@playwright/test'

/** A Chromium in the npm registry: an exact version and the hash of its package. */
export interface OlderChromium {
  /** of the package; its first part is Chromium's */
  readonly version: string
  /** SHA-512 of the package, base64 */
  readonly hash: string
}

/** The oldest that docs/engines.md names, and one from between it and today's. They are no dependencies: each package has 60 MB. */
export const OLDER_CHROMIUMS: readonly OlderChromium[] = [
  {
    version: '123.0.1',
    hash: 'RPrA99xrddbXXZjhUH1WZkTCK3QDQ77t/0y+vULtiW1uAlWLBxorxGnNTuzBDk6eNolxOVFrXZ2aoAN+/eB5TA==',
  },
  {
    version: '138.0.2',
    hash: 'vs5qUiK6kFCzLCxZ2buWONcB6jdF3VWdYp6kH1tt56tZ78p51dMAxfWsfk9P62z/jAeqbVg4V6Rb3Ic4aAeOKQ==',
  },
]

/** Longest time for one package, in milliseconds: a registry that does not answer must not hang a run. */
const LOAD_LIMIT = 120_000

/** Longest time for a start, in milliseconds. */
const START_LIMIT = 30_000

/**
 * Finds a Chromium in a folder, or loads its package there without running anything of it.
 *
 * @returns the path of the program; undefined: the registry is out of reach, or the program does not start on this machine
 */
export async function findOrInstallChromium(
  { version, hash }: OlderChromium,
  folder: string,
): Promise<string | undefined> {
  const home = path.join(folder, version)
  const program = path.join(home, 'chromium')
  if (!existsSync(program)) {
    mkdirSync(home, { recursive: true })
    const packed = path.join(home, `sparticuz-chromium-${version}.tgz`)
    call('npm', ['pack', '--silent', `@sparticuz/chromium@${version}`], home)
    if (!existsSync(packed)) return undefined
    if (createHash('sha512').update(readFileSync(packed)).digest('base64') !== hash) {
      throw new Error(`@sparticuz/chromium@${version} is not the package that was reviewed`)
    }
    call('tar', ['-xzf', packed, 'package/bin'], home)
    unpack(path.join(home, 'package/bin/chromium.br'), program)
    // Draws without a graphics card.
    const drawing = path.join(home, 'swiftshader.tar')
    unpack(path.join(home, 'package/bin/swiftshader.tar.br'), drawing)
    call('tar', ['-xf', drawing], home)
  }
  const launching = chromium.launch({ executablePath: program, timeout: START_LIMIT })
  return launching.then(
    async (browser) => {
      await browser.close()
      return program
    },
    () => undefined,
  )
}

/** Unpacks a file. It is there as a whole or not at all. */
function unpack(from: string, to: string): void {
  writeFileSync(`${to}.part`, brotliDecompressSync(readFileSync(from)))
  chmodSync(`${to}.part`, 0o755)
  renameSync(`${to}.part`, to)
}

/** Calls a program in a folder. Callers check what it made. */
function call(program: string, args: readonly string[], cwd: string): void {
  const options = { cwd, stdio: 'ignore', timeout: LOAD_LIMIT, env: process.env } as const
  spawnSync(program, args, options)
}
