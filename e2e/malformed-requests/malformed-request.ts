/** A request that the service may get, no matter what was sent to the host. */
export type Arrival = { key?: string } & (
  | { list: string }
  | { create: { image_url: string; prompt: string } }
)

/** What may come of a malformed request. */
export interface Outcome {
  /** statuses of the answers, in their order; none: the connection is closed without one */
  answers: readonly number[]
  arrives: readonly Arrival[]
}

/** Bytes that no page of ours sends, and what may come of them. */
export interface MalformedRequest extends Outcome {
  name: string
  /** A character for a byte (latin1). `{host}` stands for the host's name and port, `{key}` for the key. */
  bytes: string
  /** how many answers the sender waits for before it leaves; left out: for all of them */
  waitsFor?: number
  /** each byte goes on its own */
  piecewise?: boolean
  /** the answer is the app's page or the lack of a file, not data: the path is outside of /api */
  isPage?: boolean
  /** what else may come of it: another version of Node reads it differently */
  or?: Outcome
}

/** Marks what an attacker adds: it must not reach the service, or come back in a response header. */
export const MARK = 'FOREIGN'

export const LIST = '/api/plugins/video/tasks'
export const CREATE = '/api/plugins/poster/tasks'

const HOST_LINE = 'Host: {host}'
const KEY_LINE = 'Authorization: Bearer {key}'
const JSON_LINE = 'Content-Type: application/json'

/** The two lines that make a request right; what else stands in it is malformed. */
export const RIGHT = [HOST_LINE, KEY_LINE]
/** The same for a creation, without its length. */
export const RIGHT_POST = [...RIGHT, JSON_LINE]

/** A creation's body that is right. */
export const CREATION = { image_url: 'https://images.example/a.jpg', prompt: 'firework' }
export const BODY = JSON.stringify(CREATION)

/** A request with exactly these header lines. */
export function message(start: string, lines: readonly string[], body = ''): string {
  return `${[start, ...lines].join('\r\n')}\r\n\r\n${body}`
}

/** A right list request but for its target, and with further header lines. */
export function get(target = LIST, ...lines: readonly string[]): string {
  return message(`GET ${target} HTTP/1.1`, [...RIGHT, ...lines])
}

/** A right creation but for its body, and with further header lines. */
export function post(body = BODY, ...lines: readonly string[]): string {
  const length = `Content-Length: ${body.length}`
  return message(`POST ${CREATE} HTTP/1.1`, [...RIGHT_POST, length, ...lines], body)
}

/** A creation whose header lines say themselves how long the body is. */
export function postFramed(lines: readonly string[], body: string): string {
  return message(`POST ${CREATE} HTTP/1.1`, [...RIGHT_POST, ...lines], body)
}

/** A text in UTF-8, a character for a byte. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** A malformed request that is answered once, and of which nothing arrives. */
export function refused(name: string, bytes: string, status: number): MalformedRequest {
  return { name, bytes, answers: [status], arrives: [] }
}

/** A malformed request whose connection is closed without an answer. */
export function cut(name: string, bytes: string): MalformedRequest {
  return { name, bytes, answers: [], arrives: [] }
}

/** A malformed request that arrives as a normal list request: `query` as the service gets it. */
export function listed(name: string, bytes: string, query = ''): MalformedRequest {
  return { name, bytes, answers: [200], arrives: [{ list: query }] }
}

/** A malformed request that arrives as a normal creation. */
export function created(name: string, bytes: string, create = CREATION): MalformedRequest {
  return { name, bytes, answers: [200], arrives: [{ create }] }
}
