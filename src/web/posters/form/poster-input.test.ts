import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { uploadedPath, uploadName } from '#contract/uploads.ts'
import { startSession } from '#web/api/session.tsx'
import { stubSessionStorage } from '#web/api/tab-entries.fixture.ts'
import type { PosterRecord } from '#web/poster-records/record.ts'
import {
  editInput,
  EMPTY_FIELDS,
  inputOf,
  loadInput,
  type PosterInput,
  saveInput,
  withCleared,
  withDeleted,
  withImages,
  withoutImage,
  withoutUsable,
  withPicture,
  withRemoved,
  withReplaced,
  withSent,
  withTileInField,
} from '#web/posters/form/poster-input.ts'
import type { PictureTarget } from '#web/posters/picture/picture-uploads.ts'

let kept = new Map<string, string>()

beforeEach(() => {
  kept = stubSessionStorage()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const EMPTY: PosterInput = {
  ...EMPTY_FIELDS,
  removed: null,
  isMultiScene: false,
  withCreated: false,
  isFormFirst: false,
  isReviewing: false,
  reviewed: [],
  pictures: [],
  deleted: [],
}
const typed: PosterInput = {
  imageUrl: '  https://exa',
  images: [{ id: 'a', typed: 'typed so far' }],
  removed: { id: 'b', typed: 'removed', index: 1 },
  scenes: ['firework'],
  isMultiScene: true,
  sentId: 'x',
  withCreated: true,
  isFormFirst: true,
  isReviewing: true,
  reviewed: [{ id: 'x', imageUrl: 'https://exam', isLeftOut: true }],
  pictures: [],
  deleted: [],
}
const urlsOf = ({ images, imageUrl }: Partial<PosterInput>) => [
  ...(images ?? []).map((one) => one.typed),
  imageUrl,
]
const tile = (name: string) => ({ id: name, typed: name })

test('restores the input as it was typed, for its account only', () => {
  saveInput('p', typed)
  expect(loadInput('p')).toEqual(typed)
  expect(loadInput('other')).toEqual(EMPTY)
})

test('keeps what is typed while the session lasts', () => {
  const session = startSession('p', 'key', false)
  const input = inputOf(session)
  editInput(input, { imageUrl: 'a' })
  editInput(input, ({ imageUrl }) => ({ imageUrl: `${imageUrl}b` }))
  expect(loadInput('p').imageUrl).toBe('ab')
  session.end()
  editInput(input, { imageUrl: 'late' })
  expect(loadInput('p').imageUrl).toBe('ab')
  expect(inputOf(startSession('p', 'key', false)).get().imageUrl).toBe('ab')
})

test('stores nothing for empty forms', () => {
  saveInput('p', typed)
  saveInput('p', { ...EMPTY, isMultiScene: true })
  expect(kept.size).toBe(0)
})

test.each(['not json', '{}', '{"imageUrl":1}', '[]'])(
  'reads an empty input from an invalid entry: %s',
  (text) => {
    saveInput('p', typed)
    for (const name of kept.keys()) kept.set(name, text)
    expect(loadInput('p')).toEqual(EMPTY)
  },
)

test('drops a scene that is no longer offered, and keeps the addresses', () => {
  saveInput('p', typed)
  for (const [name, text] of kept) kept.set(name, text.replaceAll('firework', 'gone'))
  expect(loadInput('p')).toEqual({ ...typed, scenes: [] })
})

test('keeps what was typed before an update', () => {
  const before = { imageUrl: 'https://exa', scene: null, sentId: null, withCreated: true }
  const loaded = (rest: object) => {
    saveInput('p', typed)
    for (const name of kept.keys()) kept.set(name, JSON.stringify({ ...before, ...rest }))
    return loadInput('p')
  }
  expect(loaded({})).toEqual({ ...EMPTY, imageUrl: 'https://exa', withCreated: true })
  expect(urlsOf(loaded({ text: 'a\nb' }))).toEqual(['https://exa', 'a', 'b', ''])
})

describe('images', () => {
  test('the only one stands in the field; with a second both are tiles', () => {
    const one = { ...EMPTY, ...withImages([' a '])(EMPTY) }
    expect(urlsOf(one)).toEqual(['a'])
    const two = { ...one, ...withImages(['', 'b'])(one) }
    expect(urlsOf(two)).toEqual(['a', 'b', ''])
    expect(urlsOf(withImages(['c'])({ ...two, imageUrl: 'typed' }))).toEqual([
      'a',
      'b',
      'typed',
      'c',
      '',
    ])
    expect(withImages([' '])(two)).toEqual({})
  })

  test('one that was removed comes back where it was', () => {
    for (const count of [1, 2, 3]) {
      const images = ['a', 'b', 'c', 'd'].slice(0, count + 1).map(tile)
      for (const { id } of images) {
        const input = { ...EMPTY, images }
        const without = { ...input, ...withoutImage(id)(input) }
        expect(urlsOf(without).filter((url) => url !== '')).toEqual(
          images.map((one) => one.typed).filter((name) => name !== id),
        )
        expect(urlsOf({ ...without, ...withRemoved(without) })).toEqual([
          ...images.map((one) => one.typed),
          '',
        ])
      }
    }
  })

  test('what cannot be used is left once the others were sent, and a picture that is gone is replaced', () => {
    const images = [tile('https://a.example/1.png'), tile('bad')]
    const input = { ...EMPTY, images, imageUrl: 'https://a.example/2.png' }
    expect(urlsOf(withoutUsable([])(input))).toEqual(['bad'])
    const name = uploadName('1'.repeat(32), Date.now() + 86_400_000)
    const gone = `https://a.example${uploadedPath(name)}`
    expect(urlsOf(withImages(['a'])({ ...EMPTY, imageUrl: gone }))).toEqual([gone, 'a', ''])
    expect(urlsOf(withImages(['a'])({ ...EMPTY, imageUrl: gone, deleted: [name] }))).toEqual(['a'])
  })

  test('the field and a tile change places', () => {
    const input = { ...EMPTY, imageUrl: 'typed', images: [tile('a'), tile('b')] }
    expect(urlsOf(withTileInField('a')(input))).toEqual(['typed', 'b', 'a'])
    expect(urlsOf(withTileInField('b')({ ...input, imageUrl: ' ' }))).toEqual(['a', 'b'])
  })

  test('what was meant takes the place of a tile, also if that is several', () => {
    const input = { ...EMPTY, images: [tile('a'), tile('b'), tile('c')] }
    expect(urlsOf({ ...input, ...withReplaced('b', ['x', 'y'])(input) })).toEqual([
      'a',
      'x',
      'y',
      'c',
      '',
    ])
  })
})

test('does not throw if the browser refuses storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => {
    saveInput('p', typed)
  }).not.toThrow()
  expect(loadInput('p')).toEqual(EMPTY)
})

