import type { AsyncCommand } from 'fast-check'

import { currentTab, type FormModel, type TabModel } from './form-model.ts'
import { expectScreen } from './form-screen.ts'
import type { World } from './form-world.ts'

/** One thing that a person, the network or the service does. */
export interface FormCommand extends AsyncCommand<FormModel, World> {
  check: (model: FormModel) => boolean
}

/** What a command needs, and what it does to the model and to the page alike. */
interface Deed {
  name: string
  /** left out: whenever no question is open and the browser is online */
  can?: (model: FormModel, tab: TabModel) => boolean
  act: (model: FormModel, world: World) => Promise<void>
}

/** No question is open, and the browser is online. */
export const isCalm = ({ isOffline }: FormModel, { asksAbout }: TabModel) =>
  !isOffline && asksAbout === null

/** Makes a command. After it every tab must look as the model says, and the service must have the confirmed creations. */
export function command({ name, can = isCalm, act }: Deed): FormCommand {
  return {
    check: (model) => can(model, currentTab(model)),
    async run(model, world) {
      await act(model, world)
      world.steps.set(name, (world.steps.get(name) ?? 0) + 1)
      for (const [index, tab] of model.tabs.entries()) {
        const page = world.pages[index]
        if (page !== undefined) await expectScreen(page, model, tab, `${name}, in tab ${index}`)
      }
      expectArrivals(model, world, name)
    },
    toString: () => name,
  }
}

/** Holds the creations at the service against the model's. @throws where they are not the same */
export function expectArrivals(model: FormModel, { form, keys }: World, after: string): void {
  for (const account of ['A', 'B'] as const) {
    const { creations } = form.service
    const arrived = creations.filter(({ apiKey }) => apiKey === keys[account]).length
    if (arrived !== model.arrived[account]) {
      const expected = String(model.arrived[account])
      throw new Error(`after ${after}: ${String(arrived)} creations of ${account}, not ${expected}`)
    }
  }
}
