import * as z from 'zod/mini'

import { eventLine, type WriteLine } from '#host/access-log.ts'
import { readBody } from '#host/request-body.ts'
import { hostResponse } from '#host/task-api.ts'

/** Largest report that is read, in bytes. */
export const MAX_REPORT_BYTES = 16 * 1024

const MAX_LINES_PER_MINUTE = 10
const MINUTE_MS = 60_000

const NOT_A_REPORT =
  'The Content-Type must be application/csp-report, application/reports+json or application/json.'

const text = z.catch(z.string(), '')

// The older form, sent to report-uri.
const single = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
})
// The form of the Reporting API, sent to report-to.
const many = z.array(z.object({ body: z.object({ effectiveDirective: text, blockedURL: text }) }))

interface Violation {
  directive: string
  blocked: string
}

/**
 * Takes reports of policy violations and logs a line for each, at most ten a minute: only the directive
 * and the blocked origin, because addresses may hold private data.
 *
 * @param now milliseconds since any fixed point
 */
export function cspReports(writeLine: WriteLine, now: () => number = Date.now) {
  let windowStart = Number.NEGATIVE_INFINITY
  let lines = 0
  function log(body: string) {
    if (now() - windowStart >= MINUTE_MS) {
      windowStart = now()
      lines = 0
    }
    for (const { directive, blocked } of readViolations(body)) {
      if (lines >= MAX_LINES_PER_MINUTE) return
      lines += 1
      writeLine(eventLine('csp-violation', { directive, blocked }))
    }
  }
  return async (request: Request): Promise<Response> => {
    // Pages of other sites cannot send these types without a preflight.
    const type = request.headers.get('content-type') ?? ''
    if (!/^\s*application\/(?:csp-report|reports\+json|json)\s*(?:;|$)/i.test(type)) {
      return hostResponse(415, 'not-allowed', NOT_A_REPORT)
    }
    const body = await readBody(request, MAX_REPORT_BYTES)
    if (body instanceof Response) return body
    log(body)
    return new Response(null, { status: 204 })
  }
}

function readViolations(body: string): Violation[] {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return []
  }
  const old = single.safeParse(json)
  if (old.success) {
    const report = old.data['csp-report']
    const directive = report['effective-directive'] || report['violated-directive']
    return [violation(directive, report['blocked-uri'])]
  }
  const reports = many.safeParse(json)
  if (!reports.success) return []
  return reports.data.map(({ body: report }) =>
    violation(report.effectiveDirective, report.blockedURL),
  )
}

function violation(directive: string, blocked: string): Violation {
  return { directive: keyword(directive) ?? 'other', blocked: keyword(blocked) ?? origin(blocked) }
}

/** `inline`, `eval`, `script-src-elem`: words of the policy itself. */
function keyword(value: string): string | undefined {
  return /^[a-z-]{1,40}$/.test(value) ? value : undefined
}

function origin(address: string): string {
  if (!URL.canParse(address)) return 'other'
  const url = new URL(address)
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, 100)
}
