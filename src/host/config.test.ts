import { describe, expect, it } from 'vitest'

import { readConfig as configOf } from '#host/config.ts'

/** The configuration, or the sentence the start stops with. */
function readConfig(env: Parameters<typeof configOf>[0]) {
  try {
    return { ok: true, config: configOf(env) } as const
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : '' } as const
  }
}

it('uses the defaults for unset and blank variables', () => {
  const expected = {
    ok: true,
    config: {
      port: 4173,
      metricsPort: undefined,
      drainDelayMs: 0,
      host: '127.0.0.1',
      tls: undefined,
      taskApi: { kind: 'local', postersInList: true },
      taskApiTimeoutMs: 25_000,
      concurrency: 128,
      concurrencyPerKey: 64,
      dataDir: '.data',
      idempotencyUrl: undefined,
      sceneSamples: undefined,
      uploads: { publicUrl: undefined, isAlone: true, keepHours: 24, maxBytes: 2_048_000_000 },
      longestViewMs: 604_800_000,
      media: undefined,
      notices: [],
      mediaHosts: [],
      connectOrigins: [],
      allowedHosts: [],
    },
  }
  expect(readConfig({})).toEqual(expected)
  expect(readConfig({ PORT: '', HOST: ' ', TASK_API_URL: '', MEDIA_HOSTS: '  ' })).toEqual(expected)
})

it('reads every variable', () => {
  expect(
    readConfig({
      PORT: '0',
      METRICS_PORT: '9464',
      DRAIN_DELAY: '60',
      HOST: '[::1]',
      TLS_CERT: '/etc/marquee/cert.pem',
      TLS_KEY: 'key.pem',
      TASK_API_CONCURRENCY: '9',
      DATA_DIR: '/var/lib/marquee',
      IDEMPOTENCY_URL: 'rediss://marquee:s3cret@redis.example:6380/1',
      LOCAL_API_POSTERS: 'hidden',
      SCENE_SAMPLES: ' /srv/samples ',
      PUBLIC_URL: 'https://Pictures.Example:8443/',
      UPLOADS: 'folder',
      UPLOADS_KEEP: '168',
      UPLOADS_MAX_MB: '10',
      VIEWS: '2',
      MEDIA_PROXY: 'CDN.Example, *.media.example http://MinIO.internal:9000/ https://[::1]:443',
      MEDIA_SECRET: 's3cret-of-thirty-two-characters!',
      MEDIA_HOSTS: 'media.example, *.cdn.example  https://files.example:8443',
      ALLOWED_HOSTS: 'Marquee.Example localhost:8080',
    }),
  ).toEqual({
    ok: true,
    config: {
      port: 0,
      metricsPort: 9464,
      drainDelayMs: 60_000,
      host: '::1',
      tls: { cert: '/etc/marquee/cert.pem', key: 'key.pem' },
      taskApi: { kind: 'local', postersInList: false },
      taskApiTimeoutMs: 25_000,
      concurrency: 9,
      concurrencyPerKey: 5,
      dataDir: '/var/lib/marquee',
      idempotencyUrl: 'rediss://marquee:s3cret@redis.example:6380/1',
      sceneSamples: '/srv/samples',
      uploads: {
        publicUrl: 'https://pictures.example:8443',
        isAlone: false,
        keepHours: 168,
        maxBytes: 10_000_000,
      },
      longestViewMs: 7_200_000,
      media: {
        hosts: ['cdn.example', '*.media.example', 'http://minio.internal:9000', 'https://[::1]'],
        secret: 's3cret-of-thirty-two-characters!',
      },
      notices: [
        { event: 'uploads-on-this-host-only' },
        { event: 'media-proxy-on', variable: 'MEDIA_PROXY' },
      ],
      mediaHosts: [
        'media.example',
        '*.cdn.example',
        'https://files.example:8443',
        'https://pictures.example:8443',
      ],
      connectOrigins: [],
      allowedHosts: ['marquee.example', 'localhost:8080', 'pictures.example:8443'],
    },
  })
})