describe('the form is marked as sent', () => {
  const request = { image_url: 'https://example.com/a.png', prompt: 'firework' } as const
  const poster = { id: 'x', request, startedAt: 7 }
  const filled = { ...EMPTY, imageUrl: request.image_url, scenes: [request.prompt], sentId: 'x' }

  test('with the address as it was read from it', () => {
    const address = request.image_url
    for (const imageUrl of [` ${address}`, `"${address}"`, `${address}。`]) {
      const input: PosterInput = { ...EMPTY, imageUrl, scenes: [request.prompt] }
      expect(withSent(input, poster)).toEqual(filled)
    }
  })

  test('if it was emptied while a question about it was open', () => {
    expect(withSent(EMPTY, poster)).toEqual(filled)
  })

  test('but not if it has changed since then', () => {
    for (const scenes of [['youqian'], ['youqian', 'firework']] as const) {
      const changed = { ...EMPTY, imageUrl: request.image_url, scenes }
      expect(withSent(changed, poster)).toEqual(changed)
    }
  })
})

describe('pictures', () => {
  const nameOf = (digit: number) => uploadName(String(digit).repeat(32), Date.UTC(2026, 10, 29))
  const urlOf = (digit: number) => `https://marquee.example${uploadedPath(nameOf(digit))}`
  const picture = (digit: number) => ({
    url: urlOf(digit),
    before: 2,
    after: 1,
    thumbnail: 'small',
  })

  test('that are deleted leave the field and the tiles', () => {
    const images = [tile(urlOf(1)), tile(urlOf(2))]
    const input = { ...EMPTY, imageUrl: urlOf(1), images, pictures: [picture(1), picture(2)] }
    expect(withDeleted(nameOf(1))(input)).toEqual({
      imageUrl: '',
      sentId: null,
      images: [tile(urlOf(2))],
      pictures: [picture(2)],
      deleted: [nameOf(1)],
    })
  })

  test('go where they were meant to, unless that has something else by now', () => {
    const reviewed = [{ id: 'r', imageUrl: 'bad', isLeftOut: false }]
    const input = { ...EMPTY, imageUrl: 'typed', images: [tile('a')], reviewed }
    const upload = (target: PictureTarget, field: string) => ({ target, field })
    const after = (target: PictureTarget, field = 'typed') => ({
      ...input,
      ...withPicture(picture(1), upload(target, field))(input),
    })
    expect(urlsOf(after('box'))).toEqual(['a', 'typed', urlOf(1), ''])
    expect(urlsOf(after('field'))).toEqual(['a', urlOf(1)])
    expect(urlsOf(after('field', 'before'))).toEqual(['a', 'typed'])
    expect(urlsOf(after('image a'))).toEqual([urlOf(1), 'typed'])
    expect(urlsOf(after('image gone'))).toEqual(['a', 'typed'])
    expect(after('failed r').reviewed).toEqual([{ ...reviewed[0], imageUrl: urlOf(1) }])
  })

  test('that were cancelled at the very end are known, but go nowhere', () => {
    expect(withPicture(picture(1), undefined)(EMPTY)).toEqual({ pictures: [picture(1)] })
  })

  test('of records that were cleared are taken over; those that a poster may need stay until a press', () => {
    const record = (image_url: string): PosterRecord => ({
      id: image_url,
      owner: 'o',
      request: { image_url, prompt: 'firework' },
      startedAt: 1,
      state: { kind: 'not-sent', failure: null },
      thumbnail: 'tiny',
    })
    const records = [urlOf(1), urlOf(2), urlOf(3), 'https://a.example/1.jpg'].map(record)
    const input = { ...EMPTY, pictures: [picture(2)], deleted: [nameOf(3)] }
    const change = withCleared(records, (url) => url === urlOf(1))(input)
    expect(change.pictures).toEqual([
      { url: urlOf(1), before: 0, after: 0, thumbnail: 'tiny', isLeft: true },
      picture(2),
    ])
  })
})
