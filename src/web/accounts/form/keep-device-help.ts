import { useMayBeDeleted } from '#web/poster-records/lasting-storage.ts'
import { joinSentences } from '#web/format/sentences.ts'
import { m } from '#web/messages/generated/messages.js'

/** What it means to keep a key on this device. */
export function useKeepDeviceHelp(): string {
  const mayBeDeleted = useMayBeDeleted() === true
  return joinSentences(m.keep_device_help(), mayBeDeleted ? m.device_text_while() : '')
}
