import { INJECTED_WORDS, LONG_WORDS, WORDS } from '#design/samples.ts'
import { Section, Specimen, Specimens } from '#design/specimen.tsx'
import { formatJson } from '#web/format/json-text.ts'
import { m } from '#web/messages/generated/messages.js'
import { RawText } from '#web/ui/raw-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ExpandableText } from '#web/ui/expandable-text.tsx'
import { SentenceWith, UntrustedText } from '#web/ui/untrusted-text.tsx'

const loadedAt = Date.now()
const AGES_S = [0, 40, 180, 7200, 172_800]

/** Untrusted texts, and times. */
export function TextsSection() {
  return (
    <Section name="texts" heading="UntrustedText ExpandableText RawText RelativeTime">
      <Specimens>
        <Specimen state="RelativeTime">
          <p className="flex flex-wrap gap-x-4 tabular-nums">
            {AGES_S.map((age) => (
              <RelativeTime key={age} at={loadedAt - age * 1000} />
            ))}
          </p>
        </Specimen>
        <Specimen state="SentenceWith">
          <SentenceWith shown="Shop" say={(name) => m.poster_pays({ name, tail: '3f2a' })} />
        </Specimen>
        <Specimen state="UntrustedText" isWide>
          <p className="wrap-anywhere">
            <UntrustedText text={INJECTED_WORDS} />
          </p>
        </Specimen>
        <Specimen state="ExpandableText" isWide>
          <ExpandableText text={LONG_WORDS} showAll={m.show_all()} />
        </Specimen>
      </Specimens>
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <Specimen state="RawText">
          <div className="flex flex-col gap-2">
            <RawText label={m.detail_error()} text={`${WORDS} ${WORDS}`} showAll={m.show_all()} />
          </div>
        </Specimen>
        <Specimen state="RawText isCode">
          <div className="flex flex-col gap-2">
            <RawText
              label={m.detail_raw()}
              text={formatJson({ id: 812, price: 10, error_msg: null })}
              isCode
              showAll={m.show_all()}
            />
          </div>
        </Specimen>
      </div>
    </Section>
  )
}
