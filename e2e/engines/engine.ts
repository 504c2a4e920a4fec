/**
 * Commands of W3C WebDriver that the tests use: what Marionette calls each, which is how Firefox
 * itself takes them, and its place over HTTP, as WebKitWebDriver takes them.
 */
export const COMMANDS = {
  open: ['WebDriver:Navigate', 'POST', 'url'],
  reload: ['WebDriver:Refresh', 'POST', 'refresh'],
  goBack: ['WebDriver:Back', 'POST', 'back'],
  execute: ['WebDriver:ExecuteScript', 'POST', 'execute/sync'],
  click: ['WebDriver:ElementClick', 'POST', 'element/{id}/click'],
  type: ['WebDriver:ElementSendKeys', 'POST', 'element/{id}/value'],
  accessibleName: ['WebDriver:GetComputedLabel', 'GET', 'element/{id}/computedlabel'],
  role: ['WebDriver:GetComputedRole', 'GET', 'element/{id}/computedrole'],
  act: ['WebDriver:PerformActions', 'POST', 'actions'],
  screenshot: ['WebDriver:TakeScreenshot', 'GET', 'screenshot'],
  thisTab: ['WebDriver:GetWindowHandle', 'GET', 'window'],
  newTab: ['WebDriver:NewWindow', 'POST', 'window/new'],
  switchTab: ['WebDriver:SwitchToWindow', 'POST', 'window'],
  resizeWindow: ['WebDriver:SetWindowRect', 'POST', 'window/rect'],
} as const

/** A command by the name that the tests have for it. */
export type Command = keyof typeof COMMANDS

/** A browser that was started for one test, with nothing kept from another. */
export interface Engine {
  /** Sends a command and waits for its answer. @throws with the browser's own words where it refuses */
  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Gives the page this size, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Errors and warnings that came to the console since they were last asked for, each as a line. */
  consoleProblems(): Promise<string[]>
  /** Ends the browser and removes what it wrote. */
  stop(): Promise<void>
}
