import { type Atom, createAtom, useSelector } from '@tanstack/react-store'

import { type ApiSession, perSession, useApiSession } from '#web/api/session.tsx'
import { allSearches } from '#web/task-list/query-keys.ts'
import { type AccountMarks, NO_MARKS } from '#web/task-list/task-marks.ts'

/** The marks of each session's account. They are gone with the session. */
const atomOf = perSession(({ signal }: ApiSession): Atom<AccountMarks> => {
  const atom = createAtom(NO_MARKS)
  signal.addEventListener('abort', () => atom.set(() => NO_MARKS))
  return atom
})

/** Gives a session the marks of its account. If they have changed, searches are done again. */
export function setSessionMarks(session: ApiSession, marks: AccountMarks): void {
  const atom = atomOf(session)
  const before = atom.get()
  if (before === marks || JSON.stringify(before) === JSON.stringify(marks)) return
  atom.set(() => marks)
  void session.queryClient.invalidateQueries({ queryKey: allSearches(session) })
}

/** The marks of a session's account at the moment. */
export function sessionMarks(session: ApiSession): AccountMarks {
  return atomOf(session).get()
}

/** The marks of the account on screen. The component renders again when they change. */
export function useSessionMarks(): AccountMarks {
  return useSelector(atomOf(useApiSession()))
}
