import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { projectDir } from '#e2e/support/host-process.ts'

/** A copy of the build that is another version. */
export interface OtherBuild {
  /** has dist/ and dist-host/, for `buildDir` of `startHost` */
  readonly folder: string
  remove(): void
}

const BUILT_AT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
/** The account menu has the date alone. */
const BUILT_ON = /`\d{4}-\d\d-\d\d`/g

/** Puts a letter before the ending of each name that has a hash. */
const renamed = (text: string) => text.replaceAll(/(-[\w-]{8})(\.(?:js|css)\b)/g, '$1z$2')

/**
 * Copies the project's build as if it had been made at another time: no file of its code has the name that it had.
 *
 * @param time ISO 8601 with milliseconds
 */
export function makeOtherBuild(time: string): OtherBuild {
  // Below the project: the host finds its packages there.
  const folder = mkdtempSync(path.join(projectDir, '.cache/build-'))
  cpSync(path.join(projectDir, 'dist-host'), path.join(folder, 'dist-host'), { recursive: true })
  const dist = path.join(projectDir, 'dist')
  const ofTime = (code: string) =>
    code.replaceAll(BUILT_AT, time).replaceAll(BUILT_ON, `\`${time.slice(0, 10)}\``)
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  for (const name of files.filter((file) =>
    /\.(?:js|css|html|svg|png|webm|webmanifest)$/.test(file),
  )) {
    const target = path.join(folder, 'dist', renamed(name))
    mkdirSync(path.dirname(target), { recursive: true })
    const text = readFileSync(path.join(dist, name), 'latin1')
    const isCode = /\.(?:js|html)$/.test(name)
    writeFileSync(target, isCode ? ofTime(renamed(text)) : text, 'latin1')
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
