import { connect, type Socket } from 'node:net'

import * as z from 'zod/mini'

/** An answer of Firefox: 1, the number of the command, error, result. */
const answerSchema = z.tuple([z.literal(1), z.int(), z.nullable(z.unknown()), z.unknown()])
/** Most results are wrapped in an object. */
const valueSchema = z.strictObject({ value: z.unknown() })

/** Talks to a Firefox: each message is its length in bytes, a colon, and JSON. */
export class Marionette {
  readonly #socket: Socket
  readonly #waiting = new Map<number, (error: unknown, result: unknown) => void>()
  #received = Buffer.alloc(0)
  #sent = 0

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes])
      this.#readMessages()
    })
    this.#socket.on('error', (error) => {
      this.#giveUp(error.message)
    })
    this.#socket.on('close', () => {
      this.#giveUp('Firefox has closed the connection')
    })
  }

  /** Sends a command by its name in Marionette. @throws with Firefox's message if it refuses */
  async send(name: string, parameters: unknown): Promise<unknown> {
    this.#sent += 1
    const number = this.#sent
    const message = JSON.stringify([0, number, name, parameters])
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(number, (error, result) => {
        if (error !== null) reject(new Error(`${name}: ${JSON.stringify(error)}`))
        else resolve(result)
      })
    })
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`)
    const result = await answered
    const alone = valueSchema.safeParse(result)
    return alone.success ? alone.data.value : result
  }

  close(): void {
    this.#socket.destroy()
  }

  #readMessages(): void {
    for (;;) {
      const colon = this.#received.indexOf(':')
      if (colon === -1) return
      const end = colon + 1 + Number(this.#received.subarray(0, colon).toString())
      if (this.#received.length < end) return
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString())
      this.#received = this.#received.subarray(end)
      const answer = answerSchema.safeParse(message)
      // The first message is a greeting and not an answer.
      if (!answer.success) continue
      const [, number, error, result] = answer.data
      this.#waiting.get(number)?.(error, result)
      this.#waiting.delete(number)
    }
  }

  #giveUp(reason: string): void {
    for (const answer of this.#waiting.values()) answer(reason, undefined)
    this.#waiting.clear()
  }
}
