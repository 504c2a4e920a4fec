import { useEffect, useState } from 'react'

import { useAccounts } from '#web/accounts/accounts-home.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import { reportDefect } from '#web/api/api-error.ts'
import { isNotLoaded } from '#web/ui/is-not-loaded.ts'

/** Says how many submissions are lost with an account. */
export function SubmissionsLost({ profileId }: { profileId: string }) {
  const { sessions } = useAccounts()
  const [submissions, setSubmissions] = useState({ all: 0, unknown: 0 })
  useEffect(() => {
    const account = sessions.tabAccounts()?.accounts.find((one) => one.profileId === profileId)
    if (account === undefined) return undefined
    let isGone = false
    const count = async () => {
      const counted = await countSubmissions(account)
      if (!isGone) setSubmissions(counted)
    }
    void count()
    return () => {
      isGone = true
    }
  }, [sessions, profileId])
  const { all, unknown } = submissions
  if (all === 0) return null
  return (
    <p>
      {unknown === 0
        ? m.account_submissions({ count: all, shown: formatNumber(all) })
        : m.account_unknown({ count: unknown, shown: formatNumber(unknown) })}
    </p>
  )
}

/** Counts an account's submissions in this browser, and those with an unknown outcome. */
export async function countSubmissions(account: {
  apiKey: string
  profileId: string
}): Promise<{ all: number; unknown: number }> {
  try {
    const submissions = await import('#web/submissions/kept-submissions.ts')
    return await submissions.countSubmissions(account)
  } catch (error) {
    if (!isNotLoaded(error)) reportDefect(error)
    // Without the code that counts them, say nothing.
    return { all: 0, unknown: 0 }
  }
}
