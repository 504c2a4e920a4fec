/**
 * The channel over which tabs tell each other of changes; without it each tab sees its own only.
 *
 * @param onMessage is given the ids of the submissions that were taken out of the log
 */
export function openSubmissionChannel(
  onMessage: (removed: readonly string[]) => void,
): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel('marquee.attempts')
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      onMessage(Array.isArray(data) ? data.filter((id) => typeof id === 'string') : [])
    })
    return channel
  } catch {
    return undefined
  }
}
