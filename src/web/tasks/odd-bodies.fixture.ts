/** The random source of a reply body. Each call draws the next number of one seeded sequence. */
function bodyMaker(seed: number) {
  let state = seed
  /** mulberry32: small, fast, and the same everywhere */
  function random(): number {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(random() * limit)
  const chance = (share: number) => random() < share
  function pick<Value>(values: readonly Value[]): Value {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  return { below, chance, pick }
}
type Maker = ReturnType<typeof bodyMaker>

const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\u202Egpj.exe',
  '\uD800',
  '"',
  '\\',
  '\\"',
  '\n\n',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  'None',
  'success',
  '[]',
  '\u001b[31mred\u001b[0m',
  '0001-01-01T00:00:00Z',
  '2026-03-01 10:00:00 +0000 UTC',
  '12',
  '-0',
  '1234567890123456789',
  '9'.repeat(400),
  // oxlint-disable-next-line no-script-url -- an address that must not become a link
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'https://a.example/v.mp4',
  '//a',
  '{"list":[]}',
  '2026-03-01T10:00:00Z',
  '2026-02-31T00:00:00Z',
  '2026-03-01 10:00:00',
  '+275760-09-13T00:00:00.001Z',
  '-5',
  'task 12',
  '0 uuid a',
  'at 1',
  'x'.repeat(400),
  '👩‍🎤'.repeat(5),
]
const oddNumbers = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '1e21',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '18446744073709551616',
  '1234567890123456789.5',
  '1'.repeat(60),
  '8'.repeat(309),
  '8'.repeat(310),
  '8'.repeat(500),
  '12345678901234567890e2',
  '2e0',
]
const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  'id ',
  'ID',
  'then',
]
/** The fields of a record that are read. */
export const RECORD_FIELDS = [
  'id',
  'uuid',
  'price',
  'created_at',
  'updated_at',
  'completed_at',
  'video_url',
  'error_msg',
  'status',
  'scene',
] as const
const good: Record<(typeof RECORD_FIELDS)[number], readonly string[]> = {
  id: ['1', '42', '9007199254740993'],
  uuid: ['"a"', '"b"', '"0b51b8a4-6a0a-4f5e-9a9e-7d0d1f6f2c11"'],
  price: ['10', '0', '2.5'],
  created_at: ['"2026-03-01T10:00:00Z"'],
  updated_at: ['"2026-03-01T10:00:31Z"'],
  completed_at: ['null', '"2026-03-01T10:00:30Z"'],
  video_url: ['null', '"https://a.example/v.mp4"'],
  error_msg: ['null', '"No face found"'],
  status: ['"created"', '"x"'],
  scene: ['"x"'],
}

/** Any JSON, as text. */
function anyJson(make: Maker, depth = 0): string {
  const kind = make.below(depth > 3 ? 5 : 8)
  if (kind === 0) return make.pick(['null', 'true', 'false'])
  if (kind <= 2) return make.pick(oddNumbers)
  if (kind <= 4) return JSON.stringify(make.pick(oddTexts))
  const size = make.below(4)
  if (kind === 5) return `[${Array.from({ length: size }, () => anyJson(make, depth + 1)).join()}]`
  if (kind === 6)
    return object(
      make,
      Array.from({ length: size }, () => [name(make), anyJson(make, depth + 1)]),
    )
  return `${'['.repeat(60)}${make.pick(oddNumbers)}${']'.repeat(60)}`
}

function name(make: Maker): string {
  return make.pick(make.chance(0.5) ? oddNames : RECORD_FIELDS)
}

function object(make: Maker, members: readonly (readonly [string, string])[]): string {
  const colon = make.pick([':', ' : '])
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}${colon}${value}`).join()}}`
}

/** A record whose fields may be missing, duplicated, of the wrong type, or mixed with unknown ones. */
function record(make: Maker): string {
  if (make.chance(0.08)) return anyJson(make)
  const broken = make.pick([0, 0.1, 0.5])
  const members: [string, string][] = []
  for (const field of RECORD_FIELDS) {
    if (make.chance(0.15)) continue
    members.push([field, make.chance(broken) ? anyJson(make) : make.pick(good[field])])
  }
  if (make.chance(0.2)) members.push([name(make), anyJson(make)])
  return object(make, members)
}

function count(make: Maker): string {
  return make.chance(0.6) ? String(make.below(60)) : anyJson(make, 2)
}

function payload(make: Maker): string {
  if (make.chance(0.05)) return anyJson(make)
  if (make.chance(0.15)) {
    return object(make, [
      ['uuid', make.chance(0.7) ? '"u"' : anyJson(make)],
      ['remaining_points', make.chance(0.3) ? '90' : anyJson(make)],
      ['task_type', anyJson(make)],
      ['message', anyJson(make)],
    ])
  }
  const rows = Array.from({ length: make.below(make.pick([2, 6, 25])) }, () => record(make))
  const members: [string, string][] = [
    ['list', make.chance(0.03) ? anyJson(make) : `[${rows.join()}]`],
  ]
  for (const key of ['total', 'page', 'page_size']) {
    if (make.chance(0.85)) members.push([key, count(make)])
  }
  if (make.chance(0.1)) members.push([name(make), anyJson(make)])
  return object(make, members)
}

/**
 * A malformed reply to a list or creation request, made from its number alone. Fields of the envelope and
 * the payload may be missing, duplicated, nested or of the wrong type. Texts and numbers are odd, and
 * some replies are cut off.
 */
export function mutatedBody(seed: number): string {
  const make = bodyMaker(seed)
  if (make.chance(0.02))
    return make.pick(['', '<!doctype html><title>502</title>', 'null', '[]', '\uFEFF{}', 'NaN'])
  const members: [string, string][] = [['data', payload(make)]]
  if (make.chance(0.95)) members.unshift(['code', make.chance(0.9) ? '200' : anyJson(make, 2)])
  if (make.chance(0.9)) members.push(['message', make.chance(0.8) ? '"ok"' : anyJson(make)])
  if (make.chance(0.05)) members.push([make.pick(oddNames), anyJson(make)])
  const text = object(make, members)
  // Cut the text off, or insert something that does not belong there.
  if (make.chance(0.03)) return text.slice(0, make.below(text.length))
  if (make.chance(0.02)) {
    const at = make.below(text.length)
    return `${text.slice(0, at)}${make.pick(['"', '\\', '}', ',', '1', '\u0000'])}${text.slice(at)}`
  }
  return text
}
