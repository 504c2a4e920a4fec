import { Sentence } from '#web/ui/sentence.tsx'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'

/** An untrusted text, isolated from the direction of the text around it. */
export function UntrustedText({
  text,
  maxLength = CELL_LENGTH,
}: {
  text: string
  maxLength?: number
}) {
  // lang="": the language is not known.
  return <bdi lang="">{showUntrusted(text, maxLength)}</bdi>
}

/** A sentence of ours with an untrusted text in it, isolated from our words. */
export function SentenceWith({
  shown,
  say,
}: {
  /** the result of showUntrusted */
  shown: string
  /** makes the sentence with a placeholder for the text */
  say: (slot: string) => string
}) {
  return (
    <Sentence say={say}>
      <bdi lang="">{shown}</bdi>
    </Sentence>
  )
}
