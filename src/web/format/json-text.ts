/** The most levels that are written. Deeper ones would be mostly indentation. */
const MAX_DEPTH = 100

/**
 * Writes a parsed JSON value with indentation, to show what the service sent. Integers keep all of their digits. A number
 * that is too large for a double is "Infinity", and a value that is nested too deeply is "…".
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
