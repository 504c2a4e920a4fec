import type { BrowserContext } from '@playwright/test'

import { NO_WORKER } from '#e2e/support/page-guard.ts'
import { type SeededRandom, seededRandom } from '#e2e/support/seeded-random.ts'

import { type Command, commands } from './form-commands.ts'
import { currentTab, type FormModel, NEXT_ANSWERS, newModel } from './form-model.ts'
import {
  expectAsForetold,
  type FormService,
  openTab,
  startFormService,
  type World,
} from './form-world.ts'
import { installDriver } from '#e2e/support/page-driver.ts'
import { figure, type ProofResult, type ProofSetting } from './proof-figures.ts'

/** Parallel browsers, each with its own host and service. */
const LANES = 2

/** Most commands in a sequence. */
const MAX_COMMANDS = 18

/** How often each command was run, and each answer of the service was given. */
type Steps = Map<string, number>

/**
 * Runs random sequences of commands over form and session, each with new accounts in new tabs, and holds the
 * screen and the service against a model after every command.
 *
 * @param count how many sequences
 * @throws with the first sequence that does not go as predicted
 */
export async function runSequences(
  { browser, startHost, seed }: ProofSetting,
  count: number,
): Promise<ProofResult> {
  const steps: Steps = new Map()
  let sequences = 0
  async function runLane(lane: number): Promise<FormService> {
    const random = seededRandom(seed + lane)
    const form = await startFormService()
    const host = await startHost({ taskApiUrl: form.service.baseUrl })
    const context = await browser.newContext({ baseURL: host.origin })
    const surprises = watchForSurprises(context)
    await installDriver(context)
    for (let number = lane; number < count; number += LANES) {
      const name = String(number).padStart(6, '0')
      const keys = { A: `key-of-sequence-${name}-a`, B: `key-of-sequence-${name}-b` }
      const world = { context, form, keys, pages: [await openTab({ context, form, keys }, 'A')] }
      await runSequence(world, random, steps)
      if (surprises.length > 0) throw new Error(`sequence ${name}: ${surprises.join('\n')}`)
      await Promise.all(world.pages.map((page) => page.close()))
      sequences += 1
    }
    await context.close()
    await form.service.close()
    return form
  }
  const forms = await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)))
  const sum = (valueOf: (form: FormService) => number) =>
    forms.reduce((before, form) => before + valueOf(form), 0)
  const stepsOf = (name: string) => steps.get(name) ?? 0
  // Each of them in every fiftieth sequence at least: less would prove nothing about it.
  const expected = { atLeast: Math.floor(count / 50) }
  const names = commands.map(({ name }) => name).toSorted()
  return {
    problems: [],
    figures: [
      figure('sequences that went as predicted', sequences, { is: count }),
      figure(
        'commands in them',
        names.reduce((before, name) => before + stepsOf(name), 0),
        { atLeast: 5 * count },
      ),
      ...names.map((name) => figure(`command: ${name}`, stepsOf(name), expected)),
      figure(
        'creations that were confirmed and arrived',
        sum(({ service }) => service.creations.length),
        { atLeast: Math.floor(count / 2) },
      ),
      ...NEXT_ANSWERS.map((name) =>
        figure(
          `of them one that the service ${name}`,
          sum(({ answered }) => answered.get(name) ?? 0),
          expected,
        ),
      ),
    ],
  }
}

/** Console messages of the browser about answers that the model predicts. */
const ANNOUNCED =
  /^Failed to load resource: (?:the server responded with a status of (?:402|502|503)|net::ERR_INTERNET_DISCONNECTED)/

/** The errors of a context's pages from now on, and those on their consoles that nothing announced. */
function watchForSurprises(context: BrowserContext): readonly string[] {
  const surprises: string[] = []
  context.on('weberror', (webError) => surprises.push(String(webError.error())))
  context.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type()) && message.text() !== NO_WORKER
    if (isProblem && !ANNOUNCED.test(message.text())) surprises.push(message.text())
  })
  return surprises
}

async function runSequence(world: World, random: SeededRandom, steps: Steps): Promise<void> {
  const { context, form, keys } = world
  const model = newModel()
  const done: string[] = []
  form.next = model.next
  try {
    // A network that goes before the page is loaded is a case of its own.
    await expectAsForetold(world, model, 'the beginning')
    for (let left = random.below(MAX_COMMANDS + 1); left > 0; left -= 1) {
      const command = drawCommand(model, random)
      done.push(command.name)
      await command.act(model, world)
      steps.set(command.name, (steps.get(command.name) ?? 0) + 1)
      await expectAsForetold(world, model, command.name)
    }
    await context.setOffline(false)
    // What is late would arrive now.
    await expectAsForetold(world, model, 'all')
  } catch (error) {
    throw new Error(`${keys.A}: ${done.join(' → ')}`, { cause: error })
  }
}

/** Draws among the commands that are possible now. */
function drawCommand(model: FormModel, random: SeededRandom): Command {
  const possible = commands.filter(({ can }) => can(model, currentTab(model)))
  let left = random.next() * possible.reduce((sum, { weight }) => sum + weight, 0)
  const drawn = possible.find(({ weight }) => (left -= weight) < 0)
  if (drawn === undefined) throw new Error('no command is possible')
  return drawn
}
