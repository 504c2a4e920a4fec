import type { ReactNode } from 'react'

/** Stands for what is put in while a sentence is made; no message has it. */
const SLOT = '\ue000'

/** A sentence with something in it that is more than text, at the place where the language has it. */
export function Sentence({
  say,
  children,
}: {
  /** the sentence, with what stands in their place */
  say: (slot: string) => string
  children: ReactNode
}) {
  const [before, after] = say(SLOT).split(SLOT)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
