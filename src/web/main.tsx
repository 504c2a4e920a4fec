import '#web/zod-config.ts'
import '#web/ui/theme.css'

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { openAccountSessions } from '#web/accounts/account-sessions.ts'
import { browserAccountSignals } from '#web/accounts/account-signals.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'
import { browserLockClock } from '#web/accounts/lock-clock.ts'
import { watchLock } from '#web/accounts/lock-watch.ts'
import { openRouter } from '#web/router.ts'

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')
const storage = browserKeyStorage()
const clock = browserLockClock()
const signals = browserAccountSignals()
const sessions = openAccountSessions({ storage, clock, signals })
const home = { sessions, storage, clock }
const loadActions = () => import('#web/accounts/account-actions.ts')
watchLock(sessions, clock, () => void loadActions().then(({ followVault }) => followVault(home)))
signals.listen(({ kind }) => {
  if (kind === 'forget-all') {
    void import('#web/api/poster-tasks.ts').then(({ forgetAllSubmissions }) =>
      forgetAllSubmissions(),
    )
  }
})
const router = openRouter(home)
createRoot(container).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
