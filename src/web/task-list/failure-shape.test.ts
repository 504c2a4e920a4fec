import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { shapeOf, shapePieces } from '#web/task-list/failure-shape.ts'

describe('what differs from task to task is folded out:', () => {
  test.each([
    [
      'No face in image https://cdn.example/a/b.png?x=1#y after 12.5 s',
      'No face in image ⟨url⟩ after ⟨number⟩ s',
    ],
    ['Could not fetch https://cdn.example/a.png.', 'Could not fetch ⟨url⟩.'],
    ['Could not fetch (http://10.0.0.1:8080/x)', 'Could not fetch (⟨url⟩)'],
    ['blocked: s3://bucket/key/1.jpg', 'blocked: ⟨url⟩'],
    ['see www.example.com/help?id=3', 'see ⟨url⟩'],
    ['bad source data:image/png;base64,iVBORw0KGgo=', 'bad source ⟨url⟩'],
    ['no route to 192.168.0.12:443', 'no route to ⟨url⟩'],
    ['Task 0b51b8a4-6a0a-4f5e-9a9e-7d0d1f6f2c11 timed out', 'Task ⟨id⟩ timed out'],
    ['TASK 0B51B8A4-6A0A-4F5E-9A9E-7D0D1F6F2C11 timed out', 'TASK ⟨id⟩ timed out'],
    ['hash 9f86d081884c7d65 differs', 'hash ⟨id⟩ differs'],
    ['crash at 0x7ffe3a2b91c0', 'crash at ⟨id⟩'],
    ['req-8f3a2b91 lost', 'req-⟨id⟩ lost'],
    ['job_20417 lost', 'job_⟨number⟩ lost'],
    ['node worker12 is gone', 'node worker⟨number⟩ is gone'],
    ['user shop.owner+x@mail.example.com has no points', 'user ⟨email⟩ has no points'],
    ['expired on 2026-11-22', 'expired on ⟨date⟩'],
    ['expired at 2026-11-22T14:03:59.123Z', 'expired at ⟨date⟩'],
    ['expired at 2026-11-22 14:03:59 +01:00, sorry', 'expired at ⟨date⟩, sorry'],
    ['expired on 22.11.2026 and 11/22/2026', 'expired on ⟨date⟩ and ⟨date⟩'],
    ['try again after 14:03:59', 'try again after ⟨time⟩'],
    ['cannot open /var/tmp/job/1.bin', 'cannot open ⟨path⟩'],
    ['cannot open C:\\work\\frames\\1.bin', 'cannot open ⟨path⟩'],
    ['cannot read IMG_2041.JPG', 'cannot read ⟨file⟩'],
    ['field "image" is missing', 'field ⟨text⟩ is missing'],
    ["field 'image' can't be read, isn't it", "field ⟨text⟩ can't be read, isn't it"],
    ['image is 4096x2160 px, 1,024.5 MB', 'image is ⟨number⟩ px, ⟨number⟩ MB'],
    ['took 30s, 512MB, 99%', 'took ⟨number⟩s, ⟨number⟩MB, ⟨number⟩%'],
    ['frames 1, 2, 3 and 4 are dark', 'frames ⟨number⟩ and ⟨number⟩ are dark'],
    ['frames 7, 8 and 9 are dark', 'frames ⟨number⟩ and ⟨number⟩ are dark'],
    ['a   b\n\nc', 'a b c'],
    // Chinese has no blanks around what differs.
    ['图片https://cdn.example/a.png无法下载', '图片⟨url⟩无法下载'],
    ['第12帧中没有人脸，已用时3.5秒', '第⟨number⟩帧中没有人脸，已用时⟨number⟩秒'],
    ['2026年11月22日任务“生日蛋糕”失败', '⟨date⟩任务⟨text⟩失败'],
    ['第３帧', '第⟨number⟩帧'],
    ['字段「头像」缺失', '字段⟨text⟩缺失'],
    // Other languages.
    ['Kein Gesicht im Bild „x“ nach 3 s', 'Kein Gesicht im Bild „x“ nach ⟨number⟩ s'],
    ['Файл «портрет» не найден, код 17', 'Файл ⟨text⟩ не найден, код ⟨number⟩'],
    ['画像「顔」が見つかりません（エラー12）', '画像⟨text⟩が見つかりません（エラー⟨number⟩）'],
    ['لم يتم العثور على وجه في ٣ صور', 'لم يتم العثور على وجه في ⟨number⟩ صور'],
  ])('%s', (message, shape) => {
    expect(shapeOf(message)).toBe(shape)
  })
})

describe('what tells failures apart stays:', () => {
  test.each([
    ['HTTP 404 from the image', 'HTTP 500 from the image'],
    ['HTTP/1.1 404 from the image', 'HTTP/1.1 500 from the image'],
    ['The server answered 404.', 'The server answered 503.'],
    ['failed with status code 404', 'failed with status code 403'],
    ['E1001: no face', 'E1002: no face'],
    ['cannot decode H264', 'cannot decode H265'],
    ['No face found', 'Two faces found'],
    ['没有人脸', '有两张人脸'],
  ])('%s, %s', (one, other) => {
    expect(shapeOf(one)).not.toBe(shapeOf(other))
  })
})

test('a message of a megabyte costs no more than its first line', () => {
  for (const part of [
    'a',
    '1',
    '"',
    '/',
    '-',
    '.',
    'a1-',
    'http://',
    '⟨',
    '@',
    "'",
    '\u0301',
    '年',
  ]) {
    const long = part.repeat(1_000_000 / part.length)
    expect(shapeOf(long).length).toBeLessThanOrEqual(200)
    expect(shapeOf(long)).toBe(shapeOf(long.slice(0, 1_000)))
  }
})

test('any text has a shape, which is short, and in pieces is the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (message) => {
      const shape = shapeOf(message)
      expect(shape.length).toBeLessThanOrEqual(200)
      const whole = shapePieces(shape)
        .map((piece) => ('folded' in piece ? `⟨${piece.folded}⟩` : piece.words))
        .join('')
      expect(whole).toBe(shape)
    }),
  )
})

test('whatever number, ID or address is put in, the shape is one', () => {
  const uuid = fc.uuid()
  const value = fc.record({
    id: uuid,
    // What ends like a sentence is not told from one.
    url: fc
      .webUrl({ withQueryParameters: true })
      .filter((url) => url.length < 150 && /^[^']*[\w/]$/.test(url)),
    count: fc.nat(),
  })
  const say = ({ id, url, count }: { id: string; url: string; count: number }) =>
    shapeOf(`Task ${id}: ${String(count)} faces in <${url}> found`)
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(say(one)).toBe(say(other))
    }),
  )
})
