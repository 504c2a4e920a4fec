import '#design/design.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { DesignPage } from '#design/design-page.tsx'
import { ApiSessionProvider, startSession } from '#web/api/session.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('the page has no #root')
createRoot(container).render(
  <StrictMode>
    {/* Nothing is asked with it. */}
    <ApiSessionProvider session={startSession('design', '', true)}>
      <DesignPage />
    </ApiSessionProvider>
  </StrictMode>,
)
