import {
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
  Send,
} from 'lucide-react'

import { endOf, showUntrusted } from '#web/format/untrusted-text.ts'
import { m } from '#web/messages/generated/messages.js'
import type { SubmissionState } from '#web/posters/submissions/submission-state.ts'

/** How many characters of an address are shown, and how many of them are its end. */
const SHORT_LENGTH = 42
const END_LENGTH = 19

/** The word, the icon and the colour of each state. */
export const submissionWords: Record<
  SubmissionState,
  { word: () => string; icon: LucideIcon; tint: string }
> = {
  created: { word: m.submission_created, icon: CircleCheck, tint: 'text-completed' },
  refused: { word: m.submission_refused, icon: CircleX, tint: 'text-failed' },
  unknown: { word: m.submission_unknown, icon: CircleQuestionMark, tint: 'text-focus' },
  'not-sent': { word: m.submission_not_sent, icon: CircleMinus, tint: 'text-muted' },
  'on-its-way': { word: m.submission_on_its_way, icon: Send, tint: 'text-processing' },
}

/** The start and the end of a long address. Similar addresses often differ at the end. */
export function shortAddress(url: string): string {
  const address = url.replace(/^https?:\/\/(?=.)/i, '')
  if (address.length <= SHORT_LENGTH) return showUntrusted(address, SHORT_LENGTH)
  const end = endOf(address, END_LENGTH)
  return `${showUntrusted(address, SHORT_LENGTH - END_LENGTH - 1)}${showUntrusted(end, END_LENGTH)}`
}
