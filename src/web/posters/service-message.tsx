import { m } from '#web/messages/generated/messages.js'
import { ExpandableText } from '#web/ui/expandable-text.tsx'
import { Sentence } from '#web/ui/sentence.tsx'

/** Quotes a message of the service; nothing if it is empty. */
export function ServiceMessage({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p className="wrap-anywhere text-muted">
      <Sentence say={(words) => m.service_says({ words })}>
        <ExpandableText text={text} showAll={m.show_all()} />
      </Sentence>
    </p>
  )
}
