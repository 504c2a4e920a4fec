/**
 * `npm run test:package`: does what the Dockerfile says, step by step, without a container engine. Each stage gets an
 * empty folder, and this machine's Node takes the place of the base image. Building is left to a user without rights;
 * what the last stage makes belongs to root, as in an image, and its user starts the host from it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'

import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'
import { freePort } from '#host/free-port.fixture.ts'

import {
  readCommand,
  readCopy,
  readDockerignore,
  readStages,
  readVariables,
  restsOf,
  type Stage,
} from './dockerfile.ts'

/** A stage whose steps are done: `/app` of the image is `app` below `root`. */
interface Built {
  root: string
  workdir: string
  env: Record<string, string>
}

const project = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const stages = readStages(read('Dockerfile'))
const isSent = readDockerignore(read('.dockerignore'))
const last = stages.at(-1)
if (last === undefined) throw new Error('the Dockerfile has no stage')

/** The folders that the image has beyond its base. */
const folders = new Set(
  stages.flatMap((stage) => [...restsOf(stage, 'WORKDIR'), ...restsOf(stage, 'VOLUME')]),
)
const [uid = 0, gid = 0] = (restsOf(last, 'USER').at(-1) ?? '').split(':').map(Number)
if (!(uid > 0 && gid > 0)) throw new Error('the last USER has to be a number and a group, not root')
if (process.getuid?.() !== 0) {
  console.error('npm run test:package has to be started by root: it acts as other users.')
  process.exit(1)
}

