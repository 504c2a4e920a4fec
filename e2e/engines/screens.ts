import type { Part, Tab } from './tab.ts'

/** Steps that these tests share. */

export const PASSPHRASE = 'correct horse battery'

/** Enters a key on the connect screen, without waiting for the result. */
export async function giveKey(tab: Tab, address: string, apiKey: string): Promise<void> {
  await tab.open(address)
  await tab.part('textbox', 'API key').fill(apiKey)
  await tab.part('button', 'Connect').click()
}

/** Connects on the connect screen. */
export async function connect(tab: Tab, address: string, apiKey: string): Promise<void> {
  await giveKey(tab, address, apiKey)
  await accountButton(tab).waitFor()
}

/** The button in the header with the current account's name. */
export function accountButton(tab: Tab): Part {
  return tab.part('button', /^Account: /)
}

/** Opens the vault on the connect screen. */
export async function unlock(tab: Tab): Promise<void> {
  await tab.part('textbox', 'Passphrase').fill(PASSPHRASE)
  await tab.part('button', 'Unlock').click()
}

/** Fills in the poster form, and sends it. */
export async function createPoster(tab: Tab, imageUrl: string): Promise<void> {
  await tab.part('textbox', 'Image URL').fill(imageUrl)
  await tab.part('radio', /firework/).click()
  await tab.part('button', 'Create poster').click()
}
