import type { ReactNode } from 'react'

/** A placeholder that no message contains (a private use character). */
const SLOT = '\ue000'

/** A sentence with an element in it, at the place where the language puts it. */
export function Sentence({
  say,
  children,
}: {
  /** makes the sentence with a placeholder for the children */
  say: (slot: string) => string
  children: ReactNode
}) {
  const [before, after] = say(SLOT).split(SLOT)
  return (
    <>
      {before !== '' && <span>{before}</span>}
      {children}
      {after !== '' && <span>{after}</span>}
    </>
  )
}
