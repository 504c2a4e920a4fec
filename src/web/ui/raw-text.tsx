import { DETAIL_LENGTH, showUntrusted } from '#web/format/untrusted-text.ts'

/** Foreign text in full, or the first 10,000 characters of it, in a box that scrolls. */
export function RawText({ text, isCode = false }: { text: string; isCode?: boolean }) {
  return (
    <pre
      // A box that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      lang=""
      className={`max-h-[60vh] overflow-auto rounded-control border border-line bg-canvas p-3 text-sm break-words whitespace-pre-wrap ${isCode ? 'font-mono' : 'font-sans'}`}
    >
      <bdi>{showUntrusted(text, DETAIL_LENGTH)}</bdi>
    </pre>
  )
}
