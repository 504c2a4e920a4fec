import { expect, it } from 'vitest'

import { cspReports } from '#host/pages/csp-reports.ts'
import { readJson } from '#host/servers.fixture.ts'

function open(now: () => number = () => 0) {
  const lines: unknown[] = []
  const take = cspReports((line) => lines.push(readJson(line)), now)
  const send = (body: string) =>
    take(
      new Request('http://host.invalid/csp-report', {
        method: 'POST',
        headers: { 'Content-Type': 'application/csp-report' },
        body,
      }),
    )
  return { lines, send, log: (json: unknown) => send(JSON.stringify(json)) }
}

const report = (directive: unknown, blocked: unknown) => ({
  'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked },
})

it('logs the directive and the origin of the blocked address only', async () => {
  const { lines, log } = open()
  await log(report('img-src', 'https://user:pw@media.example/a?key=S3CRET#x'))
  await log([
    {
      type: 'csp-violation',
      body: { effectiveDirective: 'script-src-elem', blockedURL: 'inline' },
    },
  ])
  await log(report('img-src', 'data:image/png;base64,S3CRET'))
  expect(lines).toEqual([
    expect.objectContaining({ directive: 'img-src', blocked: 'https://media.example' }),
    expect.objectContaining({ directive: 'script-src-elem', blocked: 'inline' }),
    expect.objectContaining({ directive: 'img-src', blocked: 'data:' }),
  ])
})

it('truncates long values', async () => {
  const { lines, log } = open()
  await log(report('img-src', `https://${'a'.repeat(63)}.${'b'.repeat(63)}.example/x`))
  await log(report('a'.repeat(41), 'b'.repeat(41)))
  expect(lines).toEqual([
    expect.objectContaining({ blocked: `https://${'a'.repeat(63)}.${'b'.repeat(28)}` }),
    expect.objectContaining({ directive: 'other', blocked: 'other' }),
  ])
})

it('logs nothing for an invalid report', async () => {
  const { lines, send } = open()
  for (const body of ['', 'null', '{', '[]', '{"csp-report":1}', '[1]']) await send(body)
  expect(lines).toEqual([])
})

it('writes no free text of a report to the log', async () => {
  const { lines, log } = open()
  await log(report('x\nfake line', 'S3CRET not an address'))
  await log(report(7, { a: 1 }))
  expect(lines).toEqual([
    expect.objectContaining({ directive: 'other', blocked: 'other' }),
    expect.objectContaining({ directive: 'other', blocked: 'other' }),
  ])
})

it('logs at most ten lines a minute', async () => {
  let now = 1000
  const { lines, log } = open(() => now)
  for (let index = 0; index < 5; index += 1) await log(report('img-src', 'inline'))
  const body = { effectiveDirective: 'img-src', blockedURL: 'inline' }
  await log(Array.from({ length: 25 }, () => ({ type: 'csp-violation', body })))
  await log(report('img-src', 'inline'))
  expect(lines).toHaveLength(10)
  now += 60_000
  await log(report('img-src', 'inline'))
  expect(lines).toHaveLength(11)
})
