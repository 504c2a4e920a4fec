import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { lineBatches } from '#host/access-log.ts'

it('writes the lines of one turn together, in their order', async () => {
  const written: string[] = []
  const { writeLine } = lineBatches((text) => written.push(text))
  writeLine('one')
  writeLine('two')
  expect(written).toEqual([])
  await nextTurn()
  expect(written).toEqual(['one\ntwo\n'])
  writeLine('three')
  await nextTurn()
  expect(written).toEqual(['one\ntwo\n', 'three\n'])
})

it('writes what waits when the process ends, and once', async () => {
  const written: string[] = []
  const { writeLine, flush } = lineBatches((text) => written.push(text))
  flush()
  writeLine('last')
  flush()
  await nextTurn()
  expect(written).toEqual(['last\n'])
})
