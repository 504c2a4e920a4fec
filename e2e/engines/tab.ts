import { writeFileSync } from 'node:fs'

import { expect } from '@playwright/test'
import * as z from 'zod/mini'

import type { Command, Engine } from './engine.ts'
import { bringIntoSight, inSight } from './in-sight.ts'

/** Keys without a character, as WebDriver writes them. */
const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  Control: '\uE009',
  Shift: '\uE008',
} as const

/** A key by its name. */
type Key = keyof typeof KEYS

/** WebDriver's identifier of an element, the same for all browsers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const foundSchema = z.array(
  z.object({
    element: z.object({ [ELEMENT]: z.string() }),
    text: z.string(),
    value: z.string(),
    isFocused: z.boolean(),
    isChecked: z.boolean(),
  }),
)

/** An element at this moment: its id in the browser and its visible state. */
type Found = Omit<z.infer<typeof foundSchema>[number], 'element'> & { id: string }

const stringSchema = z.string()

/** An element of the page by its role and its accessible name, as the browser computes them. */
export class Part {
  readonly #tab: Tab
  readonly #role: string
  readonly #name: string | RegExp | undefined
  readonly #within: Part | undefined

  constructor(tab: Tab, role: string, name?: string | RegExp, within?: Part) {
    this.#tab = tab
    this.#role = role
    this.#name = name
    this.#within = within
  }

  /** A part of this one. */
  part(role: string, name?: string | RegExp): Part {
    return new Part(this.#tab, role, name, this)
  }

  /** All visible ones at this moment. */
  async all(): Promise<Found[]> {
    const around = await this.#within?.all()
    if (around?.length === 0) return []
    const root = around?.[0] === undefined ? null : { [ELEMENT]: around[0].id }
    const found = foundSchema.parse(await this.#tab.run(inSight, root, this.#role))
    const named: Found[] = []
    for (const { element, ...seen } of found) {
      const id = element[ELEMENT]
      if (await this.#hasName(id)) named.push({ ...seen, id })
    }
    return named
  }

  async #hasName(id: string): Promise<boolean> {
    if (this.#name === undefined) return true
    const name = stringSchema.parse(await this.#tab.send('accessibleName', { id }))
    return typeof this.#name === 'string' ? name === this.#name : this.#name.test(name)
  }

  /** Waits until there is exactly one, and acts on it. Retries if it has changed meanwhile. */
  async #withOne(act: (found: Found) => Promise<unknown>): Promise<void> {
    await this.#tab.soon(async () => {
      const found = await this.all()
      expect(found, `${this.#role} ${String(this.#name)}`).toHaveLength(1)
      for (const one of found) await act(one)
    })
  }

  /** Waits until it is there. */
  async waitFor(): Promise<void> {
    await this.#tab.soon(async () => {
      expect(await this.all()).toHaveLength(1)
    })
  }

  /** Clicks in the middle of it, as a pointer would. */
  async click(): Promise<void> {
    await this.#withOne(async ({ id }) => {
      // WebKitWebDriver does not scroll to elements below the edge.
      await this.#tab.run(bringIntoSight, { [ELEMENT]: id })
      await this.#tab.send('click', { id })
    })
  }

  /** Clicks on the first of several. */
  async clickFirst(): Promise<void> {
    await this.#tab.soon(async () => {
      const [first] = await this.all()
      await this.#tab.send('click', { id: first?.id })
    })
  }

  /** Replaces the text of a field. */
  async fill(text: string): Promise<void> {
    await this.click()
    await this.#tab.press('Control', 'a')
    await this.#withOne(async ({ id }) => this.#tab.send('type', { id, text }))
  }

  /** The role that the browser gives it. */
  async computedRole(): Promise<unknown> {
    const [one] = await this.all()
    return this.#tab.send('role', { id: one?.id })
  }

  /** Waits until one of them has this text. */
  async expectText(text: string | RegExp): Promise<void> {
    await this.#tab.soon(async () => {
      const texts = (await this.all()).map((one) => one.text).join('\n')
      if (typeof text === 'string') expect(texts).toContain(text)
      else expect(texts).toMatch(text)
    })
  }

  /** Waits until there are that many. */
  async expectCount(count: number): Promise<void> {
    await this.#tab.soon(async () => {
      expect(await this.all()).toHaveLength(count)
    })
  }

  /** Waits until it has this visible state. */
  async expectToBe(state: Partial<Omit<Found, 'id'>>): Promise<void> {
    await this.#tab.soon(async () => {
      const [one] = await this.all()
      expect(one).toMatchObject(state)
    })
  }
}

