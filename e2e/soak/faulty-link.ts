import { answers, closes, resets, resetsUnread } from '#e2e/matrices/fault-injection/behaviours.ts'
import type { Behaviour } from '#e2e/matrices/fault-injection/server.ts'
import { startFaultFront } from '#e2e/matrices/fault-injection/service.ts'

import { leastOf, type SeededRandom, shuffledDecks } from '#e2e/support/seeded-random.ts'

import { type Figure, figure } from './proof-figures.ts'

/** A behaviour that first has the host do the work, and then says something else. */
function worksThen(behaviour: Behaviour): Behaviour {
  return async (turn) => {
    await turn.usual()
    return behaviour(turn)
  }
}

const closesUnread: Behaviour = ({ socket }) => void socket.end()

/** What may happen to a creation between browser and host, and in how many of 100 submissions. */
const linkFaults = [
  { name: 'FIN, before the host had it', share: 7, behaviour: closesUnread },
  { name: 'FIN in place of the answer', share: 9, behaviour: closes },
  { name: 'RST, before the host had it', share: 7, behaviour: resetsUnread },
  { name: 'RST in place of the answer', share: 9, behaviour: resets },
  { name: 'HTTP 408, before the host had it', share: 4, behaviour: answers(408, '') },
  { name: 'HTTP 408 in place of the answer', share: 6, behaviour: worksThen(answers(408, '')) },
  { name: 'HTTP 421, before the host had it', share: 4, behaviour: answers(421, '') },
  { name: 'HTTP 421 in place of the answer', share: 6, behaviour: worksThen(answers(421, '')) },
] as const

/** One submission as the link saw it. */
interface SeenSubmission {
  arrivals: number
  /** how many of its arrivals meet the fault */
  spoiled: number
  fault: (typeof linkFaults)[number] | undefined
}

/** A link between browser and host that breaks in the middle of creations, and counts them. */
export interface FaultyLink {
  readonly origin: string
  figures(): Figure[]
  close(): Promise<void>
}

/**
 * Starts the link in front of a host: the fault matrix's front, with a fault drawn for each creation.
 * Everything else passes.
 *
 * @param count how many submissions are meant to come
 */
export async function startFaultyLink(
  host: { readonly port: number },
  random: SeededRandom,
  count: number,
): Promise<FaultyLink> {
  const front = await startFaultFront(host)
  const submissions = new Map<string, SeenSubmission>()
  const nextFault = shuffledDecks(random, linkFaults)
  let onReused = 0

  function draw(): SeenSubmission {
    // Mostly the browser's second sending gets through; at times it is spoiled like the first.
    return { arrivals: 0, spoiled: random.chance(0.15) ? 2 : 1, fault: nextFault() }
  }

  await front.misbehave(
    'createPosterTask',
    async (turn) => {
      // This request is the last one that was counted: nothing came between.
      const id = front.received('createPosterTask').at(-1)?.idempotencyKey ?? ''
      const submission = submissions.get(id) ?? draw()
      submissions.set(id, submission)
      submission.arrivals += 1
      if (submission.fault !== undefined && submission.arrivals <= submission.spoiled) {
        if (turn.isReused) onReused += 1
        await submission.fault.behaviour(turn)
      } else {
        turn.socket.write(await turn.usual())
      }
    },
    { isFresh: false },
  )

  return {
    origin: front.origin,
    figures() {
      const seen = [...submissions.values()]
      const again = seen.filter(({ arrivals }) => arrivals > 1)
      return [
        figure('submissions that left the browser', seen.length),
        ...linkFaults.map(({ name, share }) =>
          figure(
            `of them met: ${name}`,
            seen.filter(({ fault }) => fault?.name === name).length,
            leastOf(count, share),
          ),
        ),
        figure('faults on a connection that had answered before', onReused, leastOf(count, 20)),
        figure('submissions that Chromium sent again by itself', again.length, {
          atLeast: Math.max(1, leastOf(count, 20).atLeast),
        }),
        figure(
          'requests it added by that',
          again.reduce((sum, { arrivals }) => sum + arrivals - 1, 0),
        ),
      ]
    },
    close: () => front.close(),
  }
}