it.each([
  ['https://service.example/api', 'https://service.example/api'],
  ['https://service.example/api///', 'https://service.example/api'],
  ['http://127.0.0.1:4173', 'http://127.0.0.1:4173'],
  ['HTTPS://Service.Example/v1/', 'https://service.example/v1'],
])('takes TASK_API_URL %s as the base address', (value, baseUrl) => {
  expect(readConfig({ TASK_API_URL: value })).toMatchObject({
    config: { taskApi: { kind: 'remote', baseUrl } },
  })
})

it('reads the time-out of the real service, at most 25 s', () => {
  const TASK_API_URL = 'https://service.example'
  const read = (env: Readonly<Record<string, string>>) => readConfig({ TASK_API_URL, ...env })
  expect(read({})).toMatchObject({ config: { taskApiTimeoutMs: 25_000 } })
  expect(read({ TASK_API_TIMEOUT: '1', DATA_DIR: 'x' })).toMatchObject({
    config: { taskApiTimeoutMs: 1000, dataDir: 'x' },
  })
})

it('keeps pictures for a real service only where that can fetch them', () => {
  const TASK_API_URL = 'https://service.example'
  const PUBLIC_URL = 'https://marquee.example'
  const uploadsWith = (env: Readonly<Record<string, string>>) => {
    const reading = readConfig(env)
    return reading.ok
      ? (reading.config.uploads?.publicUrl ?? reading.config.uploads)
      : reading.message
  }
  expect(uploadsWith({ UPLOADS: 'off' })).toBeUndefined()
  expect(uploadsWith({ TASK_API_URL })).toBeUndefined()
  expect(uploadsWith({ TASK_API_URL, PUBLIC_URL })).toBe(PUBLIC_URL)
  expect(uploadsWith({ TASK_API_URL, PUBLIC_URL, UPLOADS: 'off' })).toBeUndefined()
  expect(uploadsWith({ TASK_API_URL, UPLOADS: 'folder' })).toMatch(
    /^UPLOADS is folder, but PUBLIC_URL is not set; set it to /,
  )
  // Any https host is allowed already.
  expect(readConfig({ PUBLIC_URL })).toMatchObject({ config: { mediaHosts: [] } })
})

it('lends views unless it is told not to, and says so only where a real service is behind it', () => {
  const TASK_API_URL = 'https://service.example'
  const notices = [{ event: 'views-on', variable: 'VIEWS' }]
  const env = { TASK_API_URL, PUBLIC_URL: 'https://marquee.example' }
  expect(readConfig(env)).toMatchObject({ config: { longestViewMs: 604_800_000, notices } })
  expect(readConfig({ ...env, VIEWS: '24' })).toMatchObject({
    config: { longestViewMs: 86_400_000, notices: [] },
  })
  expect(readConfig({ ...env, VIEWS: 'off' })).toMatchObject({
    config: { longestViewMs: undefined, notices: [] },
  })
})

