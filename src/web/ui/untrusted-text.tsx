import { Sentence } from '#web/ui/sentence.tsx'
import { CELL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'

/** Text of the service: shown as data, isolated from the text around it, in whatever language it is. */
export function UntrustedText({
  text,
  maxLength = CELL_LENGTH,
}: {
  text: string
  maxLength?: number
}) {
  // lang="" says that the language is not known.
  return <bdi lang="">{showUntrusted(text, maxLength)}</bdi>
}

/** A sentence of ours with a foreign text in it, which turns none of our words. */
export function SentenceWith({
  shown,
  say,
}: {
  /** as it is shown: what showUntrusted made of it */
  shown: string
  /** the sentence, with what stands in the text's place */
  say: (slot: string) => string
}) {
  return (
    <Sentence say={say}>
      <bdi lang="">{shown}</bdi>
    </Sentence>
  )
}
