import { once } from 'node:events'
import { createServer } from 'node:http'

import { eventLine, type WriteLine } from '#host/access-log.ts'

/**
 * Serves the metrics at /metrics, on a port of their own: they are for the operator's network alone. Writes a line with
 * that port.
 *
 * @param metricsPort undefined: nothing is measured; 0: any free port
 * @returns undefined if nothing is measured
 * @throws the listener's error, such as EADDRINUSE
 */
export async function openMetrics(
  { metricsPort, host }: { metricsPort: number | undefined; host: string },
  writeLine: WriteLine,
) {
  if (metricsPort === undefined) return undefined
  // Loaded here: a host that is not measured needs no library for it.
  const { createHostMetrics } = await import('#host/metrics/host-metrics.ts')
  const metrics = createHostMetrics()
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      ({ text, type }) => response.writeHead(200, { 'Content-Type': type }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(metricsPort, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  writeLine(eventLine('metrics', { port }))
  return {
    metrics,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
