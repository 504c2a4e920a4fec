import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Finds all addresses of a name, with errors like those of dns.lookup. */
export type Resolve = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Asks the resolver of this machine. */
export const resolveName: Resolve = (hostname, callback) =>
  lookup(hostname, { all: true }, callback)

/** The special-purpose addresses of IANA, and the one under which Azure answers its machines. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24',
  '192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24',
  '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32',
]
/** Of IPv6 only this part is given out for the internet. It has neither mapped nor translated IPv4 addresses. */
const GLOBAL_IPV6 = ['2000::/3']
/** Parts of it that lead elsewhere: tunnels to IPv4 (Teredo, 6to4), examples, tests. */
const SPECIAL_IPV6 = ['2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20']

const specialIpv4 = networksOf(SPECIAL_IPV4, 'ipv4')
const globalIpv6 = networksOf(GLOBAL_IPV6, 'ipv6')
const specialIpv6 = networksOf(SPECIAL_IPV6, 'ipv6')

function networksOf(lines: readonly string[], type: 'ipv4' | 'ipv6'): BlockList {
  const networks = new BlockList()
  for (const network of lines.join(' ').split(' ')) {
    const [base = '', bits] = network.split('/')
    networks.addSubnet(base, Number(bits), type)
  }
  return networks
}

/** Whether an address leads to a machine on the internet, and to nothing in a network of the operator. @param address without brackets */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4')
    case 6:
      // A zone (fe80::1%eth0) names an interface of this machine.
      return (
        !address.includes('%') &&
        globalIpv6.check(address, 'ipv6') &&
        !specialIpv6.check(address, 'ipv6')
      )
    default:
      return false
  }
}

/**
 * A lookup for node:net that finds a name's addresses once. The connection is opened to exactly these, so that a name that leads
 * elsewhere a moment later (DNS rebinding) does not matter. node:net asks for names only: check an address before.
 *
 * @param mayBePrivate else it fails with NOT_PUBLIC if only one address is not public
 */
export function guardedLookup(resolve: Resolve, mayBePrivate: boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0)
        return
      }
      const [first] = addresses
      if (first === undefined) callback(faultOf('ENOTFOUND'), '', 0)
      else if (!mayBePrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        callback(faultOf('NOT_PUBLIC'), '', 0)
      else if (all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function faultOf(code: string): Error {
  return Object.assign(new Error('no address to connect to'), { code })
}
