import { createCipheriv, pbkdf2Sync } from 'node:crypto'
import path from 'node:path'
import process from 'node:process'

import { chromium, expect, type Locator, type Page } from '@playwright/test'

import { openDatabase } from '#sqlite/database.ts'

/** A login that the browser's password manager has saved. */
export interface SavedLogin {
  /** origin of the site */
  readonly origin: string
  readonly username: string
  readonly password: string
}

/** Opens a full Chromium with a profile of its own. Its password manager works as it does for people. */
export async function openProfile(profile: string, executablePath: string, baseURL: string) {
  return chromium.launchPersistentContext(profile, {
    executablePath,
    headless: false,
    args: ['--headless=new', '--no-first-run', '--password-store=basic'],
    // An automated browser has no password manager.
    ignoreDefaultArgs: ['--enable-automation'],
    chromiumSandbox: process.getuid?.() !== 0,
    baseURL,
    serviceWorkers: 'block',
    locale: 'en-GB',
  })
}

/** Saves a login in the password manager of a closed profile, which Chromium has opened before. */
export function saveLogin(profile: string, login: SavedLogin): void {
  const database = openDatabase(path.join(profile, 'Default/Login Data'))
  const columns = ['origin_url', 'signon_realm', 'username_value', 'password_value'] as const
  const rest = ['date_created', 'blacklisted_by_user', 'scheme'] as const
  const names = [...columns, ...rest].join(', ')
  const password = sealed(login.password).toString('hex')
  database
    .query(
      `INSERT INTO logins (${names}) VALUES (?, ?, ?, X'${password}', 13300000000000000, 0, 0)`,
    )
    .run(`${login.origin}/`, `${login.origin}/`, login.username)
  // Left as Chromium has it.
  database.exec('PRAGMA journal_mode = DELETE')
  database.close()
}

/** Whether the password manager fills in a plain form of an origin that it has a login for. */
export async function fillsIn(page: Page, origin: string): Promise<boolean> {
  const address = `${origin}/plain`
  const form = '<form><input autocomplete="username"><input type="password"></form>'
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: form }))
  await page.goto(address)
  return expect(page.locator('[type=password]'))
    .not.toHaveValue('', { timeout: 5_000 })
    .then(
      () => true,
      () => false,
    )
}

/** What "--password-store=basic" does: Chromium on Linux has this key and this salt in its source. */
function sealed(password: string): Buffer {
  const key = pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1')
  const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16, ' '))
  return Buffer.concat([Buffer.from('v10'), cipher.update(password), cipher.final()])
}

/**
 * Waits until the password manager has dealt with everything on a page: it fills in the forms of a page all at once, so a
 * sign-in form that comes last is filled in last.
 *
 * @param within where the form is put: an open dialog makes everything else inert
 */
export async function awaitManager(page: Page, within: Locator = page.locator('body')) {
  await within.evaluate((element) => {
    const form = document.createElement('form')
    form.id = 'sign-in'
    const [name, password] = [document.createElement('input'), document.createElement('input')]
    Object.assign(name, { autocomplete: 'username' })
    Object.assign(password, { autocomplete: 'current-password', type: 'password' })
    form.append(name, password)
    element.append(form)
  })
  await expect(page.locator('#sign-in [type=password]')).not.toHaveValue('')
  await page.locator('#sign-in').evaluate((form) => {
    form.remove()
  })
}
