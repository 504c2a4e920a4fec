import { expect, test, vi } from 'vitest'

import { reportDefect } from '#web/ui/report-defect.ts'

/** What is reported of a value. */
function reportOf(value: unknown): Error | undefined {
  const reports: Error[] = []
  vi.stubGlobal('reportError', (report: Error) => reports.push(report))
  reportDefect(value)
  return reports[0]
}

test('a defect is reported with its kind and its place, and without data', () => {
  const report = reportOf(new TypeError('https://secret.example\nis not a URL'))
  expect(report?.message).toBe('TypeError')
  expect(report?.stack).toContain('report-defect.test.ts')
  expect(report?.stack).not.toContain('secret')
  expect(reportOf('a text')?.message).toBe('string')
})

test('stacks of Firefox and WebKit keep their places, too', () => {
  const error = new RangeError('secret')
  error.stack =
    'read@https://app.example/assets/main.js:1:22\nsecret\n@https://app.example/a.js:3:4'
  expect(reportOf(error)?.stack).toBe(
    'Defect: RangeError\nread@https://app.example/assets/main.js:1:22\n@https://app.example/a.js:3:4',
  )
})

test('what the browser refuses, and code that does not load, are no defects', () => {
  expect(reportOf(new DOMException('full', 'QuotaExceededError'))).toBeUndefined()
  expect(reportOf(new TypeError('Failed to fetch dynamically imported module: x'))).toBeUndefined()
  expect(reportOf(new DOMException('a function', 'DataCloneError'))?.message).toBe('DataCloneError')
})
