/**
 * The commands of W3C WebDriver that the tests use: the name of each in Marionette for Firefox, and its
 * method and path over HTTP for WebKitWebDriver.
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

/** A command by its name in the tests. */
export type Command = keyof typeof COMMANDS

/** A browser for one test, with a fresh profile. */
export interface Engine {
  /** Sends a command and waits for its answer. @throws with the browser's message if it refuses */
  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Gives the page this size, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Errors and warnings on the console since the last call, each as a line. */
  consoleProblems(): Promise<string[]>
  /** Ends the browser and removes what it wrote. */
  stop(): Promise<void>
}
