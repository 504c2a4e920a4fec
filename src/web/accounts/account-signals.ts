import { isRecord } from '#contract/record.ts'

/** A message between tabs about accounts. It never has a key. */
export type AccountSignal =
  | { kind: 'lock' }
  /** an account was removed from this browser */
  | { kind: 'sign-out'; profileId: string }
  /** everything was removed from this browser */
  | { kind: 'forget-all' }

/** The channel to the other tabs of this browser. */
export interface AccountSignals {
  post(signal: AccountSignal): void
  /** Calls back for each signal of another tab. */
  listen(onSignal: (signal: AccountSignal) => void): void
}

const NAME = 'marquee.accounts'

/** Opens the channel. In a browser without channels, other tabs only learn of a lock, by a `storage` event. */
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

/** Reads a signal. Another tab may run another version of this app, so unknown signals are ignored. */
function readSignal(data: unknown): AccountSignal | undefined {
  if (!isRecord(data)) return undefined
  const { kind, profileId } = data
  if (kind === 'lock' || kind === 'forget-all') return { kind }
  return kind === 'sign-out' && typeof profileId === 'string' ? { kind, profileId } : undefined
}
