import { createHash, randomInt } from 'node:crypto'

import type { Behaviour } from '#local-api/sentinels.ts'
import {
  insertAccount,
  selectAccountByKeyHash,
  updateKeyHash,
  type AccountRow,
  type Store,
} from '#local-api/store.ts'

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

/** A new account, with the only copy of its key: the database keeps the key's hash. */
export interface CreatedAccount {
  id: number
  apiKey: string
}

/** Makes an account. @throws if its key is taken */
export function createAccount(store: Store, account: NewAccount): CreatedAccount {
  const apiKey = account.apiKey ?? generateApiKey('mq_')
  const id = insertAccount(store, {
    name: account.name ?? 'Account',
    keyHash: hashApiKey(apiKey),
    points: account.points,
    behaviour: account.behaviour ?? null,
    seedName: account.seedName ?? null,
  })
  return { id, apiKey }
}

/** Finds the account that a key identifies (spec: "Authentication", 3). */
export function findAccount(store: Store, apiKey: string): AccountRow | undefined {
  return selectAccountByKeyHash(store, hashApiKey(apiKey))
}

/** Gives an account another key. The previous one is no longer accepted. */
export function replaceApiKey(store: Store, accountId: number): string {
  const apiKey = generateApiKey('mq_')
  updateKeyHash(store, accountId, hashApiKey(apiKey))
  return apiKey
}

/**
 * The stored form of a key. A plain hash is enough, as a generated key has 142 random bits, too many to
 * guess. A lookup by hash also keeps its timing independent of the key.
 */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex')
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random key: a prefix and 24 letters and digits. */
export function generateApiKey(prefix: string): string {
  const characters = Array.from({ length: 24 }, () => BASE62.charAt(randomInt(BASE62.length)))
  return prefix + characters.join('')
}
