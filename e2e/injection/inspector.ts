import type { BrowserContext } from '@playwright/test'

import { defineCharacters } from './inspector-characters.ts'
import { defineComparison } from './inspector-comparison.ts'
import { defineLayout } from './inspector-layout.ts'
import { defineLooks } from './inspector-looks.ts'
import type { Entry, InspectorReport, Place, ProblemKind } from './problem.ts'

/** Looks at places of the page from inside it. */
export interface Inspector {
  /** Looks at each string in a place: harmless ones are remembered, and the others held against them. */
  look(place: Place, entries: readonly Entry[]): Promise<void>
  /** Looks whether an element without a string, and the columns of the table, are what they were at first. */
  still(place: string, element: Element): void
  /** Looks at the name that a file was given. */
  fileName(place: string, name: string): void
  report(): InspectorReport
}

declare global {
  interface Window {
    inspector: Inspector
    noteProblem: (kind: ProblemKind, detail: string) => void
  }
}

/** What a harmless string is made of; no text of ours has it. */
export const TWIN = 'ж'

/** Puts the inspector into every page of a context that is opened from now on. */
export async function installInspector(context: BrowserContext): Promise<void> {
  await context.addInitScript(defineCharacters)
  await context.addInitScript(defineLayout)
  await context.addInitScript(defineComparison)
  await context.addInitScript(defineLooks)
}
