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

/** Whether the visit compares roles and names with the accessibility snapshot of its state. */
export function hasNames({ language, device }: Visit): boolean {
  return language === 'en' && device === 'desk'
}

const languages = ['en', 'zh-CN'] as const
const devices: readonly Device[] = ['desk', 'phone']

/** One state of so many is also visited in Chinese, on a phone. */
const SHARE = 3

/** Each state in English, at every size; and in Chinese on a phone a third of them. `npm run test:full` makes all visits. */
export const visits: readonly Visit[] = [...states, sheetState].flatMap((state, index) =>
  languages.flatMap((language) =>
    devices
      .filter((device) => state !== sheetState || device === 'phone')
      .filter((device) => {
        if (isFull || state === sheetState) return true
        const isForeign = language === 'zh-CN'
        return isForeign === (device === 'phone') && (!isForeign || index % SHARE === seed % SHARE)
      })
      .map((device): Visit => {
        const theme = (index + seed) % 2 === 0 ? 'light' : 'dark'
        return { state, language, device, theme }
      }),
  ),
)
