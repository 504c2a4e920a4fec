import '#design/design.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { DesignPage } from '#design/design-page.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('the page has no #root')
createRoot(container).render(
  <StrictMode>
    <DesignPage />
  </StrictMode>,
)
