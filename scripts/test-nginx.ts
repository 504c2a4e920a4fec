/**
 * `npm run test:nginx`: the configurations of docs/hosting, in a real nginx. They need two builds: the
 * host's own, and one for plain files.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import { findOrInstallBrowser } from './find-browser.ts'
import { findNginx } from './find-servers.ts'

const root = path.resolve(import.meta.dirname, '..')

const nginx = findNginx(process.env)
if (nginx === undefined) {
  console.error(
    'nginx is not installed: "apt-get install nginx-light" on Debian and Ubuntu, or set NGINX_PATH to one.',
  )
  process.exit(1)
}
const browser = await findOrInstallBrowser(process.env)
if (!browser.ok) throw new Error(browser.message)

run(root, 'npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'])
const folder = mkdtempSync(path.join(tmpdir(), 'marquee-files-'))
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true })
})
// A separate folder: dist/ belongs to the host.
const SOURCES = [
  'index.html',
  'package.json',
  'public',
  'scripts',
  'src',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
]
for (const name of SOURCES) {
  cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
}
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
run(folder, 'npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
  VITE_TASK_API_BASE_URL: '/task-api',
})

const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
run(root, 'npx', ['playwright', 'test', 'e2e/nginx', ...process.argv.slice(2)], {
  CHROMIUM_PATH: browser.path,
  NGINX_PATH: nginx,
  NGINX_FILES: path.join(folder, 'dist'),
  ...(existsSync(brotli) && { NGINX_BROTLI: brotli }),
})

/** Runs a program, and exits if it fails. */
function run(cwd: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(program, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exit(1)
}
