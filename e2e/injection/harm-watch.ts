import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { BrowserContext, Route } from '@playwright/test'

import { NO_WORKER } from '#e2e/support/page-guard.ts'

import { PLANTED } from './injection-string.ts'
import type { Problem, ProblemKind } from './problem.ts'

/** Watches a context for everything that must never happen. */
export interface HarmWatch {
  readonly problems: readonly Problem[]
  /** Announces a text that is loaded where it is an http(s) address: a video, or a picture. */
  foresee(text: string): void
  /** how many foreseen addresses were asked for */
  readonly loads: number
  /** how many foreseen addresses the policy stopped */
  readonly stopped: number
  /** Announces that the page is about to be left for another. */
  expectDocument(): void
  /** which place the next problems belong to */
  place: string
}

declare global {
  interface Window {
    reportHarm: (kind: ProblemKind, detail: string) => Promise<void>
  }
}

const clip = readFileSync(path.resolve(import.meta.dirname, '../../public/media/silk.webm'))
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>'

/**
 * Watches every page that the context opens from now on, and replaces the outside world: no
 * request leaves this machine.
 *
 * @param origin of the host
 */
export async function watchForHarm(context: BrowserContext, origin: string): Promise<HarmWatch> {
  const problems: Problem[] = []
  const foreseen = new Set<string>()
  let documents = 0
  let pages = 0
  const watch = { problems, place: '', loads: 0, stopped: 0 }
  const note = (kind: ProblemKind, detail: string) =>
    problems.push({ kind, place: watch.place, text: '', detail: detail.slice(0, 400) })
  const isForeseen = (address: string) => foreseen.has(address.replace(/#.*/s, ''))

  context.on('dialog', (dialog) => {
    note('ran', `a ${dialog.type()} says ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('page', (page) => {
    pages += 1
    if (pages > 1) note('ran', `a window was opened: ${page.url()}`)
  })
  context.on('weberror', (error) => note('console', `page error: ${String(error.error())}`))
  context.on('console', (message) => {
    const text = message.text()
    const isAboutMedia = [...foreseen].some((address) => text.includes(address))
    if (!['error', 'warning'].includes(message.type()) || isAboutMedia) return
    if (text === NO_WORKER) return
    note('console', `${message.type()}: ${text} (${message.location().url})`)
  })
  context.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    documents -= 1
    if (documents < 0) note('ran', `the page was led to ${request.url()}`)
  })
  context.on('framenavigated', (frame) => {
    if (frame.parentFrame() !== null) note('ran', `a frame shows ${frame.url()}`)
    else if (!frame.url().startsWith(origin) && frame.url() !== 'about:blank') {
      note('ran', `the page is at ${frame.url()}`)
    }
  })
  await context.route(
    (url) => url.origin !== origin,
    async (route: Route) => {
      const request = route.request()
      const type = request.resourceType()
      if (!isForeseen(request.url()) || !['media', 'image'].includes(type)) {
        note('requests', `${type} ${request.url()}`)
        await route.abort('blockedbyclient')
        return
      }
      watch.loads += 1
      if (type === 'media') await route.fulfill({ contentType: 'video/webm', body: clip })
      else await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
    },
  )
  await context.exposeFunction('reportHarm', (kind: ProblemKind, detail: string) => {
    const [, directive = '', address = ''] = /^(\S+) (\S+)/.exec(detail) ?? []
    const isStopped = kind === 'policy' && ['media-src', 'img-src'].includes(directive)
    if (isStopped && isForeseen(address)) watch.stopped += 1
    else note(kind, detail)
  })
  await context.addInitScript(definePlanted, PLANTED)
  await context.addInitScript(watchElements)
  return Object.assign(watch, {
    foresee(text: string) {
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (url === undefined || !/^https?:$/.test(url.protocol)) return
      url.hash = ''
      foreseen.add(url.href)
    },
    expectDocument() {
      documents += 1
    },
  })
}

function definePlanted(name: string): void {
  Object.defineProperty(window, name, {
    value: () => void window.reportHarm('ran', `${name}() was called`),
  })
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, blockedURI, sample } = violation
    void window.reportHarm('policy', `${effectiveDirective} ${blockedURI} ${sample}`)
  })
}

/** Reports each element and each attribute that is added and that no screen of ours has. */
function watchElements(): void {
  const FOREIGN =
    'script, style, iframe, frame, frameset, object, embed, base, meta, math, foreignObject, ' +
    'portal, marquee, template, noscript, plaintext, xmp, audio, source, slot, animate, set, use, ' +
    'image, area, link:not([rel=modulepreload], [rel=stylesheet])'
  const isCode = (name: string) =>
    /^on|^(?:srcdoc|formaction|action|background|ping|xlink:href|http-equiv)$/i.test(name)

  function look(element: Element): void {
    if (element.matches(FOREIGN))
      void window.reportHarm('elements', element.outerHTML.slice(0, 300))
    for (const name of element.getAttributeNames()) {
      if (isCode(name)) void window.reportHarm('elements', `${name} of ${element.tagName}`)
    }
  }
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      if (target instanceof Element) look(target)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        look(node)
        for (const child of node.querySelectorAll('*')) look(child)
      }
    }
  })
  // What the host's own document holds is there by then.
  document.addEventListener('DOMContentLoaded', () => {
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  })
}
