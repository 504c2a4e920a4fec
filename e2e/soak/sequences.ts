import fc from 'fast-check'

import type { ProofSetting } from './account-switches.ts'
import { expectArrivals } from './form-command.ts'
import { commands, drawnCommand } from './form-commands.ts'
import { currentTab, NEXT_ANSWERS, newModel } from './form-model.ts'
import { expectScreen } from './form-screen.ts'
import { beginAnew, currentPage, openWindow, startFormService, type World } from './form-world.ts'
import type { Figure } from './proof-figures.ts'

/** Parallel browsers, each with its own host and service. */
const LANES = 2

/** Sequences that share a window, one after the other. */
const WINDOW = 100

/** Most commands in a sequence. */
const MAX_COMMANDS = 18

const DRAWS = 2 ** 30

/** From 0 up to 1, each as likely: fast-check's own numbers are mostly very small ones. */
const draws = fc.noBias(fc.nat(DRAWS - 1)).map((draw) => draw / DRAWS)

/** What a lane did. */
interface LaneFigures {
  sequences: number
  creations: number
  /** by the command's name */
  steps: ReadonlyMap<string, number>
  /** by what the service did */
  answered: ReadonlyMap<string, number>
}

/**
 * Runs random sequences of commands over form and session, each on a new account, and holds the
 * screen and the service against a model after every command.
 *
 * @param count how many sequences
 * @throws with the first sequence that does not go as predicted
 */
export async function runSequences(setting: ProofSetting, count: number): Promise<Figure[]> {
  const share = Math.ceil(count / LANES)
  const seed = setting.seed
  const lanes = await Promise.all([
    runLane(setting, share),
    ...(count > share ? [runLane({ ...setting, seed: seed + 1 }, count - share)] : []),
  ])
  const sum = (valueOf: (lane: LaneFigures) => number | undefined) =>
    lanes.reduce((before, lane) => before + (valueOf(lane) ?? 0), 0)
  // Each of them in every fiftieth sequence at least: less would prove nothing about it.
  const expected = { atLeast: Math.floor(count / 50) }
  const names = commands.map(([, command]) => command.toString()).toSorted()
  return [
    {
      label: 'sequences that went as predicted',
      value: sum(({ sequences }) => sequences),
      expected: { is: count },
    },
    {
      label: 'commands in them',
      value: names.reduce((before, name) => before + sum(({ steps }) => steps.get(name)), 0),
      expected: { atLeast: 5 * count },
    },
    ...names.map((name) => ({
      label: `command: ${name}`,
      value: sum(({ steps }) => steps.get(name)),
      expected,
    })),
    {
      label: 'creations that were confirmed and arrived',
      value: sum(({ creations }) => creations),
      expected: { atLeast: Math.floor(count / 2) },
    },
    ...NEXT_ANSWERS.map((name) => ({
      label: `of them one that the service ${name}`,
      value: sum(({ answered }) => answered.get(name)),
      expected,
    })),
  ]
}

async function runLane(
  { browser, startHost, seed }: ProofSetting,
  count: number,
): Promise<LaneFigures> {
  const form = await startFormService()
  const host = await startHost({ taskApiUrl: form.service.baseUrl, taskApiTimeout: 5 })
  const surprises: string[] = []
  const steps = new Map<string, number>()
  let sequences = 0
  let world: World | undefined

  async function begin(): Promise<World> {
    if (sequences % WINDOW === 0 || world === undefined) {
      await world?.context.close()
      const context = await browser.newContext({ baseURL: host.origin })
      const pages = [await openWindow(context, surprises)]
      world = { context, pages, spare: undefined, form, keys: { A: '', B: '' }, steps, surprises }
    }
    sequences += 1
    form.next = 'creates'
    const number = String(sequences).padStart(6, '0')
    world.keys.A = `key-of-sequence-${number}-a`
    world.keys.B = `key-of-sequence-${number}-b`
    await beginAnew(world)
    return world
  }

  try {
    await fc.assert(
      fc.asyncProperty(
        fc.commands([draws.map(drawnCommand)], { maxCommands: MAX_COMMANDS, size: 'max' }),
        async (sequence) => {
          const real = await begin()
          const model = newModel()
          try {
            // A network that goes before the page is loaded is a case of its own.
            await expectScreen(currentPage(real, model), model, currentTab(model), 'the beginning')
            await fc.asyncModelRun(() => ({ model, real }), sequence)
            expectArrivals(model, real, 'all')
            if (surprises.length > 0) throw new Error(surprises.join('\n'))
          } catch (error) {
            // What comes next starts in a window that nothing went wrong in.
            surprises.length = 0
            await world?.context.close()
            world = undefined
            throw error
          }
        },
      ),
      // No shrinking: a try that fails takes 15 s, and a sequence is short enough to be read.
      { numRuns: count, seed, endOnFailure: true },
    )
  } finally {
    await world?.context.close()
    await form.service.close()
  }
  return { sequences, creations: form.service.creations.length, steps, answered: form.answered }
}
