import * as z from 'zod/mini'

const versions = z.record(z.string(), z.string())

/** Overrides: a version, or overrides of a package's dependencies. */
interface Overrides {
  [name: string]: string | Overrides
}
const overridesSchema: z.ZodMiniType<Overrides> = z.record(
  z.string(),
  z.union([z.string(), z.lazy(() => overridesSchema)]),
)

const manifestSchema = z.object({
  dependencies: z.optional(versions),
  devDependencies: z.optional(versions),
  optionalDependencies: z.optional(versions),
  overrides: z.optional(overridesSchema),
  allowScripts: z.optional(z.record(z.string(), z.boolean())),
})

/** npm's lock file, version 3, as far as it is checked. */
const lockSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      name: z.optional(z.string()),
      version: z.optional(z.string()),
      resolved: z.optional(z.string()),
      integrity: z.optional(z.string()),
      // A few old packages have another shape here, which counts as no licence.
      license: z.catch(z.optional(z.string()), undefined),
      hasInstallScript: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
      inBundle: z.optional(z.boolean()),
      dependencies: z.optional(versions),
      devDependencies: z.optional(versions),
      optionalDependencies: z.optional(versions),
    }),
  ),
})

type Manifest = z.infer<typeof manifestSchema>
type Lock = z.infer<typeof lockSchema>
type LockedPackage = Lock['packages'][string]

/** A package.json and its package-lock.json, parsed from JSON. */
export interface Project {
  /** its name in messages */
  name: string
  manifest: unknown
  lock: unknown
}

/** Packages whose licence is not on the list, or not stated, and why they are allowed. */
export interface LicenceException {
  /** matches the whole name */
  packages: RegExp
  /** as the lock file has it; undefined: it has none */
  licence: string | undefined
  why: string
}

/** The reviewed licences. They allow use, change and redistribution with the notice kept. */
export const LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Licences of single packages, each reviewed. */
export const LICENCE_EXCEPTIONS: readonly LicenceException[] = [
  {
    packages: /axe-core/,
    licence: 'MPL-2.0',
    why: 'tests run it as it is; nothing of it is shipped or changed',
  },
  {
    packages: /lightningcss(?:-.+)?/,
    licence: 'MPL-2.0',
    why: 'used unchanged at build time; nothing of it is in what is built',
  },
  {
    packages: /@mdn\/mdn-http-observatory/,
    licence: 'MPL-2.0',
    why: 'used unchanged by npm run audit:web alone, from a lock file of its own',
  },
  {
    packages: /caniuse-lite/,
    licence: 'CC-BY-4.0',
    why: 'a table of browsers that is read at build time',
  },
  {
    packages: /@inlang\/plugin-message-format|sqlite-wasm-kysely/,
    licence: undefined,
    why: 'their LICENSE files are MIT; their package.json does not say so',
  },
  {
    packages: /busboy|streamsearch|dicer|humanize-number|only|compute-(?:gcd|lcm)|validate\.io-.+/,
    licence: undefined,
    why: 'MIT, in the old form "licenses", which the lock file leaves out, or in their README',
  },
]

/**
 * Problems with the packages of projects, each as a sentence: versions that are not exact, a lock file
 * that does not match or lacks a platform, tarballs without an integrity hash or from different places,
 * install scripts without a decision, licences without a review.
 *
 * @param exceptions each must be needed by one of the projects
 */
export function supplyChainProblems(
  projects: readonly Project[],
  exceptions: readonly LicenceException[],
): string[] {
  const needed = new Set<LicenceException>()
  const problems = projects.flatMap((project) =>
    problemsOf(project, exceptions, needed).map((problem) => `${project.name}: ${problem}`),
  )
  const stale = exceptions.filter((exception) => !needed.has(exception))
  return [
    ...problems,
    ...stale.map(
      ({ packages }) => `The licence exception for ${packages.source} is not needed any more.`,
    ),
  ]
}

function problemsOf(
  project: Project,
  exceptions: readonly LicenceException[],
  needed: Set<LicenceException>,
): string[] {
  const manifest = manifestSchema.safeParse(project.manifest)
  if (!manifest.success) return [`what is in it cannot be read: ${manifest.error.message}`]
  const lock = lockSchema.safeParse(project.lock)
  if (!lock.success) return [`its lock file is not of version 3: ${lock.error.message}`]
  return [
    ...unpinned(manifest.data),
    ...outOfStep(manifest.data, lock.data),
    ...missingPlatforms(lock.data),
    ...unverifiable(lock.data),
    ...undecidedScripts(manifest.data, lock.data),
    ...unreviewedLicences(lock.data, exceptions, needed),
  ]
}

type Direct = Pick<Manifest, 'dependencies' | 'devDependencies' | 'optionalDependencies'>

