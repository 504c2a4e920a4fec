import { expect, it } from 'vitest'

import { withoutTerminalCodes } from '#contract/terminal-codes.ts'

it.each([
  [
    '\u001b[31mRuntimeError\u001b[0m: no face found in \u001b[1mface.jpg\u001b[22m',
    'RuntimeError: no face found in face.jpg',
  ],
  ['\u001b[38;5;196mred\u001b[m and \u001b[48;2;0;0;0mblack\u001b[49m', 'red and black'],
  ['50 %\u001b[2K\u001b[1G100 %', '50 %100 %'],
  ['\u001b[?25lWorking\u001b[?25h', 'Working'],
  ['\u001b]8;;https://docs.example/e1\u0007E1\u001b]8;;\u0007 failed', 'E1 failed'],
  ['\u001b]0;title\u001b\\done', 'done'],
  ['\u001b(Bplain\u001b7', 'plain'],
  ['\u009b31mError\u009b0m', 'Error'],
  // written out by what passed it on
  [String.raw`\u001b[31mError\u001b[0m`, 'Error'],
  [String.raw`\x1b[1;31mError\033[0m \e[2mdim`, 'Error dim'],
  ['^[[31mError^[[0m', 'Error'],
  ['␛[31mError␛[0m', 'Error'],
  // the character ESC was lost
  ['[31mError[0m: [1;33mface.jpg[0m', 'Error: face.jpg'],
  ['�[31mError�[0m', 'Error'],
])('leaves the codes of %j out', (text, plain) => {
  expect(withoutTerminalCodes(text)).toBe(plain)
})

it.each([
  'No face found in the image.',
  'index [0] of [1m] is out of range',
  'the part [31m was too long',
  'faces[0], faces[1]: expected [0-9]+',
  'step [3/6] failed [E1001]',
  String.raw`C:\entries\[a].jpg`,
  'array[10]m',
  String.raw`C:\e[a]\x1b[b]`,
])('leaves %j as it is', (text) => {
  expect(withoutTerminalCodes(text)).toBe(text)
})

it('takes a megabyte of brackets for what it is, in one pass', () => {
  const text = '\u001b]'.repeat(300_000) + '['.repeat(400_000)
  expect(withoutTerminalCodes(text).length).toBeGreaterThan(0)
})
