import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** Finds the first program of these names in the folders of PATH. */
export function findOnPath(
  programs: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
  return programs
    .flatMap((program) => folders.map((folder) => path.join(folder, program)))
    .find(isProgram)
}

/** Whether a file exists and is executable. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
