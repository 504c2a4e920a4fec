/** A text that somebody else may have made up to do harm. */
export interface InjectionString {
  readonly text: string
  /** what it is an example of */
  readonly family: string
  /** whether it is an http(s) address that may become a link; everything else must stay text */
  readonly isAddress: boolean
}

/** Texts of one family. */
export type Family = readonly [name: string, texts: readonly string[]]

/** What a hostile text calls where it is taken for code: watched for in the page, as is `alert`. */
export const PLANTED = 'pwned'
