/** Shortest passphrase, in characters: a vault can be guessed at for as long as its thief likes. */
export const MIN_PASSPHRASE_LENGTH = 12

/** Whether a passphrase is too short. A character outside of the basic plane counts once. */
export function isTooShort(passphrase: string): boolean {
  return Array.from(passphrase).length < MIN_PASSPHRASE_LENGTH
}

/** Whether this page has the cryptography for a vault: not over plain HTTP from another machine. */
export function canKeepOnDevice(): boolean {
  return 'subtle' in crypto
}
