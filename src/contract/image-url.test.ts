import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { checkImageUrl, MAX_IMAGE_URL_LENGTH } from '#contract/image-url.ts'

function words(list: string): string[] {
  return list.trim().split(/\s+/)
}

/** 'ok', or the problem. */
function verdict(url: string): string {
  const check = checkImageUrl(url)
  return check.ok ? 'ok' : check.problem
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the form of an image URL', () => {
  it('refuses a blank in the host, also where the browser keeps it', () => {
    // As Chromium reads it.
    vi.stubGlobal(
      'URL',
      class {
        hostname = 'a%20b.example'
      },
    )
    expect(verdict('https://a%20b.example/v.mp4')).toBe('not-a-url')
  })

  it.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['images.example/a.jpg', 'scheme'],
    ['//images.example/a.jpg', 'scheme'],
    ['ftp://images.example/a.jpg', 'scheme'],
    ['data:image/png;base64,AAAA', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['javascript:alert(1)//http://images.example', 'scheme'],
    ['http:images.example', 'scheme'],
    ['http:/images.example', 'scheme'],
    ['http:\\\\images.example', 'scheme'],
    ['ht\ntp://images.example', 'scheme'],
    ['https://', 'no-host'],
    ['https:///a.jpg', 'no-host'],
    ['https://\\images.example', 'no-host'],
    ['https://?q', 'no-host'],
    ['https://#f', 'no-host'],
    ['https://:80/', 'not-a-url'],
    ['https://user:pass@images.example/', 'credentials'],
    ['https://user@images.example/', 'credentials'],
    ['https://@images.example/', 'credentials'],
    ['https://images.example@127.0.0.1/', 'credentials'],
    ['https://images.example:99999/', 'not-a-url'],
    ['https://[::1/', 'not-a-url'],
    ['https://[fe80::1%25eth0]/', 'not-a-url'],
    ['https://a b.example/', 'blank-inside'],
    ['https://images.example/a b.jpg', 'blank-inside'],
    ['https://images.example/a\nb.jpg', 'blank-inside'],
    ['https://127.0.0\t.1/', 'blank-inside'],
    ['https://images.example/\u0000', 'blank-inside'],
    ['https://images.example/M\ufffdller.jpg', 'lost-character'],
    ['https://images.example/M%EF%bf%BDller.jpg', 'lost-character'],
    ['https://images.example/Mï¿½ller.jpg', 'lost-character'],
    ['https://im\ufffdges.example/a.jpg', 'lost-character'],
    [`https://images.example/${'a'.repeat(MAX_IMAGE_URL_LENGTH)}`, 'too-long'],
  ])('refuses %j as %s', (url, problem) => {
    expect(verdict(url)).toBe(problem)
  })

  it.each([
    'https://images.example/a.jpg',
    'http://images.example',
    'HTTPS://Images.Example/A.JPG?x=1#y',
    'https://images.example:8443/a@b.jpg',
    'https://例え.example/顔.jpg',
    'https://images.example./a.jpg',
    'https://localhost.example/',
    'https://local.example/',
    'https://internal.example/',
    'https://notlocal.example.com/',
    'https://10.example/',
    'https://images.example/?next=http://127.0.0.1/',
  ])('accepts %j', (url) => {
    expect(checkImageUrl(url)).toEqual({ ok: true, url })
  })

  it('keeps the URL as typed, without the blanks around it', () => {
    expect(checkImageUrl('\t https://Images.Example/%41 \n')).toEqual({
      ok: true,
      url: 'https://Images.Example/%41',
    })
  })

  it('never throws', () => {
    const urlLike = fc
      .tuple(
        fc.constantFrom('', 'http://', 'HTTPS://', 'https:/', ' http://', 'http://['),
        fc.string({ unit: 'binary' }),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), urlLike), (typed) => {
        const check = checkImageUrl(typed)
        if (!check.ok) return
        // What was accepted is what the parser of a service would go to.
        expect(new URL(check.url).protocol).toMatch(/^https?:$/)
        expect(new URL(check.url).username + new URL(check.url).password).toBe('')
        expect(checkImageUrl(check.url)).toEqual(check)
      }),
      { numRuns: 2000 },
    )
  })
})

