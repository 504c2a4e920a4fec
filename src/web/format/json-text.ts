/** Levels that are written out. Deeper ones would cost more in indentation than they can tell. */
const MAX_DEPTH = 100

/**
 * A value that came as JSON, indented, for the view of what the service really sent. Numbers keep all
 * of their digits; one that no double can hold is Infinity. What is nested too deeply is "…".
 */
export function formatJson(value: unknown, newLine = '\n'): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${newLine}  `
  if (inner.length > 2 * MAX_DEPTH) return '…'
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((item) => formatJson(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, inner)}`,
      )
  if (parts.length === 0) return `${open}${close}`
  return `${open}${inner}${parts.join(`,${inner}`)}${newLine}${close}`
}
