/** A request that the service may get, no matter what was sent to the host: a creation if it has a body, else a list. */
export interface Arrival {
  query?: string
  body?: string
  /** the key that it carries, if that is not the one of the request */
  key?: string
}

/** What may come of bytes that no page of ours sends. */
interface Outcome {
  /** statuses of the answers, in their order; none: the connection is closed without one */
  answers: readonly number[]
  arrives: readonly Arrival[]
}

/** What comes of a malformed request, and how it is sent. */
interface Expectation extends Outcome {
  /** what else may come of it: another version of Node reads it differently */
  or?: Outcome
  /** how many answers the sender waits for before it leaves; left out: for all of them */
  waitsFor?: number
  /** each byte goes on its own */
  piecewise?: boolean
  /** the answer is the app's page or the lack of a file, not data: the path is outside of /api */
  isPage?: boolean
}

/** Bytes that no page of ours sends, and what comes of them. */
export interface MalformedRequest extends Expectation {
  name: string
  /** A character for a byte (latin1). `{host}` stands for the host's name and port, `{key}` for the key. */
  bytes: string
}

/** Marks what an attacker adds: it must not reach the service, or come back. */
export const MARK = 'FOREIGN'

export const LIST = '/api/plugins/video/tasks'
export const CREATE = '/api/plugins/poster/tasks'

/** The address in a right creation, and its whole body. */
export const IMAGE = 'https://images.example/a.jpg'
export const BODY = creationOf(IMAGE)

/** The two lines that make a request right; what else stands in it is malformed. */
export const RIGHT = ['Host: {host}', 'Authorization: Bearer {key}']

/** It is answered once, and nothing of it arrives. */
export const refused = (status: number): Expectation => ({ answers: [status], arrives: [] })
/** Its connection is closed without an answer. */
export const CUT: Expectation = { answers: [], arrives: [] }
/** It arrives as a normal list request. */
export const LISTED: Expectation = { answers: [200], arrives: [{}] }
/** It arrives as a normal creation. */
export const CREATED: Expectation = { answers: [200], arrives: [{ body: BODY }] }

/** A malformed request of its own. */
export function one(name: string, expectation: Expectation, bytes: string): MalformedRequest {
  return { ...expectation, name, bytes }
}

/**
 * Malformed requests with the same outcome.
 *
 * @param bytesOf puts what is malformed into its request
 * @param texts what is malformed, by its name; in a list each names itself
 */
export function each(
  expectation: Expectation,
  bytesOf: (text: string) => string,
  texts: Readonly<Record<string, string>> | readonly string[],
): MalformedRequest[] {
  return Object.entries(texts).map(([key, text]) =>
    one(/^\d+$/.test(key) ? JSON.stringify(text).slice(0, 80) : key, expectation, bytesOf(text)),
  )
}

/** For texts that are whole requests. */
export const asIs = (bytes: string) => bytes

/** A request with exactly these header lines. */
export function message(start: string, lines: readonly string[], body = ''): string {
  return `${[start, ...lines].join('\r\n')}\r\n\r\n${body}`
}

/** A right list request but for its target, and with further header lines. */
export function get(target: string, ...lines: readonly string[]): string {
  return message(`GET ${target} HTTP/1.1`, [...RIGHT, ...lines])
}

/** A right creation but for its body, and with further header lines. */
export function post(body = BODY, ...lines: readonly string[]): string {
  return postFramed([`Content-Length: ${body.length}`, ...lines], body)
}

/** A creation whose header lines say themselves how long the body is. */
export function postFramed(lines: readonly string[], body: string): string {
  const right = [...RIGHT, 'Content-Type: application/json']
  return message(`POST ${CREATE} HTTP/1.1`, [...right, ...lines], body)
}

/** The body of a creation, as the host writes it: in UTF-8, a character for a byte. */
export function creationOf(image_url: string): string {
  return Buffer.from(JSON.stringify({ image_url, prompt: 'firework' })).toString('latin1')
}
