import type { KeyStorage, StoredAccount } from '#web/accounts/key-storage.ts'
import { randomId } from '#web/api/random-id.ts'
import { type ApiSession, startSession } from '#web/api/session.tsx'
import { refreshVideoTasks } from '#web/api/video-tasks.ts'

/** The account at work, as people see it. The key itself is in the session, for requests only. */
export interface Account {
  readonly name: string
  /** The last four characters of the key, or fewer of a short one: enough to tell two keys apart. */
  readonly keyTail: string
  readonly session: ApiSession
  /** Whether a reload of this tab keeps the account. */
  readonly isKept: boolean
}

/** The accounts of this tab: at most one at a time, a fresh session for each. */
export interface AccountSessions {
  /** The account at work, or null. The same object until it changes. */
  readonly current: () => Account | null
  /**
   * Puts an account to work and ends the one before, with all that was read under it. The key that
   * is at work already is no other account.
   */
  readonly connect: (name: string, apiKey: string) => void
  /** Ends the account at work and forgets its key. */
  readonly forget: () => void
  /** Calls back after each change; returns how to stop that. */
  readonly subscribe: (onChange: () => void) => () => void
}

/** Opens the accounts of this tab; an account kept from before a reload is at work at once. */
export function openAccountSessions(storage: KeyStorage): AccountSessions {
  const listeners = new Set<() => void>()
  const stored = storage.load()
  let account = stored === undefined ? null : startAccount(stored, true)

  function change(next: Account | null) {
    account = next
    for (const listener of listeners) listener()
  }

  return {
    current: () => account,
    connect(name, apiKey) {
      if (account?.session.apiKey === apiKey) {
        // The same account: what was read and sent under it stays known.
        const { session } = account
        const isKept = storage.keep({ profileId: session.profileId, name, apiKey })
        change({ ...account, name, isKept })
        refreshVideoTasks(session)
        return
      }
      const next = { profileId: randomId(), name, apiKey }
      const isKept = storage.keep(next)
      account?.session.end()
      change(startAccount(next, isKept))
    },
    forget() {
      storage.forget()
      account?.session.end()
      change(null)
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

function startAccount({ profileId, name, apiKey }: StoredAccount, isKept: boolean): Account {
  return { name, keyTail: keyTail(apiKey), session: startSession(profileId, apiKey), isKept }
}

/** Half of a short key at most: four characters of a five-character key would give it away. */
function keyTail(apiKey: string): string {
  const shown = Math.min(4, Math.floor(apiKey.length / 2))
  return apiKey.slice(apiKey.length - shown)
}
