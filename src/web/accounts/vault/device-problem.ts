import { type DeviceProblem, MIN_PASSPHRASE_LENGTH } from '#web/accounts/vault/device-vault.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'

const problems: Record<DeviceProblem, () => string> = {
  foreign: m.vault_problem_foreign,
  newer: m.vault_problem_newer,
  damaged: m.vault_problem_damaged,
  'wrong-passphrase': m.vault_problem_passphrase,
  'passphrase-too-short': () => m.vault_problem_short({ min: formatNumber(MIN_PASSPHRASE_LENGTH) }),
  none: m.vault_problem_none,
  'not-stored': m.vault_problem_not_stored,
}

/** Says in words what went wrong with the vault and what to do; undefined: nothing went wrong. */
export function describeDeviceProblem(problem: DeviceProblem | undefined): string | undefined {
  return problem && problems[problem]()
}
