/**
 * `npm run audit:web`: public audits of the app as the built host serves it over TLS.
 * Mozilla's HTTP Observatory scans it, and Google's CSP Evaluator reads the policy that it was given.
 * Nothing leaves this machine; the figures become a part of the report of `npm run prove`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import { startHost } from '#e2e/support/host-process.ts'
import { brokenFigures } from '#e2e/soak/proof-figures.ts'
import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'

import { auditFigures } from './audit-figures.ts'
import { installAuditTools, type Scan, scanSite } from './observatory.ts'
import { policyFindings } from './policy-findings.ts'
import { updateReport } from './proof-report.ts'

await installAuditTools()
const startedAt = new Date()
const { scan, tests } = await scanHost()
const policy = [scan.responseHeaders['content-security-policy'] ?? ''].flat()
const findings = policy.flatMap(policyFindings)
const figures = auditFigures({ scan, tests }, findings)

for (const { label, value } of figures) console.log(`${String(value).padStart(5)}  ${label}`)
for (const { severity, directive, description } of findings) {
  console.log(`       ${severity} ${directive}: ${description}`)
}
const broken = brokenFigures(figures)
for (const line of broken) console.error(`does not hold: ${line}`)
process.exitCode = broken.length === 0 ? 0 : 1

updateReport([
  {
    title: 'The served app does well in public yardsticks',
    done: `The built host, over TLS with a certificate made for this run, was scanned by Mozilla's HTTP Observatory, whose own command made the requests, over https and over http, with an empty list of preloaded sites; Google's CSP Evaluator read the policy that came back. Measured on ${startedAt.toISOString().slice(0, 10)} with Node ${process.version}.`,
    figures,
    seed: 0,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  },
])

/** Starts a host and scans it. */
async function scanHost(): Promise<Scan> {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-audit-'))
  const certFile = path.join(folder, 'cert.pem')
  const certificate = makeTestCertificate()
  writeFileSync(certFile, certificate.cert)
  const host = await startHost({ tls: certificate })
  try {
    // By address: the host sends no Strict-Transport-Security to "localhost" (decision 16).
    return await scanSite(`127.0.0.1:${host.port}`, certFile)
  } finally {
    await host.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
