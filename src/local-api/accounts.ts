import { createHash, randomInt } from 'node:crypto'

import type { Behaviour } from '#local-api/sentinels.ts'
import type { Store } from '#local-api/store.ts'

/** Properties of a new account. */
export interface NewAccount {
  /** balance in points */
  points: number
  name?: string
  /** default: a random one */
  apiKey?: string
  /** default: the account answers as specified */
  behaviour?: Behaviour
  /** marks one of the accounts that every data folder starts with */
  seedName?: string
}

/** An account as stored. */
export interface AccountRow {
  id: number
  name: string
  points: number
  behaviour: Behaviour | null
}

/**
 * Makes an account.
 *
 * @returns also the only copy of its key: the database keeps the key's hash
 * @throws if its key or its seed name is taken
 */
export function createAccount(
  store: Store,
  { points, name = 'Account', apiKey = generateApiKey('mq_'), behaviour, seedName }: NewAccount,
): { id: number; apiKey: string } {
  const inserted = store.database
    .query<{ id: number }>(
      `INSERT INTO accounts (name, key_hash, points, behaviour, seed_name)
       VALUES (?, ?, ?, ?, ?) RETURNING id`,
    )
    .one(name, hashApiKey(apiKey), points, behaviour ?? null, seedName ?? null)
  if (inserted === undefined) throw new Error('the account was not inserted')
  return { id: inserted.id, apiKey }
}

/** Finds the account that a key identifies (spec: "Authentication", 3). */
export function findAccount(store: Store, apiKey: string): AccountRow | undefined {
  return store.database
    .query<AccountRow>('SELECT id, name, points, behaviour FROM accounts WHERE key_hash = ?')
    .one(hashApiKey(apiKey))
}

/** Finds one of the accounts that every data folder starts with. */
export function selectSeededAccount(store: Store, seedName: string): AccountRow | undefined {
  return store.database
    .query<AccountRow>('SELECT id, name, points, behaviour FROM accounts WHERE seed_name = ?')
    .one(seedName)
}

/** Gives an account another key. The previous one is no longer accepted. */
export function replaceApiKey(store: Store, accountId: number, apiKey: string): void {
  const keyHash = hashApiKey(apiKey)
  store.database
    .query('UPDATE accounts SET key_hash = ? WHERE id = ? AND key_hash <> ?')
    .run(keyHash, accountId, keyHash)
}

/** Changes how an account answers from now on; null: as specified. */
export function updateBehaviour(
  store: Store,
  accountId: number,
  behaviour: Behaviour | null,
): void {
  store.database.query('UPDATE accounts SET behaviour = ? WHERE id = ?').run(behaviour, accountId)
}

/** How an account answers at present. */
export function selectBehaviour(store: Store, accountId: number): Behaviour | null {
  const row = store.database
    .query<Pick<AccountRow, 'behaviour'>>('SELECT behaviour FROM accounts WHERE id = ?')
    .one(accountId)
  return row?.behaviour ?? null
}

/** An account's balance. */
export function selectPoints(store: Store, accountId: number): number {
  return (
    store.database
      .query<{ points: number }>('SELECT points FROM accounts WHERE id = ?')
      .one(accountId)?.points ?? 0
  )
}

/**
 * The stored form of a key. A plain hash is enough, as a generated key has 142 random bits, too many to
 * guess. A lookup by hash also keeps its timing independent of the key.
 */
function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex')
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random key: a prefix and 24 letters and digits. */
export function generateApiKey(prefix: string): string {
  const characters = Array.from({ length: 24 }, () => BASE62.charAt(randomInt(BASE62.length)))
  return prefix + characters.join('')
}
