import { expect, it } from 'vitest'

import type { StoredReply } from '#contract/idempotency.ts'
import { unwrittenReplies } from '#host/unwritten-replies.ts'

const reply = (length: number): StoredReply => ({
  status: 200,
  retryAfter: null,
  notSent: false,
  finding: null,
  body: 'x'.repeat(length),
})
const named = (name: string) => ({ name, bodyDigest: `body of ${name}` })

it('returns a reply with the body that it belongs to', () => {
  const replies = unwrittenReplies(10_000)
  replies.add(named('a'), reply(1))
  expect(replies.of('a')).toEqual({ state: 'done', bodyDigest: 'body of a', reply: reply(1) })
  expect(replies.of('b')).toBeUndefined()
})

it('drops the oldest replies above the limit', () => {
  const replies = unwrittenReplies(12_000)
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
  const replies = unwrittenReplies(10_000)
  for (let index = 0; index < 100; index += 1) replies.add(named(String(index)), reply(0))
  expect(replies.of('0')).toBeUndefined()
  expect(replies.of('99')).toBeDefined()
})

it('keeps the latest one, however large it is', () => {
  const replies = unwrittenReplies(10)
  replies.add(named('a'), reply(100))
  expect(replies.of('a')).toBeDefined()
  replies.add(named('b'), reply(100))
  expect(replies.of('a')).toBeUndefined()
  expect(replies.of('b')).toBeDefined()
})
