import '#web/zod-config.ts'
import '#web/app.css'

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { openAccountSessions } from '#web/accounts/account-sessions.ts'
import { browserAccountSignals } from '#web/accounts/account-signals.ts'
import { watchAccounts } from '#web/accounts/lock/account-watch.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'
import { browserLockClock } from '#web/accounts/lock/lock-clock.ts'
import { dropEarlyRequest } from '#web/api/early-reply.ts'
import { openRouter } from '#web/router.ts'
import { watchEarlyKeys } from '#web/ui/early-key.ts'
import { watchFocus } from '#web/ui/page-heading.tsx'
import { applyTimeZone } from '#web/ui/time-zone-choice.ts'

function start(): void {
  const container = document.getElementById('root')
  if (container === null) throw new Error('index.html has no #root')
  const storage = browserKeyStorage()
  const clock = browserLockClock()
  const signals = browserAccountSignals()
  const sessions = openAccountSessions({ storage, clock, signals })
  if (sessions.current() === null) dropEarlyRequest()
  const home = { sessions, storage, clock }
  watchAccounts(home, signals)
  watchFocus()
  watchEarlyKeys()
  applyTimeZone()
  const router = openRouter(home)
  createRoot(container).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

// The modules that the boot script requested may load before the rest of the page.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
