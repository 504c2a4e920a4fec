import { once } from 'node:events'
import { connect } from 'node:net'

import { replyLength } from '#host/raw-http.fixture.ts'

/** An answer as it came. */
export interface RawAnswer {
  status: number
  text: string
  /** the status line and the headers */
  head: string
}

/** An answer takes milliseconds; the host's own longest wait, for the rest of a request, takes 20 s. */
const LIMIT = 10_000

/**
 * Sends bytes over a connection of their own, and leaves once the answers are there.
 *
 * @param how.waitsFor how many answers are waited for; Infinity: until the host closes
 * @param how.piecewise each byte goes on its own
 * @returns all answers until the host closed; 'hangs' where it neither answers nor closes
 */
export async function sendBytes(
  port: number,
  bytes: Buffer,
  { waitsFor, piecewise }: { waitsFor: number; piecewise: boolean },
): Promise<RawAnswer[] | 'hangs'> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  // A host that has heard enough may reset the connection while the rest is on its way.
  socket.on('error', () => socket.destroy())
  const isToHead = bytes.toString('latin1', 0, 5) === 'HEAD '
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (readAnswers(received, isToHead).length === waitsFor) socket.end()
  })
  const limit = AbortSignal.timeout(LIMIT)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', resolve)
    limit.addEventListener('abort', () => resolve())
  })
  await once(socket, 'connect')
  for (const part of piecewise ? Array.from(bytes, (byte) => Buffer.of(byte)) : [bytes]) {
    socket.write(part)
    if (piecewise) await new Promise(setImmediate)
  }
  if (waitsFor === 0) socket.end()
  await closed
  socket.destroy()
  return limit.aborted ? 'hangs' : readAnswers(received, isToHead)
}

/** Cuts what came into its answers, those aside that only say "go on". */
function readAnswers(received: Buffer, isToHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = received
  for (;;) {
    const length = replyLength(rest, isToHead)
    if (length === undefined) return answers
    const text = rest.toString('latin1', 0, length)
    const status = Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    const head = text.slice(0, text.indexOf('\r\n\r\n') + 2)
    if (status >= 200) answers.push({ status, text, head })
    rest = rest.subarray(length)
  }
}
