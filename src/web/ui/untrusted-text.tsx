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
