import { describe, expect, it } from 'vitest'

import {
  LICENCE_EXCEPTIONS,
  type LicenceException,
  supplyChainProblems,
} from './supply-chain-rules.ts'

const HASH = `sha512-${'a'.repeat(86)}==`

/** A locked package, as npm writes it. */
interface Locked {
  name?: string
  version?: string
  integrity?: string
  license?: unknown
  resolved?: string
  hasInstallScript?: boolean
  inBundle?: boolean
  link?: boolean
  optionalDependencies?: Record<string, string>
}

/** A project of two packages, one asked for and one that it brings. */
function project() {
  const packages: Record<string, Locked & { dependencies?: Record<string, string> }> = {
    '': { dependencies: { react: '19.3.1' } },
    'node_modules/react': { version: '19.3.1', integrity: HASH, license: 'MIT' },
    'node_modules/react/node_modules/deep': {
      version: '2.0.0-rc.1',
      integrity: HASH,
      license: 'ISC',
    },
  }
  const manifest: Record<string, unknown> & { dependencies: Record<string, string> } = {
    dependencies: { react: '19.3.1' },
  }
  return { name: 'package.json', manifest, lock: { lockfileVersion: 3, packages } }
}

type Planted = ReturnType<typeof project>

function problemsWith(plant: (it: Planted) => void, exceptions: LicenceException[] = []) {
  const planted = project()
  plant(planted)
  return supplyChainProblems([planted], exceptions)
}

/** Adds a package beside the others. */
function add(locked: Locked, at = 'node_modules/added') {
  return ({ lock }: Planted) => {
    lock.packages[at] = { version: '1.0.0', integrity: HASH, license: 'MIT', ...locked }
  }
}

/** Has both files ask for a version, as `npm install` would leave them. */
function ask(version: string) {
  return ({ manifest, lock }: Planted) => {
    manifest.dependencies['react'] = version
    lock.packages[''] = { dependencies: { react: version } }
  }
}

describe('a planted violation is found:', () => {
  it.each<[string, (it: Planted) => void, string]>([
    ['a caret', ask('^19.3.1'), 'react is asked for as "^19.3.1"; name one exact version.'],
    ['a tag', ask('latest'), 'react is asked for as "latest"; name one exact version.'],
    ['a range', ask('19'), 'react is asked for as "19"; name one exact version.'],
    ['a branch', ask('github:a/react#main'), 'react is asked for as "github:a/react#main"'],
    [
      'a development dependency that is not pinned',
      ({ manifest }) => void (manifest['devDependencies'] = { vite: '~8.0.0' }),
      'vite is asked for as "~8.0.0"',
    ],
    [
      'an override that is not pinned',
      ({ manifest }) => void (manifest['overrides'] = { react: { deep: '*' } }),
      'deep is asked for as "*"',
    ],
    [
      'another version in the lock file',
      add({ version: '19.3.0' }, 'node_modules/react'),
      'react differs from the lock file; run npm install.',
    ],
    [
      'a dependency that the lock file does not know',
      ({ manifest }) => void (manifest.dependencies['zod'] = '4.0.0'),
      'zod differs from the lock file; run npm install.',
    ],
    [
      'a dependency that only the lock file knows',
      ({ manifest }) => void delete manifest.dependencies['react'],
      'react differs from the lock file; run npm install.',
    ],
    [
      'a platform that the lock file has lost',
      add({ optionalDependencies: { '@added/windows': '1.0.0' } }),
      '@added/windows, for some platforms, is not in the lock file; put it back.',
    ],
    ['no hash', add({ integrity: '' }), 'added has no sha512 integrity hash'],
    ['a weak hash', add({ integrity: 'sha1-YWJj' }), 'added has no sha512 integrity hash'],
    ['a link to a folder', add({ link: true }), 'added has no sha512 integrity hash'],
    [
      'a tarball from elsewhere',
      add({ resolved: 'https://elsewhere.example/added.tgz' }),
      'The tarballs come from more than one place: the configured registry, https://elsewhere.example.',
    ],
    [
      'tarballs over plain HTTP',
      ({ lock }) => {
        for (const [place, locked] of Object.entries(lock.packages)) {
          if (place !== '') locked.resolved = `http://registry.example/${place}.tgz`
        }
      },
      'Tarballs come from http://registry.example, which is not https.',
    ],
    [
      'a package from a repository',
      add({ resolved: 'git+ssh://git@code.example/added.git#0123456' }),
      'more than one place',
    ],
    [
      'an install script without a decision',
      add({ hasInstallScript: true }),
      'added has an install script; decide on it in "allowScripts".',
    ],
    [
      'an install script of another version than the one decided on',
      (planted) => {
        add({ hasInstallScript: true })(planted)
        planted.manifest['allowScripts'] = { 'added@0.9.0': true }
      },
      'added has an install script; decide on it in "allowScripts".',
    ],
    [
      'a decision on a package without an install script',
      ({ manifest }) => void (manifest['allowScripts'] = { react: true }),
      '"allowScripts" decides on react, which has no install script.',
    ],
    ['a licence not on the list', add({ license: 'AGPL-3.0' }), 'added has AGPL-3.0, which is not'],
    ['a choice of licences', add({ license: '(MIT OR X)' }), 'added has (MIT OR X), which is not'],
    ['no licence', add({ license: undefined }), 'added has no licence, which is not'],
    [
      'a licence in another form',
      add({ license: { type: 'MIT' } }),
      'added has no licence, which is not',
    ],
    [
      'a lock file of another version',
      ({ lock }) => void (lock.lockfileVersion = 1),
      'its lock file is not of version 3',
    ],
  ])('%s', (_title, plant, problem) => {
    expect(problemsWith(plant).join('\n')).toContain(problem)
  })
})

