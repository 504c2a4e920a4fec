/**
 * Parses the query of an address as plain text, as the parameters of the API are not JSON. A repeated
 * parameter becomes an array, which no parameter accepts.
 */
export function parseAddress(query: string): Record<string, unknown> {
  const params = new URLSearchParams(query)
  // Do not assign properties: `__proto__` must be an ordinary name.
  return Object.fromEntries(
    [...new Set(params.keys())].map((name): [string, unknown] => {
      const values = params.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

/** Writes a query with its `?`, or '' if it is empty. */
export function writeAddress(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    for (const one of values) {
      if (typeof one === 'string' || typeof one === 'number') params.append(name, String(one))
    }
  }
  const query = params.toString()
  return query === '' ? '' : `?${query}`
}
