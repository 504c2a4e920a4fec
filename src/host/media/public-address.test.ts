import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

import fc from 'fast-check'
import { expect, it, vi } from 'vitest'

import { ipv4, ipv6, isRefused } from '#host/media/addresses.fixture.ts'
import { guardedLookup, isPublicAddress, type Resolve } from '#host/media/public-address.ts'

type Callback = Parameters<LookupFunction>[2]

const family = (text: string): LookupAddress => ({ address: text, family: isIP(text) })

it('knows public addresses as the list of ranges does', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6), (address) => {
      expect([address, isPublicAddress(address)]).toEqual([address, !isRefused(address)])
    }),
    { numRuns: 20_000, endOnFailure: true },
  )
  for (const address of ['', 'localhost', 'fe80::1%eth0', '2a00::1%eth0', '127.1', '0x7f.1', '1'])
    expect(isPublicAddress(address)).toBe(false)
})

it.each([
  [['93.184.216.34', '10.0.0.1']],
  [['10.0.0.1', '93.184.216.34']],
  [['::ffff:93.184.216.34']],
  [[]],
])('hands over all addresses or none: %j', (addresses) => {
  const resolve: Resolve = (_name, found) => found(null, addresses.map(family))
  for (const all of [true, false]) {
    const callback = vi.fn<Callback>()
    guardedLookup(resolve, false)('cdn.example', { all }, callback)
    expect(callback.mock.calls[0]?.[0]).toBeInstanceOf(Error)
  }
})

it('lets an origin of the operator be private, and asks once', () => {
  const resolve = vi.fn<Resolve>((_name, found) => found(null, [family('10.0.0.1'), family('::1')]))
  const callback = vi.fn<Callback>()
  guardedLookup(resolve, true)('minio.internal', { all: true }, callback)
  expect(callback).toHaveBeenCalledExactlyOnceWith(null, [family('10.0.0.1'), family('::1')])
  guardedLookup(resolve, true)('minio.internal', {}, callback)
  expect(callback).toHaveBeenLastCalledWith(null, '10.0.0.1', 4)
  expect(resolve).toHaveBeenCalledTimes(2)
})
