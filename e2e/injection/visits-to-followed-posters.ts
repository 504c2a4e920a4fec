import { IMAGE_HOST } from '#e2e/support/outside-world.ts'

import type { InjectionString } from './injection-string.ts'
import { type Stage, type Visit, withHarmless } from './stage.ts'
import { created, openForm, submit } from './visits-to-posters.ts'

/** Created posters whose tasks have failed. */

const FOLLOWED = 'panel: why a followed task failed'
const FOLLOWED_LOGGED = 'log: why a followed task failed'

/**
 * Makes one creation for each string. Its task is in the list, and has failed with that string as the reason. Only the
 * paragraphs with the reason are inspected, as the task's ID and our advice differ.
 */
async function follow(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  await openForm(stage)
  for (const [index, one] of withHarmless(strings).entries()) {
    const uuid = `task ${String(index)}`
    stage.service.list = () => ({ data: { total: 1, list: [{ uuid, error_msg: one.text }] } })
    stage.service.creation = () => created(uuid)
    await submit(stage, `${IMAGE_HOST}/${String(index).padStart(5, '0')}.png`)
    await stage.page.evaluate(
      async ({ text, key, isHarmless, root, places: [shown, logged] }) => {
        const { driver, inspector } = window
        const reason = await driver.until('the reason', () =>
          document.querySelector(`${root} .aspect-video p`),
        )
        const entry = document.querySelector('[aria-labelledby=submissions] li')
        const loggedReason = [...(entry?.querySelectorAll('p') ?? [])].at(-1)
        if (loggedReason === undefined) throw new Error('there is no log')
        for (const [place, element] of [
          [shown, reason],
          [logged, loggedReason],
        ] as const) {
          const twin = `${place} ${key}`
          if (isHarmless) inspector.remember(twin, element)
          else inspector.hold({ place, text, twin }, element)
        }
      },
      {
        ...one,
        root: '[aria-labelledby=created-title]',
        places: [FOLLOWED, FOLLOWED_LOGGED] as const,
      },
    )
  }
}

/** Visits to followed posters. */
export const visitsToFollowedPosters: readonly Visit[] = [
  { places: [FOLLOWED, FOLLOWED_LOGGED], cost: 12, run: follow },
]
