import { beforeEach, describe, expect, test, vi } from 'vitest'

import { createRounds } from '#web/video-task/preview/video-rounds.ts'

/** What rounds need of a video. The test lets time pass. */
class Film extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3
  readyState = 4
  paused = true
  seeking = false
  readonly seekedTo: number[] = []
  readonly duration: number
  #time = 0

  constructor(duration: number) {
    super()
    this.duration = duration
  }

  get currentTime() {
    return this.#time
  }

  set currentTime(time) {
    this.#time = time
    this.seekedTo.push(time)
  }

  get ended() {
    return this.#time === this.duration
  }

  pause() {
    this.paused = true
  }

  async play() {
    this.paused = false
    await Promise.resolve()
  }

  load() {
    this.readyState = 0
  }

  removeAttribute() {
    this.pause()
  }

  /** Only what has data goes on. */
  pass(seconds: number) {
    if (this.paused || this.readyState < this.HAVE_FUTURE_DATA) return
    this.#time = Math.min(this.#time + seconds, this.duration)
    this.paused = this.ended
    if (this.ended) this.tell('ended')
  }

  tell(event: string, readyState = this.readyState) {
    this.readyState = readyState
    this.dispatchEvent(new Event(event))
  }
}

/** Begins to play videos. */
function begin(...durations: readonly number[]) {
  const films = durations.map((duration) => new Film(duration))
  const joinRounds = createRounds()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what rounds use
  const join = (film: Film) => joinRounds(film as unknown as HTMLVideoElement)
  const leave = films.map(join)
  for (const film of films) film.tell('canplay')
  const pass = (seconds: number) => {
    for (const film of films) film.pass(seconds)
  }
  const times = () => films.map(({ currentTime }) => currentTime)
  return { films, join, leave, pass, times }
}

beforeEach(() => {
  vi.useFakeTimers()
})

describe('videos that play in step', () => {
  test('wait at their ends for the longest, and begin each round together', () => {
    const { films, pass, times } = begin(5, 6)
    const seen = Array.from({ length: 9 }, () => {
      pass(1)
      return times().join(' ')
    })
    expect(seen).toEqual(['1 1', '2 2', '3 3', '4 4', '5 5', '0 0', '1 1', '2 2', '3 3'])
    // Only to the beginning, and not while they play.
    expect(films.map(({ seekedTo }) => seekedTo)).toEqual([[0], [0]])
  })

  test('leave one that comes later to the next round', () => {
    const { join, pass, times } = begin(5, 6)
    pass(1)
    const late = new Film(9)
    join(late)
    late.tell('playing')
    pass(5)
    late.pass(1)
    expect([...times(), late.currentTime]).toEqual([0, 0, 1])
  })

  test('wait while one of them has to load, but not for ever', () => {
    const { films, pass, times } = begin(5, 5)
    pass(1)
    films[0]?.tell('waiting', 2)
    pass(1)
    expect(times()).toEqual([1, 1])
    films[0]?.tell('playing', 4)
    pass(1)
    expect(times()).toEqual([2, 2])
    films[0]?.tell('waiting', 2)
    vi.advanceTimersByTime(10_000)
    pass(1)
    expect(times()).toEqual([2, 3])
    films[0]?.tell('canplay', 4)
    pass(2)
    // The next round begins with both.
    expect(times()).toEqual([0, 0])
  })

  test.each([
    ['does not load', (film: Film) => film.tell('error', 0)],
    ['is not in sight any more', (_: Film, leave: () => void) => leave()],
  ])('do not wait for one that %s', (_, go) => {
    const { films, leave, pass, times } = begin(5, 5)
    const [film] = films
    pass(1)
    film?.tell('waiting', 2)
    if (film) go(film, leave[0] ?? (() => undefined))
    pass(1)
    expect(times()).toEqual([1, 2])
  })
})
