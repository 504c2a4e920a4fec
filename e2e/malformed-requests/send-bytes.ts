import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { replyLength } from '#e2e/matrices/fault-injection/http.ts'

/** What is sent, and how. */
export interface Sending {
  port: number
  bytes: Buffer
  /** how many answers are waited for before the sender leaves; Infinity: until the host closes */
  waitsFor: number
  piecewise: boolean
}

/** An answer as it came. */
export interface RawAnswer {
  status: number
  /** the status line and the headers */
  head: string
}

/** An answer takes milliseconds; the host's own longest wait, for the rest of a request, takes 20 s. */
const LIMIT = 10_000

/**
 * Sends bytes over a connection of their own, and leaves once the answers are there.
 *
 * @returns all answers until the host closed; 'hangs' where it neither answers nor closes
 */
export async function sendBytes(sending: Sending): Promise<RawAnswer[] | 'hangs'> {
  const socket = connect({ port: sending.port, host: '127.0.0.1', noDelay: true })
  // A host that has heard enough may reset the connection while the rest is on its way.
  socket.on('error', () => socket.destroy())
  const isToHead = sending.bytes.toString('latin1', 0, 5) === 'HEAD '
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const count = readAnswers(received, isToHead).length
    if (count === sending.waitsFor) socket.end()
  })
  const closed = new Promise<'closed'>((resolve) => {
    socket.once('close', () => resolve('closed'))
  })
  await once(socket, 'connect')
  await write(socket, sending)
  let limit: NodeJS.Timeout | undefined
  const hangs = new Promise<'hangs'>((resolve) => {
    limit = setTimeout(resolve, LIMIT, 'hangs')
  })
  const end = await Promise.race([closed, hangs])
  clearTimeout(limit)
  socket.destroy()
  return end === 'hangs' ? end : readAnswers(received, isToHead)
}

async function write(socket: Socket, { bytes, waitsFor, piecewise }: Sending): Promise<void> {
  if (piecewise) {
    for (const byte of bytes) {
      socket.write(Buffer.from([byte]))
      await new Promise(setImmediate)
    }
  } else {
    socket.write(bytes)
  }
  if (waitsFor === 0) socket.end()
}

/** Cuts what came into its answers, those aside that only say "go on". */
function readAnswers(received: Buffer, isToHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = received
  while (rest.length > 0) {
    const length = replyLength(rest, isToHead)
    if (length === undefined) break
    const text = rest.toString('latin1', 0, length)
    const status = Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    const head = text.slice(0, text.indexOf('\r\n\r\n') + 2)
    if (status >= 200) answers.push({ status, head })
    rest = rest.subarray(length)
  }
  return answers
}