function directVersions({ dependencies, devDependencies, optionalDependencies }: Direct) {
  return new Map(Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
}

const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

function unpinned(manifest: Manifest): string[] {
  const asked = [...directVersions(manifest), ...overriddenVersions(manifest.overrides ?? {})]
  return asked
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name} is asked for as "${version}"; name one exact version.`)
}

function overriddenVersions(overrides: Overrides): [string, string][] {
  return Object.entries(overrides).flatMap(([name, to]): [string, string][] => {
    if (typeof to !== 'string') return overriddenVersions(to)
    // "$name" is the version that the project itself depends on.
    return to.startsWith('$') ? [] : [[name, to]]
  })
}

/** What `npm ci` would refuse. This check also works before an installation. */
function outOfStep(manifest: Manifest, { packages }: Lock): string[] {
  const asked = directVersions(manifest)
  const locked = directVersions(packages[''] ?? {})
  const names = new Set([...asked.keys(), ...locked.keys()])
  return [...names]
    .filter((name) => {
      const installed = packages[`node_modules/${name}`]?.version
      return asked.get(name) !== locked.get(name) || asked.get(name) !== installed
    })
    .map((name) => `${name} differs from the lock file; run npm install.`)
}

/** npm may drop the packages of other platforms from a lock file. `npm ci` then fails there. */
function missingPlatforms({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isFoundFrom(place, name, packages))
      .map((name) => `${name}, for some platforms, is not in the lock file; put it back.`),
  )
}

/** Resolves a package as Node does: beside the package, then in the folders around it. */
function isFoundFrom(place: string, name: string, packages: Lock['packages']): boolean {
  const beside = `${place === '' ? '' : `${place}/`}node_modules/${name}`
  if (packages[beside] !== undefined) return true
  if (place === '') return false
  const outer = place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0))
  return isFoundFrom(outer, name, packages)
}

/** The packages of a lock file by name, without the project itself. */
function packagesOf({ packages }: Lock): [string, LockedPackage][] {
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, locked]) => [locked.name ?? place.replace(/^.*node_modules\//, ''), locked])
}

function unverifiable(lock: Lock): string[] {
  // Bundled packages are covered by the hash of the tarball that contains them.
  const own = packagesOf(lock).filter(([, { inBundle }]) => inBundle !== true)
  const problems = own
    .filter(([, { integrity, link }]) => link === true || !isStrongHash(integrity))
    .map(([name]) => `${name} has no sha512 integrity hash in the lock file.`)
  const sources = own.map(([, { resolved }]) => originOf(resolved))
  const origins = new Set(sources)
  if (origins.size > 1) {
    problems.push(`The tarballs come from more than one place: ${[...origins].join(', ')}.`)
  }
  for (const origin of origins) {
    if (origin !== NOWHERE && !origin.startsWith('https://')) {
      problems.push(`Tarballs come from ${origin}, which is not https.`)
    }
  }
  return problems
}

function isStrongHash(integrity: string | undefined): boolean {
  return integrity !== undefined && /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
}

/** The lock file has no addresses of tarballs: they come from the configured registry. */
const NOWHERE = 'the configured registry'

function originOf(resolved: string | undefined): string {
  if (resolved === undefined) return NOWHERE
  if (!URL.canParse(resolved)) return `"${resolved}"`
  const { origin, protocol } = new URL(resolved)
  return origin === 'null' ? protocol : origin
}

function undecidedScripts({ allowScripts = {} }: Manifest, lock: Lock): string[] {
  const withScript = packagesOf(lock).filter(
    ([, { hasInstallScript }]) => hasInstallScript === true,
  )
  const keys = withScript.map(([name, { version = '' }]) => [name, `${name}@${version}`])
  const decided = Object.keys(allowScripts)
  return [
    ...keys
      .filter((names) => !names.some((name) => decided.includes(name)))
      .map(([name = '']) => `${name} has an install script; decide on it in "allowScripts".`),
    ...decided
      .filter((key) => !keys.some((names) => names.includes(key)))
      .map((key) => `"allowScripts" decides on ${key}, which has no install script.`),
  ]
}

function unreviewedLicences(
  lock: Lock,
  exceptions: readonly LicenceException[],
  needed: Set<LicenceException>,
): string[] {
  return packagesOf(lock)
    .filter(([name, { license }]) => {
      if (license !== undefined && LICENCES.has(license)) return false
      const exception = exceptions.find(
        ({ packages, licence }) =>
          licence === license && new RegExp(`^(?:${packages.source})$`).test(name),
      )
      if (exception === undefined) return true
      needed.add(exception)
      return false
    })
    .map(
      ([name, { license = 'no licence' }]) =>
        `${name} has ${license}, which is not on the reviewed list.`,
    )
}
