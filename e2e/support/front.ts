import { once } from 'node:events'
import { createServer, type RequestListener, request as forward } from 'node:http'

import type { HostProcess } from '#e2e/support/host-process.ts'

/** A proxy in front of a host. */
export interface Front {
  readonly origin: string
  /** answers in the place of the host; undefined: the host answers */
  answers: RequestListener | undefined
  /** the addresses for which it does; by default all */
  only: RegExp
  close(): void
}

/**
 * Starts a proxy in front of a host.
 *
 * @param options.keepsHost whether it forwards the Host header of the browser; `proxy_pass` alone does not
 */
export async function startFront(
  { port, origin }: Pick<HostProcess, 'port' | 'origin'>,
  { keepsHost }: { keepsHost: boolean },
): Promise<Front> {
  const front: Front = {
    origin: '',
    answers: undefined,
    only: /^/,
    close: () => server.close(),
  }
  const server = createServer((request, response) => {
    if (front.answers !== undefined && front.only.test(request.url ?? '')) {
      front.answers(request, response)
      return
    }
    const { method, url, headers } = request
    const host = keepsHost ? headers.host : new URL(origin).host
    const onward = forward(
      { host: '127.0.0.1', port, method, path: url, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const listening = typeof address === 'object' && address !== null ? address.port : 0
  return Object.assign(front, { origin: `http://127.0.0.1:${listening}` })
}
