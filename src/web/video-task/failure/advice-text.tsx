import { failureAdvice } from '#web/video-task/failure/failure-advice.ts'

/** What a person can do about a failed task, below the message of the service; nothing if we have no advice. */
export function AdviceText({ message }: { message: string }) {
  const advice = failureAdvice(message)
  return advice === undefined ? null : <p className="text-sm text-muted">{advice}</p>
}
