import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'

import { readConfig } from '#host/config.ts'
import { MAX_DRAIN_DELAY_S } from '#host/variables.ts'
import { NEEDED_SETTINGS } from '#host/idempotency/redis-store.ts'
import { DRAIN_DEADLINE_MS } from '#host/run-host.ts'

import {
  readCommand,
  readCopy,
  readDockerignore,
  readStages,
  readVariables,
  restsOf,
} from './dockerfile.ts'

const root = path.resolve(import.meta.dirname, '..')
const hosting = path.join(root, 'docs/hosting')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const stages = readStages(read('Dockerfile'))
const [last] = stages.slice(-1)
if (last === undefined) throw new Error('the Dockerfile has no stage')
const isSent = readDockerignore(read('.dockerignore'))
const copied = stages
  .flatMap((stage) => restsOf(stage, 'COPY'))
  .map(readCopy)
  .flatMap(({ from, sources }) => (from === undefined ? sources : []))

const service = z.object({
  image: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.optional(z.array(z.string())),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  environment: z.optional(z.record(z.string(), z.string())),
  command: z.optional(z.array(z.string())),
  volumes: z.optional(z.array(z.string())),
  healthcheck: z.object({ interval: z.string() }),
  stop_grace_period: z.string(),
  networks: z.union([
    z.array(z.string()),
    z.record(z.string(), z.nullable(z.object({ ipv4_address: z.string() }))),
  ]),
})
/** Values of what stands in the file as ${NAME:?…}. */
const VALUES: Readonly<Record<string, string>> = {
  MARQUEE_VERSION: '0.1.0',
  TASK_API_URL: 'https://service.example/api',
  ALLOWED_HOSTS: 'marquee.example',
  REDIS_PASSWORD: '0123456789abcdef',
}
const composeText = read('docs/hosting/compose.yaml')
const filledIn = (_key: unknown, value: unknown) =>
  typeof value === 'string'
    ? value.replaceAll(/(?<!\$)\$\{(\w+)[^}]*\}/g, (_whole, name: string) => VALUES[name] ?? '')
    : value
const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(composeText, filledIn, { merge: true }))
const hosts = Object.values(services).filter(({ image }) => image.startsWith('marquee:'))

const unit = Array.from(
  read('docs/hosting/marquee.service').matchAll(/^(\w+)=(.*)$/gm),
  ([, name = '', value = '']) => ({ name, value }),
)
const unitValue = (name: string) => unit.find((line) => line.name === name)?.value

/** How long a host may take to stop, in seconds. */
const LONGEST_STOP_S = MAX_DRAIN_DELAY_S + DRAIN_DEADLINE_MS / 1000

/** The variables that a host does not ask for. @throws if it does not take the values of the others */
function unknownToHost(env: Record<string, string>): string[] {
  const known = namesAsked(env)
  readConfig(env)
  // Which of the variables for a proxy is asked depends on the others.
  const isKnown = (name: string) =>
    ['NODE_ENV', 'MALLOC_TRIM_THRESHOLD_'].includes(name) ||
    name.endsWith('_PROXY') ||
    known.has(name)
  return Object.keys(env).filter((name) => !isKnown(name))
}

/** The names of all variables that a host asks for. */
function namesAsked(env: Record<string, string>): Set<string> {
  const known = new Set<string>()
  // The variables of a bucket are asked for only with one.
  const recorder = new Proxy(
    { ...env, UPLOADS: 's3://pictures' },
    {
      get(target: Record<string, string>, name: string) {
        known.add(name)
        return target[name]
      },
    },
  )
  // It has no key of the bucket, which is found out last.
  expect(() => readConfig(recorder)).toThrow('AWS_ACCESS_KEY_ID')
  return known
}

describe('the Dockerfile', () => {
  it('copies what there is, past .dockerignore', () => {
    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter((name) => !existsSync(path.join(root, name)) || !isSent(name))).toEqual([])
  })

  it('copies what the configuration of the build reads', () => {
    const imported = Array.from(
      read('vite.config.ts').matchAll(/'(?:\.\/)?(src|scripts|public|[\w-]+\.(?:json|html))\b/g),
      ([, name = '']) => name,
    )
    const needed = [
      ...imported,
      ...readdirSync(root).filter((name) => name.startsWith('tsconfig')),
      'vite.config.ts',
    ]
    expect(needed).toEqual(expect.arrayContaining(['index.html', 'scripts', 'tsconfig.json']))
    expect(needed.filter((name) => !copied.includes(name))).toEqual([])
  })

  it.each(['.env', '.git/config', '.data/tasks.db', 'node_modules/a', 'dist/index.html', 'docs'])(
    'does not get %s',
    (file) => {
      expect(isSent(file)).toBe(false)
    },
  )

  it('ends with a user who is not root, by number', () => {
    expect(restsOf(last, 'USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  it('asks for the health of the process at an address that the host has', () => {
    const [, , code = ''] = readCommand(restsOf(last, 'HEALTHCHECK').join(''))
    const address = /path: '([^']+)'/.exec(code)?.[1] ?? ''
    expect(address).toBe('/healthz')
    expect(read('src/host/host-app.ts')).toContain(`'${address}'`)
  })

  it('sets variables that the host knows', () => {
    const env = readVariables(restsOf(last, 'ENV').join(' '))
    expect(unknownToHost(env)).toEqual([])
    expect(restsOf(last, 'VOLUME')).toEqual([env['DATA_DIR']])
    expect(restsOf(last, 'EXPOSE')).toEqual([env['PORT']])
  })
})

