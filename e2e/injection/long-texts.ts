import type { Family } from './injection-string.ts'

/** Long texts, up to 100 kB. */

const KB = 1000

const longTexts = [
  'W'.repeat(24),
  'W'.repeat(60),
  'W'.repeat(200),
  'W'.repeat(201),
  'W'.repeat(2 * KB),
  'W'.repeat(10 * KB),
  'W'.repeat(10 * KB + 1),
  'x'.repeat(100 * KB),
  ' '.repeat(100 * KB),
  `${' '.repeat(50 * KB)}x`,
  '\n'.repeat(20 * KB),
  'word '.repeat(20 * KB),
  '\u202e'.repeat(100 * KB),
  '\u0301'.repeat(100 * KB),
  '👩‍🎤'.repeat(20 * KB),
  '<b>'.repeat(33 * KB),
  '&amp;'.repeat(20 * KB),
  '['.repeat(100 * KB),
  '\ufdfd'.repeat(300),
  '\u{12031}'.repeat(300),
  '\u00a0'.repeat(300),
  'a\u00a0'.repeat(300),
  'שלום'.repeat(300),
  '-'.repeat(300),
  'aaaaaaaa/'.repeat(300),
  'line\n'.repeat(5 * KB),
] as const

/** What is too long, too wide or too high for its place. */
export const longFamilies: readonly Family[] = [['long texts', longTexts]]
