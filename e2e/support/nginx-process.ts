import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'

import { makeTestCertificate } from '#host/tls/certificate.fixture.ts'
import { freePort } from '#host/free-port.fixture.ts'

import { projectDir } from '#e2e/support/host-process.ts'

/** A running nginx with one of the configurations of docs/hosting. */
export interface NginxProcess {
  /** where it speaks TLS, such as https://127.0.0.1:40123 */
  readonly origin: string
  /** where it speaks plain HTTP */
  readonly plainOrigin: string
  /** its certificate, PEM */
  readonly cert: string
  /** what it has written of the requests so far */
  log(): string
  /** Has it read its configuration again: new processes take over. */
  reload(): void
  stop(): Promise<void>
}

/** Longest wait for the start, in milliseconds. */
const START_LIMIT = 10_000

const confFolder = path.join(projectDir, 'docs/hosting')

/**
 * Starts nginx with a configuration as it stands in the docs: only ports, paths and certificates are
 * others.
 *
 * @param site name of the file, such as before-the-host.conf
 * @param port for TLS, from freePort
 * @param replaced further places: text of the file, which has to be there → what stands there now
 * @throws where nginx does not start; the error carries what it wrote
 */
export async function startNginx(
  site: string,
  port: number,
  replaced: Readonly<Record<string, string>>,
): Promise<NginxProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-nginx-'))
  const logFile = path.join(folder, 'marquee.log')
  const plainPort = await freePort()
  const { cert, key } = makeTestCertificate(['marquee.example'])
  writeFileSync(path.join(folder, 'cert.pem'), cert)
  writeFileSync(path.join(folder, 'key.pem'), key)
  cpSync(confFolder, path.join(folder, 'snippets'), { recursive: true })
  mkdirSync(path.join(folder, 'temp'))
  const text = withReplaced(readFileSync(path.join(confFolder, site), 'utf8'), {
    // First: the port that is put in below may begin with the digits of one that is replaced.
    ...replaced,
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen [::]:80;': '',
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    'listen [::]:443 ssl;': '',
    '/etc/letsencrypt/live/marquee.example/fullchain.pem': path.join(folder, 'cert.pem'),
    '/etc/letsencrypt/live/marquee.example/privkey.pem': path.join(folder, 'key.pem'),
    '/var/log/nginx/marquee.log': logFile,
  })
  const { reload, stop } = await launch(folder, text)
  return {
    origin: `https://127.0.0.1:${port}`,
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    cert,
    reload,
    log: () => readFileSync(logFile, 'utf8'),
    stop,
  }
}

/**
 * Starts nginx as a host of media that lets no other page read them: it sends no CORS header. Files of a folder, below /expired what
 * an address gets that is over, and below /page a page.
 *
 * @param behind another one, whose files it passes on below /proxied
 * @throws where nginx does not start; the error carries what it wrote
 */
export async function startMediaHost(files: string, behind = 'http://127.0.0.1:9') {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-nginx-'))
  mkdirSync(path.join(folder, 'temp'))
  const port = await freePort()
  const site = `
    log_format asked '$request_method $uri $http_range $http_authorization $http_referer $http_cookie';
    server {
      listen 127.0.0.1:${port};
      root ${files};
      access_log ${folder}/media.log asked;
      types { video/webm webm; }
      location /expired/ { return 403; }
      location /proxied/ { proxy_pass ${behind}/; proxy_http_version 1.1; proxy_max_temp_file_size 0; }
      location /page/ { types { } default_type text/html; return 200 '<p>moved'; }
    }`
  const { stop } = await launch(folder, site)
  return {
    origin: `http://127.0.0.1:${port}`,
    /** a line for each request: method, path, range, and what may tell who has asked, "-" if it is not sent */
    log: () => readFileSync(path.join(folder, 'media.log'), 'utf8').trim().split('\n'),
    stop,
  }
}

/** Starts nginx with what stands in its http block. @throws where it does not start */
async function launch(folder: string, site: string) {
  writeFileSync(path.join(folder, 'site.conf'), site)
  writeFileSync(path.join(folder, 'nginx.conf'), mainConfiguration(folder))
  const child = spawn(nginxPath(), ['-p', folder, '-c', path.join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  let written = ''
  const started = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      written += `${line}\n`
      // The master says so once its ports are open.
      if (line.includes('start worker process ')) resolve(true)
    })
    void ended.then(() => resolve(false))
    setTimeout(resolve, START_LIMIT, false).unref()
  })
  async function stop() {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  if (!(await started)) {
    await stop()
    throw new Error(`nginx did not start:\n${written}`)
  }
  return { reload: () => void child.kill('SIGHUP'), stop }
}

function nginxPath(): string {
  const found = process.env['NGINX_PATH']
  if (found === undefined)
    throw new Error('there is no nginx: install it, or set NGINX_PATH to one')
  return found
}

function withReplaced(text: string, replaced: Readonly<Record<string, string>>): string {
  let result = text
  for (const [here, there] of Object.entries(replaced)) {
    if (!result.includes(here)) throw new Error(`the configuration has no "${here}"`)
    result = result.replaceAll(here, there)
  }
  return result
}

/** What a system's own nginx.conf says, with everything below one folder. */
function mainConfiguration(folder: string): string {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    // As root, its workers would run as a user that may not read the files.
    process.getuid?.() === 0 ? 'user root;' : '',
    ...modules().map((module) => `load_module ${module};`),
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr notice;',
    'events { worker_connections 512; }',
    'http {',
    ...temp.map((kind) => `  ${kind}_temp_path ${folder}/temp/${kind};`),
    `  include ${folder}/site.conf;`,
    '}',
  ].join('\n')
}

/** The modules that npm run test:nginx has found. */
function modules(): string[] {
  const brotli = process.env['NGINX_BROTLI']
  return brotli === undefined ? [] : [brotli]
}