it.each([
  ['UPLOADS', 's3:bucket'],
  ['UPLOADS', 's3://b'],
  ['UPLOADS', 's3://Bucket'],
  ['UPLOADS', 's3://bucket/a b'],
  ['UPLOADS', 's3://bucket/../a'],
  ['UPLOADS', 's3://bucket?a'],
  ['UPLOADS', 'on'],
  ['UPLOADS_KEEP', '0'],
  ['UPLOADS_KEEP', '169'],
  ['UPLOADS_KEEP', '1.5'],
  ['VIEWS', '0'],
  ['VIEWS', '169'],
  ['VIEWS', 'on'],
  ['UPLOADS_MAX_MB', '9'],
  ['UPLOADS_MAX_MB', '1000001'],
  ['PUBLIC_URL', 'http://marquee.example'],
  ['PUBLIC_URL', 'marquee.example'],
  ['PUBLIC_URL', 'https://marquee.example/app'],
  ['PUBLIC_URL', 'https://marquee.example?x'],
  ['PUBLIC_URL', 'https://localhost'],
  ['PUBLIC_URL', 'https://10.0.0.1'],
  ['PUBLIC_URL', 'https://marquee.internal'],
  ['PUBLIC_URL', 'https://marquee.example:99999'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '4173x'],
  ['PORT', '0x10'],
  ['METRICS_PORT', '99999'],
  ['DRAIN_DELAY', '61'],
  ['DRAIN_DELAY', '-1'],
  ['HOST', '127.0.0.1:80'],
  ['HOST', '127.0.0.300'],
  ['HOST', 'a host'],
  ['HOST', 'http://localhost'],
  ['TASK_API_URL', 'service.example/api'],
  ['TASK_API_URL', 'ftp://service.example'],
  ['TASK_API_URL', 'http:service.example'],
  ['TASK_API_URL', 'https:\\\\service.example'],
  ['TASK_API_URL', 'https://service.example/?'],
  ['TASK_API_URL', 'https://service.example/#x'],
  ['TASK_API_URL', 'https://service example/'],
  ['TASK_API_URL', 'https://:80'],
  ['DATA_DIR', 'a\0b'],
  ['SCENE_SAMPLES', 'a\0b'],
  ['IDEMPOTENCY_URL', 'redis.example:6379'],
  ['IDEMPOTENCY_URL', 'http://redis.example'],
  ['IDEMPOTENCY_URL', 'redis://'],
  ['IDEMPOTENCY_URL', 'redis://redis.example/x'],
  ['IDEMPOTENCY_URL', 'redis://redis.example?tls=1'],
  ['TLS_CERT', 'a\0b'],
  ['TLS_KEY', 'a\0b'],
  ['TASK_API_TIMEOUT', '0'],
  ['TASK_API_TIMEOUT', '26'],
  ['TASK_API_TIMEOUT', '1.5'],
  ['TASK_API_TIMEOUT', '10s'],
  ['MEDIA_HOSTS', "'unsafe-inline'"],
  ['MEDIA_HOSTS', 'media.example; script-src *'],
  ['MEDIA_HOSTS', 'media.example/path'],
  ['MEDIA_HOSTS', '*'],
  ['MEDIA_HOSTS', 'data:'],
  ['MEDIA_HOSTS', 'ftp://media.example'],
  ['MEDIA_HOSTS', 'media.example:99999'],
  ['MEDIA_HOSTS', 'a.*.example'],
  ['ALLOWED_HOSTS', '*'],
  ['ALLOWED_HOSTS', 'https://marquee.example'],
  ['ALLOWED_HOSTS', 'marquee.example:0'],
  ['LOCAL_API_POSTERS', 'yes'],
])('refuses %s=%j in one sentence that names both', (name, value) => {
  const reading = readConfig({ [name]: value })
  if (reading.ok) throw new Error('was accepted')
  expect(reading.message).toMatch(new RegExp(`^${name} is ".*, but it must be .+\\.$`))
  expect(reading.message).not.toContain('\n')
  expect(reading.message.split(' is ')[1]).toContain(
    JSON.stringify(value).slice(1, -1).split(/[?#]/)[0],
  )
})

it.each([
  ['TLS_CERT', 'TLS_KEY'],
  ['TLS_KEY', 'TLS_CERT'],
])('refuses %s without %s', (set, missing) => {
  expect(readConfig({ [set]: 'x.pem', [missing]: ' ' })).toEqual({
    ok: false,
    message: `${set} is set, but ${missing} is not; set both for https, or none.`,
  })
})

it('says what TASK_API_URL accepts', () => {
  expect(readConfig({ TASK_API_URL: 'service.example' })).toEqual({
    ok: false,
    message:
      'TASK_API_URL is "service.example", but it must be an http:// or https:// address without user name, password, query or fragment, such as https://service.example/api.',
  })
})

it.each([
  ['TASK_API_URL', 'https://user:S3CRET@service.example/'],
  ['TASK_API_URL', 'https://service.example/?key=S3CRET'],
  ['PUBLIC_URL', 'https://user:S3CRET@marquee.example'],
])('does not print the secret of a refused %s: %s', (name, value) => {
  const reading = readConfig({ [name]: value })
  expect(reading.ok).toBe(false)
  expect(JSON.stringify(reading)).not.toContain('S3CRET')
})

describe('a bucket', () => {
  const key = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'S3CRET' }
  const TASK_API_URL = 'https://service.example'
  const read = (env: Readonly<Record<string, string>>) => {
    const reading = readConfig({ UPLOADS: 's3://pictures', ...key, ...env })
    if (!reading.ok) return reading.message
    const { uploads, mediaHosts, connectOrigins, notices } = reading.config
    return { ...uploads?.bucket, mediaHosts, connectOrigins, notices }
  }

  it('is one of S3, or of the service of AWS_ENDPOINT_URL_S3', () => {
    const AWS_ENDPOINT_URL_S3 = 'https://s3.example:9000/'
    expect(read({ AWS_REGION: 'eu-central-1', AWS_SESSION_TOKEN: 'T' })).toEqual({
      url: 'https://pictures.s3.eu-central-1.amazonaws.com',
      prefix: '',
      publicUrl: undefined,
      region: 'eu-central-1',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'S3CRET',
      sessionToken: 'T',
      proxy: undefined,
      mediaHosts: [],
      connectOrigins: ['https://pictures.s3.eu-central-1.amazonaws.com'],
      notices: [],
    })
    expect(read({ AWS_REGION: 'cn-north-1' })).toMatchObject({
      url: 'https://pictures.s3.cn-north-1.amazonaws.com.cn',
    })
    expect(read({ UPLOADS: 's3://my.pictures' })).toMatchObject({
      url: 'https://s3.us-east-1.amazonaws.com/my.pictures',
    })
    expect(read({ UPLOADS: 's3://pictures/a/b/', AWS_ENDPOINT_URL_S3 })).toMatchObject({
      url: 'https://s3.example:9000/pictures',
      prefix: 'a/b/',
      connectOrigins: ['https://s3.example:9000'],
    })
    expect(read({ AWS_ENDPOINT_URL_S3: 'https://pictures.oss.example' })).toMatchObject({
      url: 'https://pictures.oss.example',
    })
    expect(read({ AWS_ENDPOINT_URL_S3: 'https://pictures-s3.example' })).toMatchObject({
      url: 'https://pictures-s3.example/pictures',
    })
  })

  it('shows its pictures from the origin of their addresses', () => {
    const UPLOADS_URL = 'https://cdn.example.com/p/'
    const MEDIA_HOSTS = 'media.example'
    expect(read({ UPLOADS_URL, MEDIA_HOSTS })).toMatchObject({
      publicUrl: 'https://cdn.example.com/p',
      mediaHosts: ['media.example', 'https://cdn.example.com'],
    })
    expect(read({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' })).toMatchObject({
      mediaHosts: ['https:', 'http://127.0.0.1:9000'],
    })
  })

  it('needs a key, an address that the service reaches, and a proxy where one is set', () => {
    expect(read({ AWS_SECRET_ACCESS_KEY: ' ' })).toBe(
      'UPLOADS is a bucket, but AWS_SECRET_ACCESS_KEY is not set; set it to the key that may write there.',
    )
    expect(read({ AWS_ACCESS_KEY_ID: '' })).toMatch(/^UPLOADS is a bucket, but AWS_ACCESS_KEY_ID /)
    const AWS_ENDPOINT_URL_S3 = 'http://minio.internal:9000'
    expect(read({ TASK_API_URL, AWS_ENDPOINT_URL_S3 })).toBe(
      'UPLOADS is a bucket, but the service cannot reach "http://minio.internal:9000"; set UPLOADS_URL to the https:// address under which everyone can read it.',
    )
    expect(read({ AWS_ENDPOINT_URL_S3 })).toMatchObject({ url: `${AWS_ENDPOINT_URL_S3}/pictures` })
    const UPLOADS_URL = 'https://cdn.example.com'
    expect(read({ TASK_API_URL, AWS_ENDPOINT_URL_S3, UPLOADS_URL })).toMatchObject({
      publicUrl: UPLOADS_URL,
    })
    const HTTPS_PROXY = 'http://proxy.example:3128'
    expect(read({ HTTPS_PROXY })).toMatchObject({ proxy: new URL(HTTPS_PROXY) })
  })

  it.each([
    ['UPLOADS_URL', 'http://pictures.example'],
    ['UPLOADS_URL', 'https://localhost/a'],
    ['AWS_REGION', 'no region'],
    ['AWS_ENDPOINT_URL_S3', 's3.example'],
    ['AWS_DEFAULT_REGION', 'no region'],
    ['AWS_ENDPOINT_URL', 's3.example'],
    ['AWS_ENDPOINT_URL', 'https://s3.example:70000/a'],
    ['AWS_ENDPOINT_URL_S3', 'https://s3.example//a'],
    ['AWS_ENDPOINT_URL_S3', 'https://s3.example/a b'],
  ])('refuses %s=%j', (name, value) => {
    expect(read({ [name]: value })).toMatch(new RegExp(`^${name} is "${value}", but it must be `))
  })

  it.each([
    ['AWS_PROFILE', 'work'],
    ['AWS_DEFAULT_PROFILE', 'work'],
    ['AWS_CONFIG_FILE', '/S3CRET'],
    ['AWS_USE_FIPS_ENDPOINT', 'true'],
    ['AWS_USE_DUALSTACK_ENDPOINT', 'true'],
    ['AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'true'],
  ])('stops the start if %s is set, which other tools read', (name, value) => {
    expect(read({ [name]: value })).toBe(
      `${name} is set, but this host does not read it; unset it, and set AWS_REGION, AWS_ENDPOINT_URL_S3 and the key.`,
    )
    expect(read({ [name]: ' ' })).toMatchObject({ prefix: '' })
    expect(readConfig({ UPLOADS: 'off', [name]: value }).ok).toBe(true)
  })

  it.each([
    [{ AWS_ENDPOINT_URL: 'https://minio.example' }, 'https://minio.example/pictures'],
    [
      { AWS_ENDPOINT_URL: 'https://all.example', AWS_ENDPOINT_URL_S3: 'https://s3.example' },
      'https://s3.example/pictures',
    ],
    [{ AWS_DEFAULT_REGION: 'eu-west-1' }, 'https://pictures.s3.eu-west-1.amazonaws.com'],
    [
      { AWS_DEFAULT_REGION: 'eu-west-1', AWS_REGION: 'us-west-2' },
      'https://pictures.s3.us-west-2.amazonaws.com',
    ],
    [{ UPLOADS: 's3://minio', AWS_ENDPOINT_URL: 'http://minio' }, 'http://minio/minio'],
    [
      { AWS_ENDPOINT_URL_S3: 'https://abc.supabase.co:8443/storage/v1/s3/' },
      'https://abc.supabase.co:8443/storage/v1/s3/pictures',
    ],
    [{ AWS_ENDPOINT_URL_S3: 'https://pictures.s3.example/v1' }, 'https://pictures.s3.example/v1'],
  ])('is found as the tools of AWS find it: %j', (env, url) => {
    expect(read(env)).toMatchObject({ url, connectOrigins: [new URL(url).origin] })
  })

  it('is named once, not in the address of the service, too', () => {
    expect(read({ AWS_ENDPOINT_URL_S3: 'https://s3.example/pictures' })).toBe(
      'AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL ends with "pictures", the bucket that UPLOADS names already; leave it out there.',
    )
  })

  it('without UPLOADS_URL says that a service can only GET its pictures', () => {
    const notice = { event: 'uploads-signed-for-get-only', variable: 'UPLOADS_URL' }
    expect(read({ TASK_API_URL, VIEWS: '1' })).toMatchObject({ notices: [notice] })
    const UPLOADS_URL = 'https://cdn.example.com'
    expect(read({ TASK_API_URL, UPLOADS_URL, VIEWS: '1' })).toMatchObject({ notices: [] })
  })

  it('is not asked for while pictures are kept elsewhere', () => {
    const env = { UPLOADS: 'folder', AWS_REGION: 'no region', AWS_ENDPOINT_URL_S3: 'x' }
    expect(read(env)).toMatchObject({ connectOrigins: [] })
  })
})

describe('a proxy on the way to the service', () => {
  const TASK_API_URL = 'https://service.example'

  it('is read, and is none of the local API', () => {
    const HTTPS_PROXY = 'http://u:p@proxy.example:3128'
    expect(readConfig({ TASK_API_URL, HTTPS_PROXY })).toMatchObject({
      config: { taskApi: { proxy: new URL(HTTPS_PROXY) } },
    })
    expect(readConfig({ TASK_API_URL, HTTPS_PROXY, NO_PROXY: '*' })).toMatchObject({
      config: { taskApi: { proxy: undefined } },
    })
    expect(readConfig({ HTTPS_PROXY: 'socks5://x' }).ok).toBe(true)
  })

  it('stops the start if it cannot be used, without its password', () => {
    const reading = readConfig({ TASK_API_URL, HTTPS_PROXY: 'socks5://u:S3CRET@proxy.example' })
    expect(reading).toEqual({
      ok: false,
      message:
        'HTTPS_PROXY is "***@proxy.example", but it must be the http:// or https:// address of a proxy, such as http://user:password@proxy.example:3128.',
    })
  })
})

describe('MEDIA_PROXY', () => {
  it.each([
    '*',
    '*.com',
    '*.',
    '*.*.example',
    'a.*.example',
    'localhost',
    'cdn',
    '127.0.0.1',
    '*.0.0.1',
    '127.1',
    '0x7f.1',
    '017700000001.0',
    '[::1]',
    'cdn.example:8443',
    'cdn.example.',
    'cdn.example/videos',
    'https://cdn.example/videos',
    'https://*.cdn.example',
    'https://user:pw@cdn.example',
    'https://cdn.example:70000',
    'https://cdn.example?x',
    'ftp://cdn.example',
    'https://256.1.1.1',
  ])('does not take %s', (entry) => {
    const read = readConfig({ MEDIA_PROXY: `good.example ${entry}` })
    expect(read.ok ? '' : read.message).toMatch(
      /^MEDIA_PROXY is ".*", but it must be hosts separated by/,
    )
  })

  it('has a random secret without MEDIA_SECRET, and says if several hosts need one', () => {
    const env = { MEDIA_PROXY: 'cdn.example', IDEMPOTENCY_URL: 'redis://redis.example' }
    const [one, other] = [configOf(env), configOf(env)]
    expect(one.media?.secret).toMatch(/^[\w-]{43}$/)
    expect(one.media?.secret).not.toBe(other.media?.secret)
    expect(one.notices).toContainEqual({
      event: 'media-on-this-host-only',
      variable: 'MEDIA_SECRET',
    })
  })

  it('is needed for MEDIA_SECRET, which has 32 characters or more and is never shown', () => {
    expect(readConfig({ MEDIA_SECRET: 'x'.repeat(32) })).toMatchObject({
      message: 'MEDIA_SECRET is set, but MEDIA_PROXY is not; set both, or MEDIA_PROXY alone.',
    })
    expect(readConfig({ MEDIA_PROXY: 'cdn.example', MEDIA_SECRET: 's'.repeat(31) })).toMatchObject({
      message: 'MEDIA_SECRET has 31 characters, but it must have 32 or more.',
    })
  })
})
