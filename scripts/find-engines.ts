import { readdirSync } from 'node:fs'
import path from 'node:path'

import type { WebKitPrograms } from '#e2e/engines/webkit.ts'

import { findOnPath, isProgram } from './find-program.ts'
import { aptInstallation, install } from './install-program.ts'

/** The engines other than Chromium's that are installed. */
export interface Engines {
  firefox: string | undefined
  webkit: WebKitPrograms | undefined
}

/** What to install on Debian and Ubuntu; other systems use other package names. */
export const ENGINE_PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']

/** Finds Firefox and WebKitGTK without installing them. */
export function findEngines(env: NodeJS.ProcessEnv): Engines {
  const driver = findOnPath(['WebKitWebDriver'], env)
  const xvfb = findOnPath(['Xvfb'], env)
  const miniBrowser = findMiniBrowser()
  const hasWebKit = driver !== undefined && xvfb !== undefined && miniBrowser !== undefined
  return {
    firefox: findOnPath(['firefox-esr', 'firefox'], env),
    webkit: hasWebKit ? { driver, xvfb, miniBrowser } : undefined,
  }
}

/** Like findEngines, but installs missing ones, as root on Debian. */
export async function findOrInstallEngines(env: NodeJS.ProcessEnv): Promise<Engines> {
  const found = findEngines(env)
  if (found.firefox !== undefined && found.webkit !== undefined) return found
  const apt = aptInstallation(ENGINE_PACKAGES, env)
  if (apt === undefined) return found
  console.log(`Not all engines were found; installing: ${ENGINE_PACKAGES.join(' ')}`)
  await install(apt, env)
  return findEngines(env)
}

/** It is never on PATH: its folder depends on processor and version of WebKitGTK. */
function findMiniBrowser(): string | undefined {
  const under = (folder: string, name: RegExp) => {
    try {
      return readdirSync(folder)
        .filter((entry) => name.test(entry))
        .map((entry) => path.join(folder, entry))
    } catch {
      return []
    }
  }
  return ['/usr/libexec', '/usr/lib64', '/usr/lib', ...under('/usr/lib', /-linux-gnu/)]
    .flatMap((folder) => under(folder, /^webkit(?:2)?gtk-[\d.]+$/))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find(isProgram)
}
