import type { Buffer } from 'node:buffer'
import { setTimeout as pause } from 'node:timers/promises'

import { headOf, payloadOf, reply } from '#host/raw-http.fixture.ts'
import type { Behaviour, Turn } from './server.ts'

/** How each fault is produced on a connection. */

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Answers with this. */
export function answers(
  status: number,
  body: string | Buffer,
  headers?: Readonly<Record<string, string>>,
): Behaviour {
  const bytes = reply(status, body, headers)
  return ({ socket }) => void socket.write(bytes)
}

/** Answers with JSON. */
export function answersJson(
  json: unknown,
  status = 200,
  headers?: Readonly<Record<string, string>>,
): Behaviour {
  return answers(status, JSON.stringify(json), headers)
}

/** Answers with a page of HTML, as something between here and the service may. */
export function answersHtml(status: number): Behaviour {
  const html = '<!doctype html><title>Sorry</title><h1>We will be back soon</h1>'
  return answers(status, html, { 'Content-Type': 'text/html' })
}

/** Does the work and says nothing. */
export const hangsBeforeHeaders: Behaviour = async ({ usual }) => {
  await usual()
}

/** Does the work and closes the connection in place of an answer (FIN). */
export const closes: Behaviour = async ({ socket, usual }) => {
  await usual()
  socket.end()
}

/** Does the work and resets the connection in place of an answer (RST). */
export const resets: Behaviour = async ({ socket, usual }) => {
  await usual()
  socket.resetAndDestroy()
}

/** Resets the connection and does not do the work: in front of the host, nothing is passed on. */
export const resetsUnread: Behaviour = ({ socket }) => void socket.resetAndDestroy()

/** Misbehaves on a connection that has answered before, and on no other. */
export function whenReused(behaviour: Behaviour): Behaviour {
  return async (turn) => {
    if (turn.isReused) return behaviour(turn)
    turn.socket.write(await turn.usual())
    return undefined
  }
}

/** Misbehaves where rows are asked for, and not where a total is: the page asks for one row to learn it. */
export function notForTotals(behaviour: Behaviour): Behaviour {
  return async (turn) => {
    if (!turn.target.includes('page_size=1')) return behaviour(turn)
    turn.socket.write(await turn.usual())
    return undefined
  }
}

/** Ends before its announced length. */
export const endsBeforeLength: Behaviour = async (turn) => {
  const { payload, half } = await payloadIn(turn)
  turn.socket.write(headOf(200, { ...JSON_TYPE, 'Content-Length': String(payload.length) }))
  turn.socket.end(half)
}

/** Told no length, so that half of it looks whole until it is read. */
export const endsUntold: Behaviour = async (turn) => {
  const { half } = await payloadIn(turn)
  turn.socket.write(headOf(200, { ...JSON_TYPE, Connection: 'close' }))
  turn.socket.end(half)
}

/** Takes its time and comes to the end. */
export const drips: Behaviour = async (turn) => {
  const { payload } = await payloadIn(turn)
  turn.socket.write(headOf(200, { ...JSON_TYPE, 'Content-Length': String(payload.length) }))
  const drop = Math.ceil(payload.length / 16)
  for (let at = 0; at < payload.length; at += drop) {
    turn.socket.write(payload.subarray(at, at + drop))
    await pause(10)
  }
}

async function payloadIn({ usual }: Turn): Promise<{ payload: Buffer; half: Buffer }> {
  const payload = payloadOf(await usual())
  return { payload, half: payload.subarray(0, Math.floor(payload.length / 2)) }
}
