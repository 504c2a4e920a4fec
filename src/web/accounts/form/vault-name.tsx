/** The user name under which password managers store the passphrase: the same in every language. */
const VAULT_NAME = 'Marquee accounts of this device'

/** Stands before a passphrase and tells password managers which of their entries it is. Nobody sees it. */
export function VaultName() {
  return (
    <input type="text" name="vault" autoComplete="username" value={VAULT_NAME} readOnly hidden />
  )
}
