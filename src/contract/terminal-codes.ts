/*
 * Codes with which a program colours its text in a terminal (ECMA-48). A worker that fails writes its log into the message of the
 * task, colours included.
 */

const codes = new RegExp(
  [
    // Colours and moves of the cursor, and the title of the window or a link.
    String.raw`(?:\u001b\[|\u009b)[0-?]{0,40}[ -/]{0,4}[@-~]`,
    String.raw`\u001b\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)`,
    // Another character set, another keypad, and the cursor saved.
    String.raw`\u001b(?:[ -/]{1,4}[0-~]|[=>78])`,
    // Colours whose ESC was written out on the way.
    String.raw`(?:\u241b|\\(?:x1b|u001b|033|e)|\^\[)\[[\d;]{0,40}[mK]`,
  ].join('|'),
  'gi',
)

/** Colours whose ESC was lost on the way: "[31mError[0m". They always end with a reset. */
const bareColours = /\ufffd?\[\d{1,3}(?:;\d{1,3}){0,8}m/g
const bareReset = /\[(?:0|22|39)m/

/** A text without the codes for a terminal. The record as it came has them. */
export function withoutTerminalCodes(text: string): string {
  if (!text.includes('[') && !text.includes('\u001b') && !text.includes('\u009b')) return text
  const plain = text.replaceAll(codes, '')
  return bareReset.test(plain) ? plain.replaceAll(bareColours, '') : plain
}
