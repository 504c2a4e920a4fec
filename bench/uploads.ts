/**
 * How much memory 200 slow uploads at once take in the host, beside 200 idle connections. Each client sends the largest picture
 * within 20 s. The host gives 64 of them a place and refuses the others. Linux only. Figures for "The host under load" of docs/benchmarks.md:
 *
 *   npm run build && npx tsx bench/uploads.ts
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { cpus } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

import { successEnvelope } from '#contract/envelope.ts'
import { MAX_UPLOAD_BYTES, UPLOAD_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import { type HostProcess, startHost } from '#e2e/support/host-process.ts'
import { freePort } from '#host/free-port.fixture.ts'
import { jpeg, jpegParts } from '#host/uploads/jpeg.fixture.ts'

const CLIENTS = 200
const PER_KEY = 4
const SECONDS = 20
const PARTS = SECONDS * 10

const picture = jpeg(jpegParts(2048, 2048, MAX_UPLOAD_BYTES - jpeg().length + 100))

/** Resident memory in MiB. */
function memoryOf({ pid }: HostProcess): number {
  const [, kib = ''] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

/** The most that a host takes while something goes on. */
async function peakDuring(host: HostProcess, work: () => Promise<void>): Promise<number> {
  let peak = memoryOf(host)
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(host))
  }, 50)
  await work()
  clearInterval(timer)
  return peak
}

async function open(host: HostProcess): Promise<Socket> {
  const socket = connect(host.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** @returns the status of the answer, '' without one */
async function uploadSlowly(host: HostProcess, apiKey: string): Promise<string> {
  const socket = await open(host)
  const answer = text(socket).catch(() => '')
  socket.write(
    `POST ${UPLOADS_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${String(host.port)}\r\nConnection: close\r\n` +
      `Authorization: Bearer ${apiKey}\r\nContent-Type: ${UPLOAD_TYPE}\r\nContent-Length: ${String(picture.length)}\r\n\r\n`,
  )
  const size = Math.ceil(picture.length / PARTS)
  for (let at = 0; at < picture.length && socket.writable; at += size) {
    socket.write(picture.subarray(at, at + size))
    await delay((SECONDS * 1000) / PARTS)
  }
  return (await answer).slice(9, 12)
}

async function idleConnections(host: HostProcess) {
  const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => open(host)))
  for (const socket of sockets) {
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${String(host.port)}\r\n\r\n`)
    await once(socket, 'data')
  }
  await delay(5000)
  for (const socket of sockets) socket.destroy()
}

const port = await freePort()
const list = JSON.stringify(successEnvelope({ list: [], total: 0, page: 1, page_size: 1 }))
const service = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(list)
}).listen(port, '127.0.0.1')
await once(service, 'listening')

/** Measures in a host of its own. */
async function measure(what: string, work: (host: HostProcess) => Promise<string>) {
  const taskApiUrl = `http://127.0.0.1:${String(port)}`
  const host = await startHost({ taskApiUrl, publicUrl: 'https://marquee.example' })
  await delay(1000)
  const idle = memoryOf(host)
  let said = ''
  const peak = await peakDuring(host, async () => {
    said = await work(host)
  })
  await host.stop()
  console.log(
    `${what}: ${peak.toFixed(0)} MiB, ×${(peak / idle).toFixed(2)} of idle (${idle.toFixed(0)} MiB). ${said}`,
  )
  return peak
}

console.log(
  `Node ${process.version}, ${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown'}\n`,
)
const connections = await measure(`${String(CLIENTS)} idle connections`, async (host) => {
  await idleConnections(host)
  return ''
})
const uploads = await measure(`${String(CLIENTS)} slow uploads`, async (host) => {
  const answers = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) =>
      uploadSlowly(host, `key-${String(Math.floor(index / PER_KEY))}`),
    ),
  )
  const files = readdirSync(path.join(host.dataDir, 'uploads'))
  const count = (status: string) => String(answers.filter((answer) => answer === status).length)
  return `Stored ${count('201')}, refused ${count('503')}, without an answer ${count('')}, files ${String(files.length)}.`
})
console.log(`uploads beside idle connections: ×${(uploads / connections).toFixed(2)}`)
service.close()
service.closeAllConnections()
