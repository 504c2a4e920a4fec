import { type BrowserContext, expect } from '@playwright/test'

/** Playwright's own word, where playwright.config.ts has it block workers. */
export const NO_WORKER = 'Service Worker registration blocked by Playwright'

/** What Chromium 123 says of features in the header that it does not know yet. */
const UNKNOWN_FEATURE = 'Error with Permissions-Policy header: Origin trial controlled feature'

/** Watches browser contexts for everything that a test must not cause. */
export interface PageGuard {
  /** Watches a context and all its pages, from before their first load. */
  watch(context: BrowserContext): Promise<void>
  /** Has it reported wherever a key shows but in the Authorization header. */
  keepSecret(apiKey: string): void
  /**
   * Announces a problem that the test causes on purpose, such as a 401. A problem that was
   * announced and never came is a failure too.
   */
  announce(pattern: RegExp): void
  /** @throws on problems that were not announced, and on announced ones that never came */
  verify(): void
}

/**
 * Makes a guard. Problems are lines of text: `console error: …`, `console warning: …`,
 * `page error: …`, `request failed: METHOD URL REASON`, `outside world: URL`, `key in …`. A violation of the
 * content security policy comes as `console error: securitypolicyviolation …`.
 */
export function createPageGuard(): PageGuard {
  const problems: string[] = []
  const announced: RegExp[] = []
  const secrets = new Set<string>()
  function expectNoKey(place: string, text: string) {
    for (const apiKey of secrets) if (text.includes(apiKey)) problems.push(`key in ${place}`)
  }
  return {
    async watch(context) {
      context.on('console', (message) => {
        expectNoKey('the console', message.text())
        const type = message.type()
        if (type !== 'error' && type !== 'warning') return
        if (message.text() === NO_WORKER || message.text().startsWith(UNKNOWN_FEATURE)) return
        const { url } = message.location()
        problems.push(`console ${type}: ${message.text()}${url === '' ? '' : ` (${url})`}`)
      })
      context.on('weberror', (webError) => {
        problems.push(`page error: ${webError.error().stack ?? String(webError.error())}`)
      })
      context.on('request', (request) => {
        const { authorization: _expected, ...headers } = request.headers()
        const sent = [request.url(), request.postData() ?? '', JSON.stringify(headers)]
        expectNoKey(`${request.method()} ${new URL(request.url()).pathname}`, sent.join('\n'))
      })
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        // The page itself gave it up: a newer filter, a closed page, a video that was seeked.
        if (reason === 'net::ERR_ABORTED') return
        // The browser finds no name but those of the run: see outside-world.ts.
        if (reason === 'net::ERR_NAME_NOT_RESOLVED') {
          problems.push(`outside world: ${request.url()}`)
          return
        }
        problems.push(`request failed: ${request.method()} ${request.url()} ${reason}`)
      })
      await context.addInitScript(() => {
        // Chromium does not write every violation to the console: report-only ones and workers'.
        document.addEventListener('securitypolicyviolation', (violation) => {
          const { effectiveDirective, blockedURI, sourceFile } = violation
          // oxlint-disable-next-line no-console -- the page's console is where the guard listens
          console.error('securitypolicyviolation', effectiveDirective, blockedURI, sourceFile)
        })
      })
    },
    keepSecret(apiKey) {
      secrets.add(apiKey)
    },
    announce(pattern) {
      announced.push(pattern)
    },
    verify() {
      const surprises = problems.filter((line) => !announced.some((known) => known.test(line)))
      expect(surprises, 'problems that the test did not announce').toEqual([])
      const missing = announced.filter((known) => !problems.some((line) => known.test(line)))
      expect(missing.map(String), 'problems that were announced and never came').toEqual([])
    },
  }
}
