/** Why a text cannot be the image_url of a creation. */
export type ImageUrlProblem =
  | 'empty'
  | 'scheme'
  | 'blank-inside'
  | 'lost-character'
  | 'too-long'
  | 'no-host'
  | 'credentials'
  | 'not-a-url'
  | 'private-host'

/** A usable image URL (trimmed, otherwise as typed), or what is wrong with it. */
export type ImageUrlCheck = { ok: true; url: string } | { ok: false; problem: ImageUrlProblem }

/** What was put right in a text to read a URL out of it. */
export type PutRight = 'unseen' | 'wide' | 'escapes' | 'around'

/** Why a URL may not be what is meant. The service might take it, so it is said and not refused. */
export type ImageUrlDoubt =
  /** its end may belong to the sentence around it */
  | { kind: 'ending' }
  /** it has characters that nobody sees, as codes, or full-width signs */
  | { kind: 'unseen' | 'wide' }
  /** it is a page of this site, and not the image */
  | { kind: 'page'; site: string }

/**
 * An image URL as it was read from what a person typed or pasted, or why there is none. suggestion: what is probably meant, one
 * URL in each line.
 */
export type ImageUrlReading =
  | {
      ok: true
      url: string
      putRight: readonly PutRight[]
      doubt?: ImageUrlDoubt
      suggestion?: string
    }
  | {
      ok: false
      /** gone: a picture that its host has deleted */
      problem: ImageUrlProblem | 'unseen' | 'several' | 'scheme-twice' | 'gone'
      suggestion?: string
    }

/** Longest image URL, in characters (spec: not shown; keeps the body below MAX_REQUEST_BYTES). */
export const MAX_IMAGE_URL_LENGTH = 4096

/** U+FFFD, which decoders write for what they cannot read: itself, as codes, and as text that was decoded twice. */
const lostCharacter = /\ufffd|%ef%bf%bd|ï¿½|%c3%af%c2%bf%c2%bd/i

/**
 * Checks an image URL by its text alone (spec: "Create poster task", image_url). A text cannot
 * prove that a URL is publicly reachable, but it can show that its host never is.
 */
export function checkImageUrl(typed: string): ImageUrlCheck {
  const url = typed.trim()
  if (url === '') return { ok: false, problem: 'empty' }
  const scheme = /^https?:\/\//i.exec(url)
  if (scheme === null) return { ok: false, problem: 'scheme' }
  // The URL parser drops line breaks and encodes blanks. The text that was checked must be the text that is sent.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\s\u0000-\u001f\u007f]/.test(url)) return { ok: false, problem: 'blank-inside' }
  if (lostCharacter.test(url)) return { ok: false, problem: 'lost-character' }
  if (url.length > MAX_IMAGE_URL_LENGTH) return { ok: false, problem: 'too-long' }
  // The parser accepts http:///name and takes the start of the path for the host.
  const authority = /^[^/\\?#]*/.exec(url.slice(scheme[0].length))?.[0] ?? ''
  if (authority === '') return { ok: false, problem: 'no-host' }
  if (authority.includes('@')) return { ok: false, problem: 'credentials' }
  let hostname: string
  try {
    hostname = new URL(url).hostname
  } catch {
    return { ok: false, problem: 'not-a-url' }
  }
  // Chromium accepts a blank in a host, written as %20. Node, which runs the host of this app, refuses it.
  if (hostname.includes('%')) return { ok: false, problem: 'not-a-url' }
  return canBePublic(hostname) ? { ok: true, url } : { ok: false, problem: 'private-host' }
}

/**
 * Whether a host, as the URL parser writes it, can be reached from the public internet. The parser
 * has already turned decimal, hexadecimal, octal and full-width spellings into the usual ones.
 */
function canBePublic(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(parseIpv6(hostname.slice(1, -1)))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return isPublicIpv4(parseIpv4(hostname))
  const labels = hostname.replace(/\.$/, '').split('.')
  // No top-level domain is a host: a name without a dot belongs to a private network. No public name has
  // an empty label, but one would hide a private suffix ("localhost..").
  if (labels.length < 2 || labels.includes('')) return false
  return !PRIVATE_SUFFIXES.some((suffix) => `.${labels.join('.')}`.endsWith(suffix))
}

/** Names that are reserved for private networks (RFC 6761, 6762, 8375; .internal by ICANN, 2024). */
const PRIVATE_SUFFIXES = ['.localhost', '.local', '.internal', '.localdomain', '.home.arpa']

/** IPv4 blocks that are not globally reachable (IANA special-purpose registry): address, prefix length. */
const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

function parseIpv4(dotted: string): number {
  return dotted.split('.').reduce((address, byte) => address * 256 + Number(byte), 0)
}

function isPublicIpv4(address: number): boolean {
  return !PRIVATE_IPV4.some(([start, prefix]) => {
    const blockSize = 2 ** (32 - prefix)
    return Math.floor(address / blockSize) === Math.floor(parseIpv4(start) / blockSize)
  })
}

/** The eight 16-bit groups of an address in the parser's spelling: hexadecimal, at most one `::`. */
function parseIpv6(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((g) => Number.parseInt(g, 16))
  const start = groups(head)
  if (tail === undefined) return start
  const end = groups(tail)
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end]
}

function isPublicIpv6(groups: number[]): boolean {
  const [a = 0, b = 0, c = 0, , , f = 0, g = 0, h = 0] = groups
  const zeros = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  const ipv4 = (high: number, low: number) => isPublicIpv4(high * 0x1_0000 + low)
  // IPv4 addresses inside IPv6: mapped, translated by NAT64, tunnelled by 6to4.
  if (zeros(0, 5) && f === 0xffff) return ipv4(g, h)
  if (a === 0x64 && b === 0xff9b && zeros(2, 6)) return ipv4(g, h)
  if (a === 0x2002) return ipv4(b, c)
  // Only 2000::/3 is for global use; in it, 2001::/23, 2001:db8::/32 and 3fff::/20 are special.
  if (a < 0x2000 || a > 0x3fff) return false
  if (a === 0x2001) return b >= 0x200 && b !== 0xdb8
  return !(a === 0x3fff && b < 0x1000)
}
