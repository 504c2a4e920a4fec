/**
 * Texts that mean "nothing" in any field of a record: a program has turned the "no value" of its own language into text, or a
 * person has typed it. No task ID, address, status or failure reads like this. The only such list.
 */
const NOTHING = [
  'null', // Java, JavaScript, PHP, SQL; "(null)" in C, "<null>" in Objective-C
  'none', // Python
  'nil', // Ruby and Lua; "<nil>" in Go
  'undefined|false', // JavaScript, and PHP where something was not found
  'nan', // a missing cell in pandas
  'n/?a', // people; a missing cell in R and in spreadsheets
  '[-–—]+', // people, and tables
  '无|空|暂无', // the same words in Chinese
]

/** The same for an error message alone: there was no error (spec: "Video task record", error_msg). */
const NO_ERROR = [
  'ok|okay|success|successful|successfully|succeeded|done|completed', // the message of a result is always set
  'no errors?|no_error|noerror', // names of code 0 in C and C++
  '0|200', // the code of a success
  '(?:操作|处理|请求|执行|生成|任务)?成功|正常|无错误', // the same words in Chinese
]

/**
 * What may stand around such a word: blanks, characters without a width, quotes, the brackets of an empty list or object,
 * and a full stop. Alone it means nothing, too: " ", "[]", "{}", "''".
 */
const AROUND = String.raw`[\s\u00ad\u200b-\u200f\u2060"'()<>[\]{}.。!！]*`

/** No such text is longer, in characters. It keeps long texts away from the patterns. */
const LONGEST = 40

const nothing = patternOf(NOTHING)
const noError = patternOf([...NOTHING, ...NO_ERROR])

function patternOf(words: readonly string[]): RegExp {
  return new RegExp(`^${AROUND}(?:${words.join('|')})?${AROUND}$`, 'i')
}

/** Whether the text of a field means that the field has no value. */
export function isNothing(text: string): boolean {
  return text.length <= LONGEST && nothing.test(text)
}

/** Whether an error message says that there was no error. A text that only begins like this is a failure. */
export function isNoError(text: string): boolean {
  return text.length <= LONGEST && noError.test(text)
}
