import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import { successEnvelope } from '#contract/envelope.ts'
import { operations } from '#contract/operations.ts'
import { projectDir, startHost } from '#e2e/support/host-process.ts'
import { freePort } from '#host/free-port.fixture.ts'
import { startRedis } from '#host/idempotency/redis.fixture.ts'

/** A server under load. */
export interface LoadedServer {
  readonly name: string
  readonly origin: string
  /** the process that answers */
  readonly pid: number
}

const list = successEnvelope({
  list: Array.from({ length: 20 }, (_, index) => ({
    id: index + 1,
    uuid: `0b9a1d52-53c6-4c5e-9a43-${String(index).padStart(12, '0')}`,
    price: 10,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-01T12:01:00Z',
    completed_at: '2026-03-01T12:01:00Z',
    video_url: `https://media.example/videos/${String(index)}.mp4`,
    error_msg: null,
  })),
  total: 1000,
  page: 1,
  page_size: 20,
})
const created = successEnvelope({ uuid: 'load', remaining_points: 10, task_type: 'poster' })

/**
 * Starts what is compared: nginx with one process, a bare Node server, and the host. All of them serve the same build, and
 * send requests on to the same service: another nginx, which answers at once.
 */
export async function startServers(): Promise<{
  servers: LoadedServer[]
  stop: () => Promise<void>
}> {
  const dist = path.join(projectDir, 'dist')
  const { folder, service, servicePort } = await startService()
  const [nginxPort, barePort] = [await freePort(), await freePort()]
  const nginx = await startNginx(folder, 'nginx', nginxPort, proxySite(dist, servicePort))
  const script = path.join(import.meta.dirname, 'bare-node.ts')
  const bare = spawn(
    process.execPath,
    ['--import', 'tsx', script, String(barePort), String(servicePort), dist],
    { stdio: 'inherit' },
  )
  await answers(barePort)
  const host = await startHost({ taskApiUrl: originAt(servicePort) })
  return {
    servers: [
      { name: 'nginx', origin: originAt(nginxPort), pid: workerOf(nginx) },
      { name: 'bare Node', origin: originAt(barePort), pid: bare.pid ?? 0 },
      { name: 'Marquee', origin: host.origin, pid: host.pid },
    ],
    async stop() {
      await host.stop()
      bare.kill()
      await end([nginx, service])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Hosts behind nginx. */
export interface BalancedHosts {
  server: LoadedServer
  /**
   * Lets each host use a share of a processor from now on.
   *
   * @throws unless this is run by root on Linux: only the system can limit a process
   */
  limit: (share: number) => void
  stop: () => Promise<void>
}

/** Starts one or two hosts behind nginx, with one Redis for their creations. */
export async function startHosts(count: 1 | 2): Promise<BalancedHosts> {
  const { folder, service, servicePort } = await startService()
  const redis = await startRedis()
  const port = await freePort()
  const hosts = await Promise.all(
    Array.from({ length: count }, async () =>
      startHost({
        taskApiUrl: originAt(servicePort),
        idempotencyUrl: redis.url,
        allowedHosts: [`127.0.0.1:${String(port)}`],
      }),
    ),
  )
  const members = hosts.map((host) => `server 127.0.0.1:${String(host.port)};`).join(' ')
  const nginx = await startNginx(
    folder,
    'nginx',
    port,
    balancedSite,
    `upstream hosts { ${members} }`,
  )
  return {
    server: { name: `${String(count)} hosts`, origin: originAt(port), pid: hosts[0]?.pid ?? 0 },
    limit(share) {
      for (const { pid } of hosts) limitProcessor(pid, share)
    },
    async stop() {
      await end([nginx])
      await Promise.all(hosts.map((host) => host.stop()))
      await redis.end()
      await end([service])
      rmSync(folder, { recursive: true })
    },
  }
}

/** A period in which a process may use its share, in microseconds: short, so that no request waits long. */
const PERIOD = 10_000

/** Limits a process to a share of one processor (control groups of Linux, version 1 or 2). */
function limitProcessor(pid: number, share: number): void {
  const v1 = '/sys/fs/cgroup/cpu'
  const group = path.join(existsSync(v1) ? v1 : '/sys/fs/cgroup', `marquee-${String(pid)}`)
  mkdirSync(group)
  const quota = String(Math.round(PERIOD * share))
  if (existsSync(v1)) {
    writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(PERIOD))
    writeFileSync(path.join(group, 'cpu.cfs_quota_us'), quota)
  } else writeFileSync(path.join(group, 'cpu.max'), `${quota} ${String(PERIOD)}`)
  writeFileSync(path.join(group, 'cgroup.procs'), String(pid))
}

function originAt(port: number): string {
  return `http://127.0.0.1:${String(port)}`
}

/** Starts the service: an nginx that answers at once. */
async function startService() {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-load-'))
  // nginx reads as another user.
  chmodSync(folder, 0o755)
  writeFileSync(path.join(folder, 'list.json'), JSON.stringify(list))
  const servicePort = await freePort()
  const service = await startNginx(folder, 'service', servicePort, serviceSite(folder))
  return { folder, service, servicePort }
}

async function end(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

const balancedSite = `
    location / {
      proxy_pass http://hosts; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
    }`

function serviceSite(folder: string): string {
  return `
    location = ${operations.listVideoTasks.path} { default_type application/json; alias ${folder}/list.json; }
    location = ${operations.createPosterTask.path} { default_type application/json; return 200 '${JSON.stringify(created)}'; }`
}

function proxySite(dist: string, servicePort: number): string {
  return `
    root ${dist}; gzip_static on;
    location / { try_files $uri /index.html; }
    location /api/ {
      proxy_pass http://127.0.0.1:${String(servicePort)}/; proxy_http_version 1.1; proxy_set_header Connection "";
    }`
}

async function startNginx(folder: string, name: string, port: number, site: string, more = '') {
  const place = path.join(folder, name)
  mkdirSync(path.join(place, 'temp'), { recursive: true })
  // The keep-alive limits of 1.22 end a connection after 1,000 requests.
  const conf = `worker_processes 1; daemon off; pid ${place}/pid; error_log stderr crit;
events { worker_connections 4096; }
http {
  include /etc/nginx/mime.types; access_log ${name === 'nginx' ? `${place}/access.log` : 'off'};
  sendfile on; tcp_nopush on; keepalive_requests 100000000; client_body_temp_path ${place}/temp; proxy_temp_path ${place}/temp;
  ${more}
  server { listen 127.0.0.1:${String(port)}; ${site} }
}`
  writeFileSync(path.join(place, 'nginx.conf'), conf)
  const child = spawn(
    process.env['NGINX_PATH'] ?? '/usr/sbin/nginx',
    ['-c', path.join(place, 'nginx.conf')],
    {
      stdio: 'inherit',
    },
  )
  await answers(port)
  return child
}

/** The one worker process of an nginx. */
function workerOf({ pid = 0 }: ChildProcess): number {
  return Number(readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim())
}

/** Waits until a port takes connections. */
async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await once(AbortSignal.timeout(50), 'abort')
  }
}
