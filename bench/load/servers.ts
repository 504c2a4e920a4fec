import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import { successEnvelope } from '#contract/envelope.ts'
import { operations } from '#contract/operations.ts'
import { projectDir, startHost } from '#e2e/support/host-process.ts'
import { freePort } from '#host/free-port.fixture.ts'

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
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-load-'))
  // nginx reads as another user.
  chmodSync(folder, 0o755)
  const dist = path.join(projectDir, 'dist')
  const [servicePort, nginxPort, barePort] = [await freePort(), await freePort(), await freePort()]
  writeFileSync(path.join(folder, 'list.json'), JSON.stringify(list))
  const service = await startNginx(folder, 'service', servicePort, serviceSite(folder))
  const nginx = await startNginx(folder, 'nginx', nginxPort, proxySite(dist, servicePort))
  const script = path.join(import.meta.dirname, 'bare-node.ts')
  const bare = spawn(
    process.execPath,
    ['--import', 'tsx', script, String(barePort), String(servicePort), dist],
    { stdio: 'inherit' },
  )
  await answers(barePort)
  const taskApiUrl = `http://127.0.0.1:${String(servicePort)}`
  const host = await startHost({ taskApiUrl })
  const at = (port: number) => `http://127.0.0.1:${String(port)}`
  return {
    servers: [
      { name: 'nginx', origin: at(nginxPort), pid: workerOf(nginx) },
      { name: 'bare Node', origin: at(barePort), pid: bare.pid ?? 0 },
      { name: 'Marquee', origin: host.origin, pid: host.pid },
    ],
    async stop() {
      await host.stop()
      bare.kill()
      for (const child of [nginx, service]) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true })
    },
  }
}

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

async function startNginx(folder: string, name: string, port: number, site: string) {
  const place = path.join(folder, name)
  mkdirSync(path.join(place, 'temp'), { recursive: true })
  // The keep-alive limits of 1.22 end a connection after 1,000 requests.
  const conf = `worker_processes 1; daemon off; pid ${place}/pid; error_log stderr crit;
events { worker_connections 4096; }
http {
  include /etc/nginx/mime.types; access_log ${name === 'nginx' ? `${place}/access.log` : 'off'};
  sendfile on; tcp_nopush on; keepalive_requests 100000000; client_body_temp_path ${place}/temp; proxy_temp_path ${place}/temp;
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
