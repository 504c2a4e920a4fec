import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import * as z from 'zod/mini'

import { freePort } from '#host/free-port.fixture.ts'

import { type BrowserProcess, newFolder, removeFolder, startProcess } from './browser-process.ts'
import { COMMANDS, type Engine } from './engine.ts'

/** Programs of WebKitGTK. */
export interface WebKitPrograms {
  /** WebKitWebDriver, which starts a MiniBrowser */
  driver: string
  /** that MiniBrowser itself */
  miniBrowser: string
  /** the virtual X server */
  xvfb: string
}

const answerSchema = z.object({ value: z.unknown() })
const sessionSchema = z.object({ sessionId: z.string() })
const linesSchema = z.array(z.string())
const sizeSchema = z.tuple([z.number(), z.number()])

/** Makes the toolbar take no width, so that a window can be as narrow as a phone. */
const NARROW_BAR = `
  headerbar, toolbar, toolitem, toolbutton, box, button, entry, image {
    min-width: 0; padding: 0; margin: 0; border-width: 0;
  }
  headerbar image, toolbar image, button image, entry image { -gtk-icon-source: none; }
`

/**
 * Longest wait for a browser to open, in milliseconds. On a busy machine WebKitGTK never opens one, now and then: the
 * driver then waits forever. No page of ours is open by then, so another attempt hides nothing of ours.
 */
const OPEN_LIMIT = 15_000
const ATTEMPTS = 2

/** Room for the largest page, and for the bar above it, in pixels. */
const SCREEN = { width: 1600, height: 1400 }

/**
 * Listens to the console in a page, and returns the messages since the last call. WebDriver has no command for
 * it, so only {@link consoleOfStart} finds messages before the first call.
 */
const LISTEN = `
  if (window.marqueeProblems === undefined) {
    const lines = window.marqueeProblems = []
    for (const level of ['error', 'warn', 'assert']) {
      const write = console[level]
      console[level] = (...args) => { lines.push('console.' + level + ': ' + args.join(' ')); write.apply(console, args) }
    }
    addEventListener('error', ({ message }) => { lines.push('error: ' + message) })
    addEventListener('unhandledrejection', ({ reason }) => { lines.push('rejection: ' + reason) })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      lines.push('securitypolicyviolation: ' + effectiveDirective + ' ' + blockedURI)
    })
  }
  return window.marqueeProblems.splice(0)
`

async function startScreen(xvfb: string, folder: string): Promise<[BrowserProcess, string]> {
  const size = `${SCREEN.width}x${SCREEN.height}x24`
  const args = ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp']
  const screen = startProcess(xvfb, args, folder)
  const number = await screen.until(() => /^\d+$/m.exec(screen.written())?.[0])
  return [screen, `:${number}`]
}

/** Starts the driver, and has it open a browser. */
async function startDriver(program: string, folder: string, display: string, attempt = 1) {
  const port = await freePort()
  const driver = startProcess(program, [`--port=${port}`], folder, { DISPLAY: display })
  const ask = async (method: string, address: string, body: unknown, signal?: AbortSignal) => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const { value } = answerSchema.parse(await response.json())
    if (!response.ok) throw new Error(`${address}: ${JSON.stringify(value)}`)
    return value
  }
  await driver.until(async () => ask('GET', '/status', {}).catch(() => undefined))
  const limit = AbortSignal.timeout(OPEN_LIMIT)
  try {
    const session = await ask('POST', '/session', { capabilities: {} }, limit)
    return { driver, ask, sessionId: sessionSchema.parse(session).sessionId }
  } catch (error) {
    await driver.kill()
    if (!limit.aborted || attempt === ATTEMPTS) throw error
    return startDriver(program, folder, display, attempt + 1)
  }
}

/** Starts a WebKitGTK on its own virtual screen, with a fresh profile. */
export async function startWebKit({ driver: program, xvfb }: WebKitPrograms): Promise<Engine> {
  const folder = newFolder()
  mkdirSync(path.join(folder, '.config/gtk-3.0'), { recursive: true })
  writeFileSync(path.join(folder, '.config/gtk-3.0/gtk.css'), NARROW_BAR)
  const [screen, display] = await startScreen(xvfb, folder)
  const { driver, ask, sessionId } = await startDriver(program, folder, display)

  const problems: string[] = []
  const send: Engine['send'] = async (command, { id, ...parameters } = {}) => {
    const [, method, address] = COMMANDS[command]
    const place = address.replace('{id}', z.catch(z.string(), '').parse(id))
    return ask(method, `/session/${sessionId}/${place}`, parameters)
  }
  const listen = async () => {
    problems.push(...linesSchema.parse(await send('execute', { script: LISTEN, args: [] })))
  }
  return {
    async send(command, parameters) {
      // Before the page is left, and as soon as the next one exists.
      if (['open', 'reload', 'goBack', 'execute'].includes(command)) await listen()
      return send(command, parameters)
    },
    async resize(width, height) {
      // Without a window manager, the window under the pointer has the focus. The pointer is in the middle.
      const x = Math.round((SCREEN.width - width) / 2)
      const resizeTo = async (windowHeight: number) =>
        send('resizeWindow', { x, y: 0, width, height: windowHeight })
      const pageHeight = async () => {
        const size = await send('execute', { script: 'return [innerWidth, innerHeight]', args: [] })
        const [innerWidth, innerHeight] = sizeSchema.parse(size)
        return innerWidth === width ? innerHeight : undefined
      }
      await resizeTo(height)
      // Add the height of the toolbar.
      await resizeTo(2 * height - (await driver.until(pageHeight)))
    },
    async consoleProblems() {
      await listen()
      return problems.splice(0)
    },
    async stop() {
      await ask('DELETE', `/session/${sessionId}`, {}).catch(() => undefined)
      await driver.kill()
      await screen.kill()
      removeFolder(folder)
    },
  }
}

/**
 * Opens an address in a MiniBrowser without a driver, which prints all console messages.
 *
 * @param isDone whether the page has done what it does by itself
 * @returns the lines that it wrote
 */
export async function consoleOfStart(
  { miniBrowser, xvfb }: WebKitPrograms,
  address: string,
  isDone: () => boolean,
): Promise<string[]> {
  const folder = newFolder()
  const [screen, display] = await startScreen(xvfb, folder)
  const args = ['--enable-write-console-messages-to-stdout=true', address]
  const browser = startProcess(miniBrowser, args, folder, { DISPLAY: display })
  await browser.until(() => (isDone() ? true : undefined))
  await browser.kill()
  await screen.kill()
  removeFolder(folder)
  return browser
    .written()
    .split('\n')
    .filter((line) => line.includes('CONSOLE'))
}