/** What says how the image is run. */
const LATER = new Set(['VOLUME', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD'])

const temporary = mkdtempSync(path.join(tmpdir(), 'marquee-package-'))
process.once('exit', () => {
  // Faster than Node's own way: there are some 50,000 files.
  spawnSync('rm', ['-rf', temporary])
})
chmodSync(temporary, 0o755)
const home = path.join(temporary, 'home')
mkdirSync(home)
giveToUser(home)

/** What of this machine's environment matters: its programs, and where it gets packages from. */
const KEPT = /^(?:PATH|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i
const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name))
const machine = {
  ...Object.fromEntries(kept),
  HOME: home,
  npm_config_registry: npmSetting('registry'),
  npm_config_cafile: npmSetting('cafile'),
}
const here = spawnSync('node', ['--version'], { uid, gid, env: machine, encoding: 'utf8' })
if (here.status !== 0) throw new Error(`the user ${uid} cannot run the node of PATH`)
console.log(`Node ${here.stdout.trim()} takes the place of ${last.from}.`)

const built = new Map<string, Built>()
let image: Built | undefined
for (const [index, stage] of stages.entries()) {
  const name = stage.name ?? String(index)
  image = build(stage, name)
  built.set(name, image)
}
if (image === undefined) throw new Error('nothing was built')
checkRights(image)
await checkHost(image, {})
await checkHost(image, tlsFiles())
console.log('The package works: it builds, starts, is healthy, stops, and writes its volume alone.')

/** Does the steps of a stage. */
function build(stage: Stage, name: string): Built {
  console.log(`\n${name}`)
  const root = path.join(temporary, name)
  mkdirSync(root)
  const base = built.get(stage.from)
  if (base !== undefined) must('cp', ['-RT', '--preserve=mode', base.root, root])
  const result: Built = { root, workdir: base?.workdir ?? '/', env: { ...base?.env } }
  for (const { keyword, rest } of stage.instructions) {
    const started = performance.now()
    switch (keyword) {
      case 'WORKDIR':
        result.workdir = rest
        mkdirSync(path.join(root, rest), { recursive: true })
        break
      case 'ENV':
        Object.assign(result.env, readVariables(rest))
        break
      case 'COPY':
        copy(result, rest)
        break
      case 'RUN':
        // The last stage makes what its user may not change.
        if (stage !== last) giveToUser(root)
        run(result, rest, stage === last ? {} : { uid, gid })
        break
      default:
        if (!LATER.has(keyword)) throw new Error(`what ${keyword} does is not known here`)
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`  ${keyword} ${rest.slice(0, 80)} (${seconds} s)`)
  }
  return result
}

function copy({ root, workdir }: Built, rest: string): void {
  const { from, sources, target } = readCopy(rest)
  const stage = from === undefined ? undefined : built.get(from)
  if (from !== undefined && stage === undefined) throw new Error(`there is no stage ${from}`)
  for (const name of sources) {
    const source = stage === undefined ? path.join(project, name) : path.join(stage.root, name)
    const isInFolder = target.endsWith('/') && statSync(source).isFile()
    const place = path.join(root, path.resolve('/', workdir, target))
    const goal = isInFolder ? path.join(place, path.basename(name)) : place
    if (stage === undefined) {
      if (!isSent(name)) throw new Error(`.dockerignore does not let ${name} through`)
      const filter = (file: string) => isSent(path.relative(project, file))
      cpSync(source, goal, { recursive: true, filter })
      // As in a working copy under the strictest umask.
      must('chmod', ['-R', 'go=', goal])
    } else must('cp', ['-RT', '--preserve=mode', source, goal])
  }
}

function run({ root, workdir, env }: Built, command: string, user: { uid?: number; gid?: number }) {
  must('sh', ['-c', placed(command, root)], {
    ...user,
    cwd: path.join(root, workdir),
    env: { ...machine, ...inPlace(env, root) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** A text with the folders of the image where they are now. */
function placed(text: string, root: string): string {
  return text.replaceAll(/(?<![\w./-])\/\w+/g, (folder) =>
    folders.has(folder) ? root + folder : folder,
  )
}

/** The user has to be able to read everything, and to write what the image calls a volume, and nothing else. */
function checkRights({ root }: Built): void {
  const find = (...test: string[]) => {
    const options = { uid, gid, encoding: 'utf8', cwd: root } as const
    const { stdout, stderr } = spawnSync('find', ['.', ...test, '-printf', '/%P\n'], options)
    return `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
  }
  const unreadable = find('!', '-readable')
  if (unreadable.length > 0) throw new Error(`the user cannot read ${unreadable.join(', ')}`)
  const writable = find('-writable').join(' ')
  const volumes = last === undefined ? '' : restsOf(last, 'VOLUME').join(' ')
  if (writable !== volumes) throw new Error(`the user may write ${writable}, but not ${volumes}`)
}

/** Starts the host as CMD says, asks as HEALTHCHECK says, and stops it. */
async function checkHost({ root, workdir, env }: Built, more: Record<string, string>) {
  if (last === undefined) return
  const options = {
    uid,
    gid,
    cwd: path.join(root, workdir),
    // The image's port may be taken here.
    env: { ...machine, ...inPlace(env, root), PORT: String(await freePort()), ...more },
  }
  const [program = '', ...args] = readCommand(restsOf(last, 'CMD').join(''))
  const [asking = '', ...question] = readCommand(restsOf(last, 'HEALTHCHECK').join(''))
  const isHealthy = () => spawnSync(asking, question, options).status === 0
  const host = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const line = await firstLine(host)
    if (!isHealthy()) throw new Error(`${line} is not healthy`)
    host.kill('SIGTERM')
    await once(host, 'exit')
    if (host.exitCode !== 0) throw new Error(`${line} ended with ${String(host.exitCode)}`)
    if (isHealthy()) throw new Error('the health check finds a host that is gone')
    console.log(`\n${line}: healthy, and stopped`)
  } finally {
    host.kill('SIGKILL')
  }
}

async function firstLine(host: ChildProcess): Promise<string> {
  if (host.stdout === null) throw new Error('the host has no output')
  const lines = createInterface({ input: host.stdout })
  for await (const line of lines) return line
  throw new Error('the host did not start')
}

function inPlace(env: Record<string, string>, root: string): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, placed(value, root)]))
}

/** The variables of a host that speaks TLS. */
function tlsFiles(): Record<string, string> {
  const [cert, key] = [path.join(home, 'cert.pem'), path.join(home, 'key.pem')]
  const made = makeTestCertificate()
  writeFileSync(cert, made.cert)
  writeFileSync(key, made.key)
  giveToUser(home)
  return { TLS_CERT: cert, TLS_KEY: key }
}

function npmSetting(name: string): string {
  const { stdout } = spawnSync('npm', ['config', 'get', name], { cwd: project, encoding: 'utf8' })
  return stdout.trim() === 'null' ? '' : stdout.trim()
}

function giveToUser(folder: string): void {
  must('chown', ['-R', `${uid}:${gid}`, folder])
}

/** Runs a program. @throws if it fails */
function must(program: string, args: string[], options: Parameters<typeof spawnSync>[2] = {}) {
  const { status, error } = spawnSync(program, args, options)
  if (status !== 0) {
    throw new Error(`${program} ${args.join(' ')} ended with ${String(status)}`, { cause: error })
  }
}
