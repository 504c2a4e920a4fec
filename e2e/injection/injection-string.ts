import { isNoError, withoutTerminalCodes } from '#contract/envelope.ts'

/** A text that an attacker may have written to do harm. */
export interface InjectionString {
  readonly text: string
  /** what it is an example of */
  readonly family: string
  /** whether it is an http(s) address that may become a link; everything else must stay text */
  readonly isAddress: boolean
}

/** Texts of one family. */
export type Family = readonly [name: string, texts: readonly string[]]

/** The function that an injection string calls where it runs as code. The page is watched for it, and for `alert`. */
export const PLANTED = 'pwned'

/** Whether the page shows it as it was sent. It leaves out what means "nothing", and codes for a terminal. */
export function isShownAsSent({ text }: InjectionString): boolean {
  return !isNoError(text) && withoutTerminalCodes(text) === text
}
