import { m } from '#web/messages/generated/messages.js'

/** What a person can do about a failed task, below the message of the service; nothing if we have no advice. */
export function AdviceText({ message }: { message: string }) {
  const advice = failureAdvice(message)
  return advice === undefined ? null : <p className="text-sm text-muted">{advice}</p>
}

/**
 * Kinds of failure that a person can do something about, by words of their messages. The values of error_msg are not
 * specified (spec: "Video task record"), so this covers the wordings that are known, in English and Chinese. The first match counts.
 */
const KINDS: readonly [RegExp, () => string][] = [
  [/more than one face|multiple faces|several faces|多张人脸|多个人脸/i, m.advice_one_face],
  [/\bfaces?\b|人脸/i, m.advice_face],
  [/too small|too low|resolution|at least \d+ (?:px|pixels)|分辨率|尺寸过小/i, m.advice_larger],
  [/download|could not be (?:loaded|fetched|read)|unreachable|下载|无法访问/i, m.advice_reachable],
  [/time limit|timed? ?out|out of memory|overload|\bbusy\b|超时|繁忙/i, m.advice_later],
]

/**
 * What a person can do about a failed task, in our words.
 *
 * @param message of the service
 * @returns undefined if the message is of no known kind
 */
export function failureAdvice(message: string): string | undefined {
  const kind = KINDS.find(([words]) => words.test(message))
  return kind && m.advice({ advice: kind[1]() })
}
