// Which addresses are public, found in another way than by the host, and random ones, for the tests of this folder.
import fc from 'fast-check'

/** The bits of an address as a number, found without node:net. */
function bitsOf(address: string): { bits: bigint; family: 4 | 6 } {
  if (!address.includes(':')) {
    const parts = address.split('.').map(Number)
    return { bits: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n), family: 4 }
  }
  // The URL parser writes an address in its shortest form.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const all = [...before, ...zeros, ...after]
  return { bits: BigInt(`0x${all.map((group) => group.padStart(4, '0')).join('')}`), family: 6 }
}

/** Networks that no connection may lead to, and for IPv6 the only one that it may. Another list than that of the product. */
const REFUSED_IPV4: [first: string, last: string][] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
]
const REFUSED_IPV6: [first: string, last: string][] = [
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

/** Whether no connection may lead to an address. */
export function isRefused(address: string): boolean {
  const { bits, family } = bitsOf(address)
  return (family === 4 ? REFUSED_IPV4 : REFUSED_IPV6).some(
    ([first, last]) => bits >= bitsOf(first).bits && bits <= bitsOf(last).bits,
  )
}

const ipv4Of = (bits: bigint) => [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.')
const ipv6Of = (bits: bigint) =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n]
    .map((shift) => ((bits >> shift) & 0xffffn).toString(16))
    .join(':')

/** Both ends of each network, and the addresses beside them. */
const edges = (ranges: [string, string][], write: (bits: bigint) => string, size: bigint) =>
  ranges.flatMap(([first, last]) =>
    [bitsOf(first).bits - 1n, bitsOf(first).bits, bitsOf(last).bits, bitsOf(last).bits + 1n]
      .filter((bits) => bits >= 0n && bits < 1n << size)
      .map(write),
  )
/** IPv4 addresses anywhere, and at the ends of each refused network. */
export const ipv4 = fc.oneof(
  fc.bigInt(0n, (1n << 32n) - 1n).map(ipv4Of),
  fc.constantFrom(...edges(REFUSED_IPV4, ipv4Of, 32n)),
)
/** IPv6 addresses likewise, and those that carry one of IPv4. */
export const ipv6 = fc.oneof(
  fc.bigInt(0n, (1n << 128n) - 1n).map(ipv6Of),
  fc.bigInt(0x2000n << 112n, (0x4000n << 112n) - 1n).map(ipv6Of),
  fc.constantFrom(...edges(REFUSED_IPV6, ipv6Of, 128n)),
  // Mapped, compatible and translated IPv4 addresses.
  fc
    .tuple(fc.constantFrom('::ffff:', '::', '64:ff9b::', '2002:'), ipv4)
    .map(([prefix, address]) =>
      prefix === '2002:'
        ? ipv6Of((0x2002n << 112n) | (bitsOf(address).bits << 80n))
        : prefix + address,
    ),
)
