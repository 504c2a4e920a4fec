import { cover, pairsOf } from '#e2e/matrices/cover.ts'
import { isFull, seed } from '#e2e/support/sampling.ts'

import type { ScreenState } from './open-state.ts'
import type { Device } from './screens.ts'
import { states } from './states.ts'
import { sheetState } from './task-states.ts'

/** One way to reach a state. What changes in place there is inspected in each. */
export interface Visit {
  readonly state: ScreenState
  readonly language: 'en' | 'zh-CN'
  /** the size and pointer that the page is opened with */
  readonly device: Device
  /** the theme in which all of axe's rules are asked; in the other one contrast alone */
  readonly theme: 'light' | 'dark'
}

const devices: readonly Device[] = ['desk', 'phone']

const all: readonly Visit[] = [...states, sheetState].flatMap((state) =>
  (['en', 'zh-CN'] as const).flatMap((language) =>
    (state === sheetState ? (['phone'] as const) : devices).flatMap((device) =>
      (['light', 'dark'] as const).map((theme) => ({ state, language, device, theme })),
    ),
  ),
)

/** Whether the visit compares roles and names with the accessibility snapshot of its state. */
export function hasNames({ language, device }: Visit): boolean {
  return language === 'en' && device === 'desk'
}

/** A state, each pair of two of a visit's values, and where its names are compared. */
function marksOf(visit: Visit): string[] {
  const { state, ...rest } = visit
  return [
    ...pairsOf({ state: state.name, ...rest }),
    ...(hasNames(visit) ? [`names of ${state.name}`] : []),
  ]
}

/** Two themes are one visit where each is asked for everything. */
const whole = all.filter(({ theme }) => theme === 'light')

/** The visits of this run: every pair of two of their values, or with `npm run test:full` every one. */
export const visits: readonly Visit[] = isFull ? whole : cover(all, marksOf, seed)