describe('nothing is found in', () => {
  it.each<[string, (it: Planted) => void]>([
    ['exact versions with hashes', () => undefined],
    [
      'tarballs that all come from one place over https',
      ({ lock }) => {
        for (const [place, locked] of Object.entries(lock.packages)) {
          if (place !== '') locked.resolved = `https://registry.example/${place}.tgz`
        }
      },
    ],
    [
      'an install script that was decided on by name',
      (planted) => {
        add({ hasInstallScript: true })(planted)
        planted.manifest['allowScripts'] = { added: false }
      },
    ],
    [
      'an install script that was decided on for this version',
      (planted) => {
        add({ hasInstallScript: true })(planted)
        planted.manifest['allowScripts'] = { 'added@1.0.0': true }
      },
    ],
    [
      'platforms beside their package and inside it',
      (planted) => {
        const optionalDependencies = { '@added/linux': '1.0.0', '@added/windows': '1.0.0' }
        add({ optionalDependencies }, 'node_modules/react/node_modules/@a/added')(planted)
        add({}, 'node_modules/react/node_modules/@a/added/node_modules/@added/linux')(planted)
        add({}, 'node_modules/@added/windows')(planted)
      },
    ],
    ['a package inside the tarball of another', add({ inBundle: true, integrity: '' })],
    [
      'an override by the version that the project itself depends on',
      ({ manifest }) => void (manifest['overrides'] = { deep: '2.0.0', other: '$react' }),
    ],
  ])('%s', (_title, plant) => {
    expect(problemsWith(plant)).toEqual([])
  })
})

describe('an exception', () => {
  const exception = { packages: /added(?:-.+)?/, licence: 'MPL-2.0', why: 'only built with' }

  it('allows a package under the reviewed licence', () => {
    expect(problemsWith(add({ license: 'MPL-2.0' }), [exception])).toEqual([])
  })

  it('matches the whole name only', () => {
    const problems = problemsWith(
      (planted) => {
        add({ license: 'MPL-2.0' })(planted)
        add({ license: 'MPL-2.0' }, 'node_modules/not-added')(planted)
      },
      [exception],
    )
    expect(problems).toEqual([
      'package.json: not-added has MPL-2.0, which is not on the reviewed list.',
    ])
  })

  it('does not match another licence, and is then reported as stale', () => {
    expect(problemsWith(add({ license: 'SSPL-1.0' }), [exception])).toEqual([
      'package.json: added has SSPL-1.0, which is not on the reviewed list.',
      'The licence exception for added(?:-.+)? is not needed any more.',
    ])
  })

  it('says why it was made', () => {
    expect(LICENCE_EXCEPTIONS.filter(({ why }) => why === '')).toEqual([])
  })
})
