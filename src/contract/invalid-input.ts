/** What a parameter or a field accepts. */
export type InputRule =
  | { type: 'integer'; min: number; max?: number }
  | { type: 'one-of'; values: readonly string[] }
  | { type: 'image-url'; problem: string }
  | { type: 'task-id' }
  | { type: 'text' }
  | { type: 'short-text' }
  /** a day, as in "2026-11-22" */
  | { type: 'date' }

/** A value that the contract does not accept, with the rule it breaks. */
export interface InvalidInput<Name extends string = string> {
  name: Name
  value: unknown
  rule: InputRule
}

/** The sentence a server answers with: names each input and what it accepts. */
export function describeInvalidInputs(invalid: readonly InvalidInput[]): string {
  return invalid.map(({ name, rule }) => `${name} must be ${describeRule(rule)}`).join('; ')
}

function describeRule(rule: InputRule): string {
  switch (rule.type) {
    case 'integer':
      return rule.max === undefined
        ? `an integer of at least ${rule.min}`
        : `an integer from ${rule.min} to ${rule.max}`
    case 'one-of':
      return rule.values.length === 1
        ? `${rule.values.join()} (or left out)`
        : `one of ${rule.values.join(', ')}`
    case 'date':
      return 'a date as in 2026-11-22'
    case 'image-url':
      return `the URL of a publicly reachable image that starts with http:// or https:// (${rule.problem})`
    case 'text':
      return 'one text'
    case 'short-text':
      return 'a shorter text'
    case 'task-id':
      return 'the ID or the number of one task'
  }
}
