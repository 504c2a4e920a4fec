import { readFileSync } from 'node:fs'

import { isRecord } from '#contract/record.ts'

/**
 * Reads a recorded visit.
 *
 * @param authorization value of the header that is counted
 * @returns everything that was sent and received, with bodies but without the expected header, and the
 *   number of requests with that header
 */
export function readHar(file: string, authorization: string): { text: string; authorized: number } {
  let authorized = 0
  const har: unknown = JSON.parse(readFileSync(file, 'utf8'), (_key, value: unknown) => {
    if (!isRecord(value) || value['value'] !== authorization) return value
    if (String(value['name']).toLowerCase() !== 'authorization') return value
    authorized += 1
    return null
  })
  return { text: JSON.stringify(har), authorized }
}
