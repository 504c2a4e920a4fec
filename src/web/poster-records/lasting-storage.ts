import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'

import { TAB_PREFIX } from '#web/api/tab-entries.ts'
import { readChoice, writeChoice } from '#web/ui/kept-choices.ts'

/*
 * Browsers delete what a site has stored when space runs short, and Safari after seven days without a visit, unless the
 * browser has promised to keep it. The promise is for everything of this site.
 */

const ASKED_ENTRY = `${TAB_PREFIX}asked-to-keep`

/** undefined: the browser has not answered yet */
const promise = createAtom<boolean | undefined>(undefined)
let hasAsked = false

/**
 * Asks the browser to keep what is stored, after something was. Does not reject, and nothing waits for the answer: Firefox
 * asks the person. So it is asked once in a page, and not again in a later one unless the person chooses to keep something.
 *
 * @param isChosen the person has chosen to keep something on this device
 */
export async function askToKeepStorage(isChosen: boolean): Promise<void> {
  if (hasAsked || (!isChosen && readChoice(ASKED_ENTRY) !== null)) return
  hasAsked = true
  // Where nothing is stored, a later page asks again.
  writeChoice(ASKED_ENTRY, 'yes')
  promise.set(
    (await answer(async () => navigator.storage.persisted())) ||
      (await answer(async () => navigator.storage.persist())),
  )
}

/** Asks the browser before a screen is shown, so that the answer causes no layout shift. Never rejects. */
export async function prepareMayBeDeleted(): Promise<void> {
  promise.set(await answer(async () => navigator.storage.persisted()))
}

/** Whether the browser may delete what is stored. @returns undefined until the browser has answered */
export function useMayBeDeleted(): boolean | undefined {
  useEffect(() => {
    void prepareMayBeDeleted()
  }, [])
  return useSelector(promise, (isPromised) => (isPromised === undefined ? undefined : !isPromised))
}

/** Over plain HTTP, the browser cannot be asked. */
async function answer(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask()
  } catch {
    return false
  }
}
