import '#web/zod-config.ts'
import '#web/ui/theme.css'

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { openAccountSessions } from '#web/accounts/account-sessions.ts'
import { browserAccountSignals } from '#web/accounts/account-signals.ts'
import { watchAccounts } from '#web/accounts/account-watch.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'
import { browserLockClock } from '#web/accounts/lock-clock.ts'
import { openRouter } from '#web/router.ts'

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')
const storage = browserKeyStorage()
const clock = browserLockClock()
const signals = browserAccountSignals()
const sessions = openAccountSessions({ storage, clock, signals })
const home = { sessions, storage, clock }
watchAccounts(home, signals)
const router = openRouter(home)
createRoot(container).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
