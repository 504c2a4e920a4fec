import { POSTER_SCENES } from '#contract/poster-tasks.ts'
import { IMAGE_HOST } from '#e2e/support/outside-world.ts'

import { type InjectionString, isShownAsSent } from './injection-string.ts'
import { type Stage, type Visit, withHarmless } from './stage.ts'
import { creation, keepAttempts, keepDesk, removeDesk } from './visits-to-batches.ts'
import { created, openForm, submit } from './visits-to-posters.ts'

/** Created posters whose tasks have failed. */

const FOLLOWED = 'panel: why a followed task failed'
const FOLLOWED_LOGGED = 'log: why a followed task failed'
const SHEET = 'contact sheet: why a task failed'

const [SCENE] = POSTER_SCENES
/** Posters of one sheet: the list is read in pages of a hundred. */
const AT_ONCE = 90

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
        // Our advice may stand below it.
        const loggedReason = [...(entry?.querySelectorAll('p.wrap-anywhere') ?? [])].at(-1)
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

/** Each string as the reason of a task, on the contact sheet of a batch. */
async function fillSheet(stage: Stage, strings: readonly InjectionString[]): Promise<void> {
  for (let start = 0; start < strings.length; start += AT_ONCE) {
    const entries = withHarmless(strings.slice(start, start + AT_ONCE))
    const uuidOf = (index: number) => `task ${String(index)}`
    const urls = entries.map((_, index) => `${IMAGE_HOST}/twin.png?${String(index)}`)
    for (const url of urls) stage.watch.foresee(url)
    await openForm(stage)
    const posters = urls.map((image_url, index) => ({
      request: { image_url, prompt: SCENE },
      state: creation(uuidOf(index)),
    }))
    // The tasks of a batch are followed from the log.
    await keepAttempts(stage, posters)
    const list = entries.map(({ text }, index) => ({ uuid: uuidOf(index), error_msg: text }))
    stage.service.list = () => ({ data: { total: list.length, list } })
    await keepDesk(stage, { posters, phase: { kind: 'over' } })
    await stage.page.evaluate(
      async ({ all, place }) => {
        const { driver, inspector } = window
        const reasons = await driver.until('the sheet', () => {
          const found = [...document.querySelectorAll('[role=region] > table td p[lang]')]
          return found.length === all.length && found
        })
        for (const [index, { text, key, isHarmless }] of all.entries()) {
          const reason = reasons[index]
          if (reason === undefined) throw new Error(`no reason on ${index}`)
          const twin = `${place} ${key}`
          if (isHarmless) inspector.remember(twin, reason)
          else inspector.hold({ place, text, twin }, reason)
        }
      },
      { all: entries, place: SHEET },
    )
    await removeDesk(stage)
    await stage.settle()
  }
}

/** Visits to followed posters. */
export const visitsToFollowedPosters: readonly Visit[] = [
  { places: [FOLLOWED, FOLLOWED_LOGGED], cost: 12, takes: isShownAsSent, run: follow },
  { places: [SHEET], cost: 4, takes: isShownAsSent, run: fillSheet },
]