/** Longest wait for a change on screen, in milliseconds. Two browsers share the machine. */
const WAIT = 20_000

/** A tab of a browser. Every command brings it to the front. */
export class Tab {
  /** which one of an engine is at the front */
  static readonly #atFront = new WeakMap<Engine, string>()
  readonly #engine: Engine
  readonly #handle: string

  private constructor(engine: Engine, handle: string) {
    this.#engine = engine
    this.#handle = handle
  }

  /** The tab that a browser starts with. */
  static async first(engine: Engine): Promise<Tab> {
    const handle = stringSchema.parse(await engine.send('thisTab'))
    Tab.#atFront.set(engine, handle)
    return new Tab(engine, handle)
  }

  /** Opens another tab. */
  async another(): Promise<Tab> {
    const answer = await this.send('newTab', { type: 'tab' })
    return new Tab(this.#engine, z.object({ handle: z.string() }).parse(answer).handle)
  }

  /** Sends a command to the browser, with this tab at the front. */
  async send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (Tab.#atFront.get(this.#engine) !== this.#handle) {
      await this.#engine.send('switchTab', { handle: this.#handle })
      Tab.#atFront.set(this.#engine, this.#handle)
    }
    return this.#engine.send(command, parameters)
  }

  /** Runs a function in the page. It sees only its arguments. */
  async run<Args extends unknown[]>(
    inPage: (...args: Args) => unknown,
    ...args: Args
  ): Promise<unknown> {
    const script = `return (${String(inPage)}).apply(null, arguments)`
    return this.send('execute', { script, args })
  }

  async open(address: string): Promise<void> {
    await this.send('open', { url: address })
  }

  async reload(): Promise<void> {
    await this.send('reload', {})
  }

  async goBack(): Promise<void> {
    await this.send('goBack', {})
  }

  /** A part of the page by its role and accessible name. */
  part(role: string, name?: string | RegExp): Part {
    return new Part(this, role, name)
  }

  /** Presses and releases a key, or several at once. */
  async press(...keys: (Key | 'a' | 'v')[]): Promise<void> {
    const values = keys.map((key) => (key === 'a' || key === 'v' ? key : KEYS[key]))
    const down = values.map((value) => ({ type: 'keyDown', value }))
    const up = values.toReversed().map((value) => ({ type: 'keyUp', value }))
    const keyboard = { type: 'key', id: 'keyboard', actions: [...down, ...up] }
    await this.send('act', { actions: [keyboard] })
  }

  /** Waits until an expectation holds. */
  async soon(holds: () => Promise<void>): Promise<void> {
    await expect(holds).toPass({ timeout: WAIT, intervals: [50, 100, 250] })
  }

  /** Waits until the address is this one, without its origin. */
  async expectAddress(address: string): Promise<void> {
    await this.soon(async () => {
      expect(await this.run(() => location.pathname + location.search)).toBe(address)
    })
  }

  /** Waits until a text is somewhere on the page. */
  async expectText(text: string): Promise<void> {
    await this.soon(async () => {
      expect(await this.run(() => document.body.innerText)).toContain(text)
    })
  }

  /** Writes a screenshot of the viewport to a file. */
  async takeScreenshot(file: string): Promise<void> {
    const picture = stringSchema.parse(await this.send('screenshot'))
    writeFileSync(file, Buffer.from(picture, 'base64'))
  }
}
