import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { BrowserContext, Page } from '@playwright/test'

import { IMAGE_HOST } from '#e2e/support/outside-world.ts'
import { NO_WORKER } from '#e2e/support/page-guard.ts'

import { MARKED_HOST, PLANTED } from './strings.ts'

declare global {
  interface Window {
    reportHarm: (detail: string) => Promise<void>
  }
}

const clip = readFileSync(path.resolve(import.meta.dirname, '../../public/media/silk.webm'))
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>'

/**
 * Watches every page that the context opens from now on for code that runs, elements that no screen of ours has, and
 * requests, and replaces the outside world: no request leaves this machine.
 *
 * @param origin of the host
 * @returns what happened that must not, each as a line; it grows
 */
export async function watchForHarm(context: BrowserContext, origin: string): Promise<string[]> {
  const problems: string[] = []
  const isForeseen = (address: string, type: string) =>
    ['media', 'image'].includes(type) &&
    (MARKED_HOST.test(new URL(address).hostname) || address.startsWith(`${IMAGE_HOST}/`))
  context.on('dialog', (dialog) => {
    problems.push(`a ${dialog.type()} says ${dialog.message()}`)
    void dialog.dismiss()
  })
  let pages = 0
  context.on('page', (page: Page) => {
    pages += 1
    if (pages > 1) problems.push(`a window was opened: ${page.url()}`)
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame() !== null) problems.push(`a frame shows ${frame.url()}`)
      else if (!frame.url().startsWith(origin)) problems.push(`the page is at ${frame.url()}`)
    })
  })
  context.on('weberror', (error) => problems.push(`page error: ${String(error.error())}`))
  context.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type())
    // The policy stops the video of a foreign address, and no video is at an address of the test.
    const isAboutMedia = /zq[a-z]{3}zq\.example/.test(message.text() + message.location().url)
    if (isProblem && !isAboutMedia && message.text() !== NO_WORKER) {
      problems.push(`console: ${message.text()}`)
    }
  })
  await context.route(
    (url) => url.origin !== origin,
    async (route) => {
      const type = route.request().resourceType()
      if (!isForeseen(route.request().url(), type)) {
        problems.push(`a request: ${type} ${route.request().url()}`)
        await route.abort('blockedbyclient')
      } else if (type === 'media') await route.fulfill({ contentType: 'video/webm', body: clip })
      else await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
    },
  )
  await context.exposeFunction('reportHarm', (detail: string) => {
    const [, directive = '', address = ''] = /^policy: (\S+)-src (\S+)/.exec(detail) ?? []
    const type = directive === 'img' ? 'image' : directive
    if (!(URL.canParse(address) && isForeseen(address, type))) problems.push(detail.slice(0, 400))
  })
  await context.addInitScript(watchPage, PLANTED)
  return problems
}

/** Runs in the page: reports code that runs, and each element and attribute that no screen of ours has. */
function watchPage(planted: string): void {
  const FOREIGN =
    'script, style, iframe, frame, frameset, object, embed, base, meta, math, foreignObject, ' +
    'portal, marquee, template, noscript, plaintext, xmp, audio, source, slot, animate, set, use, ' +
    'image, area, link:not([rel=modulepreload], [rel=stylesheet])'
  const isCode = (name: string) =>
    /^on|^(?:srcdoc|formaction|action|background|ping|xlink:href|http-equiv)$/i.test(name)
  Object.defineProperty(window, planted, {
    value: () => void window.reportHarm(`${planted}() was called`),
  })
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, blockedURI, sample } = violation
    void window.reportHarm(`policy: ${effectiveDirective} ${blockedURI} ${sample}`)
  })
  function look(element: Element): void {
    const names = element.getAttributeNames()
    if (element.matches(FOREIGN) || names.some(isCode)) {
      void window.reportHarm(`an element: ${element.outerHTML.slice(0, 300)}`)
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
