import '#web/zod-config.ts'
import '#web/ui/theme.css'

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { openAccountSessions } from '#web/accounts/account-sessions.ts'
import { tabKeyStorage } from '#web/accounts/key-storage.ts'
import { openRouter } from '#web/router.ts'

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')
const router = openRouter(openAccountSessions(tabKeyStorage()))
createRoot(container).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
