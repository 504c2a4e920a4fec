import { isRecord } from '#contract/record.ts'

/** What tabs tell each other about accounts. Never a key. */
export type AccountSignal =
  | { kind: 'lock' }
  /** one account is gone from this browser */
  | { kind: 'sign-out'; profileId: string }
  /** everything is gone from this browser */
  | { kind: 'forget-all' }

/** The way to the other tabs of this browser. */
export interface AccountSignals {
  post(signal: AccountSignal): void
  /** Calls back for what other tabs post. */
  listen(onSignal: (signal: AccountSignal) => void): void
}

const NAME = 'marquee.accounts'

/** Opens the channel. Without one, the entries of localStorage tell other tabs of a lock, and no more. */
export function browserAccountSignals(): AccountSignals {
  const channel = openChannel()
  return {
    post(signal) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      channel?.postMessage(signal)
    },
    listen(onSignal) {
      channel?.addEventListener('message', ({ data }) => {
        const signal = readSignal(data)
        if (signal !== undefined) onSignal(signal)
      })
    },
  }
}

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME)
  } catch {
    return undefined
  }
}

/** Another tab may run another version of this page. */
function readSignal(data: unknown): AccountSignal | undefined {
  if (!isRecord(data)) return undefined
  const { kind, profileId } = data
  if (kind === 'lock' || kind === 'forget-all') return { kind }
  return kind === 'sign-out' && typeof profileId === 'string' ? { kind, profileId } : undefined
}
