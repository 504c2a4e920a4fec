import '#web/zod-config.ts'
import '#web/app.css'

import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, use, useInsertionEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'

import { openAccountSessions } from '#web/accounts/account-sessions.ts'
import { browserAccountSignals } from '#web/accounts/account-signals.ts'
import { watchAccounts } from '#web/accounts/lock/account-watch.ts'
import { browserKeyStorage } from '#web/accounts/key-storage.ts'
import { browserLockClock } from '#web/accounts/lock/lock-clock.ts'
import { dropEarlyRequest, isEarlyReplyShown, takeEarlyResult } from '#web/early/early-request.ts'
import { openRouter } from '#web/router.tsx'
import { applyStyleSheets } from '#web/shell/builds.ts'
import { applyTheme } from '#web/shell/choices.ts'
import { themeChoice } from '#web/shell/theme-choice.ts'
import { watchEarlyKeys } from '#web/ui/early-key.ts'
import { watchFocus } from '#web/ui/page-heading.tsx'
import { watchPauses } from '#web/ui/pauses.ts'
import { applyTimeZone } from '#web/ui/time-zone-choice.ts'

async function start(): Promise<void> {
  const container = document.getElementById('root')
  if (container === null) throw new Error('index.html has no #root')
  const storage = browserKeyStorage()
  const clock = browserLockClock()
  const signals = browserAccountSignals()
  const sessions = openAccountSessions({ storage, clock, signals })
  if (sessions.current()?.profileId !== globalThis.earlyRequest?.account.profileId) {
    // The tab was locked or has another account since.
    dropEarlyRequest()
    globalThis.earlyStage?.freeze()
    container.replaceChildren()
  }
  const services = { sessions, storage, clock }
  watchAccounts(services, signals)
  watchFocus()
  watchPauses()
  watchEarlyKeys()
  applyTimeZone()
  themeChoice.subscribe(applyTheme)
  let isFirst = true
  const router = openRouter(
    { services, early: { isReplyShown: isEarlyReplyShown, takeResult: takeEarlyResult } },
    () => {
      // The early screen may be scrolled already.
      const isScrolled = isFirst && scrollY > 0
      isFirst = false
      return !isScrolled
    },
  )
  let loaded: string | undefined
  const isPressed = () => router.history.location.href !== loaded
  /** Loads what the early screen shows, also if that is pressed meanwhile. */
  async function load() {
    do {
      loaded = router.history.location.href
      await globalThis.earlyStage?.settled
      // Not its promise alone: that waits until React has placed the list, and React may wait here.
      const read = new Promise((resolve) => {
        router.subscribe('onLoad', resolve)
      })
      await Promise.race([read, router.load()])
    } while (isPressed())
  }
  let loading = load()
  await loading
  const pressed = () => {
    if (isPressed()) loading = load()
    return loading
  }
  const handOver = () => {
    globalThis.earlyStage?.finish()
    globalThis.earlyStage = undefined
    if (isPressed()) void router.load()
  }
  // As a transition, the first render is done in short tasks. Between them the browser paints and scrolls, and the early screen
  // works: until the first commit, React leaves it where it is.
  startTransition(() => {
    createRoot(container).render(
      <StrictMode>
        <RouterProvider router={router} />
        <HandOver pressed={pressed} onDone={handOver} />
      </StrictMode>,
    )
  })
}

/** Tells the early screen that the elements of React are there, before they are painted. They wait for what was pressed on it. */
function HandOver({ pressed, onDone }: { pressed: () => PromiseLike<void>; onDone: () => void }) {
  use(pressed())
  useInsertionEffect(applyStyleSheets, [])
  useLayoutEffect(onDone, [onDone])
  return null
}

void start()