/** Address blocks that are not globally reachable: first and last address as 32-bit numbers. */
const privateBlocks: (readonly [string, string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['224.0.0.0', '255.255.255.255'],
]

function toNumber(dotted: string): number {
  return dotted.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
}

function toBytes(address: number): [number, number, number, number] {
  const byte = (place: number) => Math.floor(address / 256 ** place) % 256
  return [byte(3), byte(2), byte(1), byte(0)]
}

/** Every way to write an IPv4 address that a URL parser understands. */
function ipv4Spellings(address: number): string[] {
  const [a, b, c, d] = toBytes(address)
  const bytes = [a, b, c, d]
  const dotted = bytes.join('.')
  const hex = (value: number) => `0x${value.toString(16)}`
  const octal = (value: number) => `0${value.toString(8)}`
  const percent = (text: string) =>
    text.replaceAll(/./g, (char) => `%${hex(char.codePointAt(0) ?? 0).slice(2)}`)
  return [
    dotted,
    `${dotted}.`,
    String(address),
    hex(address),
    hex(address).toUpperCase().replace('0X', '0x'),
    hex(address).replace('0x', '0X000'),
    octal(address),
    bytes.map(hex).join('.'),
    bytes.map(octal).join('.'),
    bytes.map((value) => value.toString(8).padStart(4, '0')).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${hex(d)}`,
    // Full-width digits, and the ideographic full stop.
    dotted.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    dotted.replaceAll('.', '。'),
    dotted.replaceAll('.', '．'),
    percent(dotted),
    dotted.replaceAll('.', '%2e'),
    `${dotted}:8080`,
    `${dotted}\\.images.example`,
  ]
}

/** Every way to write an IPv4 address in an IPv6 one that reaches it. */
function ipv6Spellings(address: number): string[] {
  const dotted = toBytes(address).join('.')
  const high = Math.floor(address / 0x1_0000).toString(16)
  const low = (address % 0x1_0000).toString(16)
  return [
    `[::ffff:${dotted}]`,
    `[::ffff:${high}:${low}]`,
    `[::FFFF:${high.toUpperCase()}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[0000:0000:0000:0000:0000:ffff:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::]`,
    `[2002:${high}:${low}:1::9]`,
  ]
}

const privateIpv4 = fc
  .constantFrom(...privateBlocks)
  .chain(([first, last]) =>
    fc.oneof(
      fc.constantFrom(toNumber(first), toNumber(last)),
      fc.integer({ min: toNumber(first), max: toNumber(last) }),
    ),
  )

const publicIpv4 = fc.oneof(
  // The neighbours of the blocks, and well-known resolvers.
  fc
    .constantFrom(
      ...words(`
        1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
        169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0
        198.17.255.255 198.20.0.0 223.255.255.255 8.8.8.8 1.1.1.1
      `),
    )
    .map(toNumber),
  fc.integer({ min: toNumber('11.0.0.0'), max: toNumber('100.63.255.255') }),
  fc.integer({ min: toNumber('128.0.0.0'), max: toNumber('169.253.255.255') }),
)

describe('hosts that can never be public', () => {
  it('are refused as IPv4 addresses in every spelling', () => {
    fc.assert(
      fc.property(privateIpv4, (address) => {
        for (const host of ipv4Spellings(address)) {
          expect([host, verdict(`http://${host}/a.jpg`)]).toEqual([host, 'private-host'])
        }
      }),
    )
  })

  it('are refused as IPv4 addresses inside IPv6', () => {
    fc.assert(
      fc.property(privateIpv4, (address) => {
        for (const host of ipv6Spellings(address)) {
          expect([host, verdict(`https://${host}/a.jpg`)]).toEqual([host, 'private-host'])
        }
      }),
    )
  })

  it.each(
    words(`
      127.1 127.0.1 0x7f.1 0177.1 0 0.0 10.1 192.168.257 0xa9fea9fe １２７.1 ①②⑦.0.0.1 127。1 0x7F.0x1.
      192.0.0.8 192.0.2.1 198.51.100.1 203.0.113.9 [::] [::1] [0:0:0:0:0:0:0:1] [::127.0.0.1]
      [::8.8.8.8] [fe80::1] [febf::1] [fec0::1] [fc00::1] [fdff:ffff::1] [ff02::1] [100::1]
      [64:ff9b:1::1] [2001::1] [2001:1ff::] [2001:db8::1] [3fff::1] [3fff:fff::1] [4000::1] [5f00::1]
    `),
  )('are refused as the address %s', (host) => {
    expect(verdict(`http://${host}/`)).toBe('private-host')
  })

  it.each(
    words(`
      localhost LOCALHOST localhost. localhost.. .localhost a.localhost ｌｏｃａｌｈｏｓｔ %6c%6fcalhost
      local\u00adhost localhost。 ⓛocalhost printer router. nas.local NAS.LOCAL. nas.local..
      a.b.internal metadata.google.internal box.localdomain tv.home.arpa intranet a..example
      images.example..
    `),
  )('are refused as the name %s', (host) => {
    expect(verdict(`https://${host}/a.jpg`)).toBe('private-host')
  })
})

describe('hosts that can be public', () => {
  it('are accepted as IPv4 addresses in every spelling', () => {
    fc.assert(
      fc.property(publicIpv4, (address) => {
        for (const host of [...ipv4Spellings(address), ...ipv6Spellings(address)]) {
          expect([host, verdict(`https://${host}/a.jpg`)]).toEqual([host, 'ok'])
        }
      }),
    )
  })

  it('are accepted as names', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), (url) => {
        expect(verdict(url)).toBe('ok')
      }),
    )
  })

  it.each([
    '[2606:4700:4700::1111]',
    '[2001:4860:4860::8888]',
    '[2a00:1450:4001::200e]',
    '[2001:200::]',
  ])('are accepted as the address %s', (host) => {
    expect(verdict(`https://${host}/`)).toBe('ok')
  })
})
