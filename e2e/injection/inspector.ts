import type { BrowserContext, Page } from '@playwright/test'

import { defineCharacters } from './inspector-characters.ts'
import { defineComparison } from './inspector-comparison.ts'
import { defineLayout } from './inspector-layout.ts'
import { defineShapes } from './inspector-shapes.ts'
import type { InspectorReport, ProblemKind, Sight } from './problem.ts'

/** Looks at places of the page from inside it. */
export interface Inspector {
  /** Keeps how a place looks with a harmless string in it, as long as the tab is open. */
  remember(twin: string, place: Element): void
  /** Holds a place with a string in it against the one that was remembered. */
  hold(sight: Sight, place: Element): void
  /** Looks whether a place without a string is what it was when it was first looked at. */
  still(place: string, element: Element): void
  /** Holds the columns of the table against those of the first table that was seen. */
  columns(place: string): void
  /** Looks at the name that a file was given. */
  fileName(sight: Sight, name: string): void
  /** Checks that a field holds exactly the text that was put there, and that its form holds nothing else. */
  box(sight: Sight, box: HTMLInputElement): void
  /** Looks at a place that shows only what a string has in common with others: its words are its own. */
  summary(sight: Sight, place: Element): void
  /** Looks at a text that is for screen readers alone, and that tells of several strings at once. */
  spoken(sight: Sight, region: Element): void
  /** where short texts are read out */
  readOut(): Element | undefined
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
  await context.addInitScript(defineShapes)
  await context.addInitScript(defineComparison)
}

/** Takes what the inspector of a page saw since it was last asked. */
export async function takeReport(page: Page): Promise<InspectorReport> {
  return page.evaluate(() => window.inspector.report())
}
