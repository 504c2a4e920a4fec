/** The channel over which tabs tell each other of changes; without it each tab sees its own only. */
export function openAttemptChannel(onMessage: () => void): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel('marquee.attempts')
    channel.addEventListener('message', onMessage)
    return channel
  } catch {
    return undefined
  }
}
