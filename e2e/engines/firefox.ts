import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import * as z from 'zod/mini'

import { newFolder, removeFolder, startProcess } from './browser-process.ts'
import { COMMANDS, type Engine } from './engine.ts'
import { Marionette } from './marionette.ts'

/** Preferences of the profile: Firefox connects to this machine only, and prints the console of its pages. */
const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'devtools.console.stdout.chrome': false,
  'devtools.console.stdout.content': true,
  'dom.disable_open_during_load': false,
  'intl.accept_languages': 'en-GB',
  // Parts of Firefox write to the console, too.
  'messaging-system.log': 'off',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Nothing listens there, so the outside world is out of reach.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': '127.0.0.1',
  'toolkit.cosmeticAnimations.enabled': false,
  // Without a window, Firefox reports no pointer. These settings report a mouse.
  'ui.allPointerCapabilities': 6,
  'ui.primaryPointerCapabilities': 6,
}

const linesSchema = z.array(z.string())

/** Starts a headless Firefox with a new profile. */
export async function startFirefox(program: string): Promise<Engine> {
  const folder = newFolder()
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(path.join(folder, 'user.js'), preferences.join('\n'))
  // Scripts in Firefox's own context set the page size and read the console.
  const asked = ['--marionette', '--remote-allow-system-access']
  const firefox = startProcess(
    program,
    ['--headless', '--no-remote', '--profile', folder, ...asked],
    folder,
  )
  const portFile = path.join(folder, 'MarionetteActivePort')
  const port = await firefox.until(() => {
    const text = existsSync(portFile) ? readFileSync(portFile, 'utf8') : ''
    return text === '' ? undefined : Number(text)
  })
  const marionette = new Marionette(port)
  await marionette.send('WebDriver:NewSession', {})

  /** Runs a script in Firefox's own window, not in the page. */
  async function inFirefox(script: string, ...args: unknown[]): Promise<unknown> {
    await marionette.send('Marionette:SetContext', { value: 'chrome' })
    const result = await marionette.send('WebDriver:ExecuteScript', { script, args })
    await marionette.send('Marionette:SetContext', { value: 'content' })
    return result
  }

  let read = 0
  return {
    async send(command, parameters = {}) {
      // A screenshot of the viewport, as WebKit takes it.
      const whole = command === 'screenshot' ? { full: false } : {}
      return marionette.send(COMMANDS[command][0], { ...parameters, ...whole })
    },
    async resize(width, height) {
      // A window is never as narrow as a phone, but its content can be.
      await inFirefox(
        `const { style } = gBrowser.selectedBrowser
         style.minWidth = style.maxWidth = style.width = arguments[0] + 'px'
         style.minHeight = style.maxHeight = style.height = arguments[1] + 'px'`,
        width,
        height,
      )
    },
    async consoleProblems() {
      const all = firefox.written()
      const written = all.slice(read).split('\n')
      read = all.length
      const said = linesSchema.parse(
        await inFirefox(
          `const messages = Services.console.getMessageArray()
           Services.console.reset()
           return messages
             .filter((message) => message instanceof Ci.nsIScriptError)
             .map(({ category, errorMessage, sourceName }) =>
               category + ': ' + errorMessage + ' (' + sourceName + ')')`,
        ),
      )
      return [
        ...written.filter((line) => /^console\.(?:error|warn|assert):/.test(line)),
        // Other messages are about Firefox itself, or about loads that a page aborted when it was left.
        ...said
          .filter((line) => /^(?:content javascript|CSP|Service Worker|Content Sec)/.test(line))
          // Firefox reports loads that a left page aborts as an error of the worker.
          .filter(
            (line) => !line.includes('A ServiceWorker intercepted the request and encountered'),
          ),
      ]
    },
    async stop() {
      marionette.close()
      await firefox.kill()
      removeFolder(folder)
    },
  }
}
