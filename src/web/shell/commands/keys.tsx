import { Fragment } from 'react'

import { m } from '#web/messages/generated/messages.js'

/** Keys to press one after the other, drawn as on a keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs text-muted">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span>{m.keys_then()}</span>}
          <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-canvas px-1 font-mono">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
