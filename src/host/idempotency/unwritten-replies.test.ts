import { setTimeout as delay } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import type { StoredReply } from '#contract/idempotency.ts'
import { unwrittenReplies } from '#host/idempotency/unwritten-replies.ts'

const reply = (length: number): StoredReply => ({
  status: 200,
  retryAfter: null,
  notSent: false,
  hostErrorCode: null,
  body: 'x'.repeat(length),
})
const named = (name: string) => ({ name, bodyDigest: `body of ${name}` })

/** A collection over a store that takes nothing until it is told to. */
function openReplies(maxHeld?: number) {
  const taken: string[] = []
  const full = { isFull: true }
  const finish = ({ name }: { name: string }) => {
    if (full.isFull) return Promise.reject(new Error('full'))
    taken.push(name)
    return Promise.resolve()
  }
  const replies = unwrittenReplies({ finish }, 1, maxHeld)
  onTestFinished(() => replies.close())
  return { replies, taken, full }
}
const holding = (maxHeld: number) => openReplies(maxHeld).replies

it('returns a reply with the body that it belongs to', () => {
  const replies = holding(10_000)
  replies.add(named('a'), reply(1))
  expect(replies.of('a')).toEqual({ state: 'done', bodyDigest: 'body of a', reply: reply(1) })
  expect(replies.of('b')).toBeUndefined()
})

it('drops the oldest replies above the limit', () => {
  const replies = holding(12_000)
  for (const name of ['a', 'b', 'c']) replies.add(named(name), reply(3000))
  expect(replies.of('a')).toBeDefined()
  replies.add(named('d'), reply(6000))
  expect(['a', 'b', 'c', 'd'].map((name) => replies.of(name) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

it('counts entries without a body', () => {
  const replies = holding(10_000)
  for (let index = 0; index < 100; index += 1) replies.add(named(String(index)), reply(0))
  expect(replies.of('0')).toBeUndefined()
  expect(replies.of('99')).toBeDefined()
})

it('keeps the latest one, however large it is', () => {
  const replies = holding(10)
  replies.add(named('a'), reply(100))
  expect(replies.of('a')).toBeDefined()
  replies.add(named('b'), reply(100))
  expect(replies.of('a')).toBeUndefined()
  expect(replies.of('b')).toBeDefined()
})

it('writes what it holds as soon as the store takes it, each reply once', async () => {
  const { replies, taken, full } = openReplies()
  replies.add(named('a'), reply(1))
  replies.add(named('b'), reply(1))
  const written = replies.written()
  expect(await Promise.race([written.then(() => 'written'), delay(20, 'waiting')])).toBe('waiting')
  full.isFull = false
  await written
  expect(taken).toEqual(['a', 'b'])
  expect(replies.of('a')).toBeUndefined()
  replies.add(named('c'), reply(1))
  await replies.written()
  expect(taken).toEqual(['a', 'b', 'c'])
})

it('gives up when it is closed', async () => {
  const { replies } = openReplies()
  replies.add(named('a'), reply(1))
  replies.close()
  await replies.written()
  expect(replies.of('a')).toBeDefined()
})
