// The part of a Dockerfile's language that ours uses, and the rules of .dockerignore.
import * as z from 'zod/mini'

/** An instruction of a Dockerfile: its keyword, such as `RUN`, and its arguments. */
export interface Instruction {
  readonly keyword: string
  readonly rest: string
}

/** What follows a FROM, up to the next one. */
export interface Stage {
  /** an image, or an earlier stage */
  readonly from: string
  /** undefined: nobody refers to it */
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** Reads a Dockerfile. @throws if it does not begin with a FROM */
export function readStages(text: string): Stage[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: { from: string; name: string | undefined; instructions: Instruction[] }[] = []
  for (const line of lines) {
    const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (keyword === 'FROM') {
      const [from = '', , name] = rest.split(/\s+/)
      stages.push({ from, name, instructions: [] })
    } else {
      const stage = stages.at(-1)
      if (stage === undefined) throw new Error(`${line} stands before the first FROM`)
      stage.instructions.push({ keyword, rest })
    }
  }
  return stages
}

/** The arguments of every instruction with this keyword. */
export function restsOf({ instructions }: Stage, keyword: string): string[] {
  return instructions.filter((each) => each.keyword === keyword).map(({ rest }) => rest)
}

/** Parses the arguments of COPY. `from` is a stage; undefined: the working copy. */
export function readCopy(rest: string): {
  from: string | undefined
  sources: string[]
  target: string
} {
  const words = rest.split(/\s+/)
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const places = words.filter((word) => !word.startsWith('--'))
  return { from, sources: places.slice(0, -1), target: places.at(-1) ?? '' }
}

/** Parses the arguments of ENV. */
export function readVariables(rest: string): Record<string, string> {
  return Object.fromEntries(
    rest.split(/\s+/).map((pair) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(pair) ?? []
      return [name, value]
    }),
  )
}

/** Parses the arguments of CMD, or of HEALTHCHECK without its options. @throws if it needs a shell */
export function readCommand(rest: string): string[] {
  const list = rest.replace(/^(?:--\S+\s+)*(?:CMD\s+)?/, '')
  return z.array(z.string()).parse(JSON.parse(list))
}

/**
 * Reads a .dockerignore.
 *
 * @returns whether a path of the working copy gets to the engine
 */
export function readDockerignore(text: string): (file: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isSent: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  // The last rule that matches counts.
  return (file) => rules.findLast(({ pattern }) => pattern.test(file))?.isSent ?? true
}

const WILDCARDS: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
}

/** Matches a path, and everything below it. */
function patternOf(rule: string): RegExp {
  const source = rule
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (wildcard) => WILDCARDS[wildcard] ?? '')
  return new RegExp(`^${source}(?:/.*)?$`)
}