it('images have a version, and there is one of Node', () => {
  const names = new Set(stages.map(({ name }) => name))
  const bases = new Set(stages.map(({ from }) => from).filter((from) => !names.has(from)))
  expect(bases.size).toBe(1)
  const images = [...bases, ...Object.values(services).map(({ image }) => image)]
  expect(images.filter((image) => !/^[\w/]+:\d+[\w.-]*$/.test(image))).toEqual([])
})

describe('compose.yaml', () => {
  it('has two hosts with variables that they know', () => {
    expect(hosts.map(({ environment = {} }) => unknownToHost(environment))).toEqual([[], []])
  })

  it('passes on every variable but those of addresses, files and the local API', () => {
    const fixed = ['PORT', 'HOST', 'TLS_CERT', 'TLS_KEY', 'DATA_DIR', 'LOCAL_API_POSTERS']
    // A folder too, and HTTPS_PROXY in another spelling.
    fixed.push('SCENE_SAMPLES', 'https_proxy')
    // They would only stop the start.
    fixed.push('AWS_PROFILE', 'AWS_DEFAULT_PROFILE', 'AWS_CONFIG_FILE', 'AWS_USE_FIPS_ENDPOINT')
    fixed.push('AWS_USE_DUALSTACK_ENDPOINT', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS')
    for (const { environment = {} } of hosts) {
      const missing = [...namesAsked(environment)].filter((name) => !(name in environment))
      expect(new Set(missing)).toEqual(new Set(fixed))
    }
  })

  it('contains no secret, and the guide names each variable to set', () => {
    const needed = Array.from(composeText.matchAll(/\$\{(\w+):\?/g), ([, name = '']) => name)
    expect(new Set(needed)).toEqual(new Set(Object.keys(VALUES)))
    const guide = read('docs/hosting.md')
    expect(needed.filter((name) => !guide.includes(`${name}=`))).toEqual([])
    expect(composeText).toContain('redis://marquee:${REDIS_PASSWORD:')
  })

  it('gives the hosts the addresses that nginx asks', () => {
    const asked = Array.from(
      read('docs/hosting/before-several-hosts.conf').matchAll(/^ +server ([\d.]+):(\d+) /gm),
      ([, address = '', port = '']) => ({ address, port }),
    )
    const given = hosts.map(({ networks }) => 'front' in networks && networks['front'])
    const address = (each: (typeof given)[number]) => typeof each === 'object' && each?.ipv4_address
    expect(given.map(address)).toEqual(asked.map((each) => each.address))
    expect(restsOf(last, 'EXPOSE')).toEqual([...new Set(asked.map(({ port }) => port))])
  })

  it('mounts files that there are', () => {
    const sources = Object.values(services)
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
      .filter((source) => source.startsWith('./'))
    expect(sources.length).toBeGreaterThan(1)
    expect(sources.filter((source) => !existsSync(path.join(hosting, source)))).toEqual([])
  })

  it('starts Redis with the settings that a host demands', () => {
    const lines = services['redis']?.command?.at(-1)?.split('\n') ?? []
    const settings = Object.entries(NEEDED_SETTINGS).map((entry) => entry.join(' '))
    expect(lines).toEqual(expect.arrayContaining(settings))
  })

  it('waits for a host longer than it takes to stop', () => {
    const seconds = hosts.map((host) => Number(/^(\d+)s$/.exec(host.stop_grace_period)?.[1]))
    expect(Math.min(...seconds)).toBeGreaterThan(LONGEST_STOP_S)
  })
})

describe('marquee.service', () => {
  it('sets variables that the host knows, and lets it write the folder of its data', () => {
    const env = readVariables(unitValue('Environment') ?? '')
    expect(unknownToHost(env)).toEqual([])
    expect(env['DATA_DIR']).toBe(`/var/lib/${unitValue('StateDirectory') ?? ''}`)
  })

  it('starts what the image starts, and waits longer than it takes to stop', () => {
    const [, ...args] = readCommand(restsOf(last, 'CMD').join(''))
    expect(unitValue('ExecStart')).toBe(['/usr/bin/node', ...args].join(' '))
    expect(Number(unitValue('TimeoutStopSec'))).toBeGreaterThan(LONGEST_STOP_S)
  })

  it('leaves V8 its compiler', () => {
    expect(unitValue('MemoryDenyWriteExecute')).toBeUndefined()
  })
})
