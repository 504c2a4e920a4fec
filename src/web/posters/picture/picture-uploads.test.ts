import { expect, it, vi } from 'vitest'

import { HOST_MARK_HEADER } from '#contract/host-error-code.ts'
import { startSession } from '#web/api/session.tsx'
import { pictureUploadsOf } from '#web/posters/picture/picture-uploads.ts'

const PICTURE = { width: 1, height: 1, full: { width: 1, height: 1 }, before: 1, thumbnail: '' }

/** A worker that prepares every picture at once. */
class ReadyWorker extends EventTarget {
  postMessage({ file }: { file: File }) {
    const data = { ok: true, picture: { ...PICTURE, blob: file } }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate = () => undefined
}

/** A request that the host answers with the address of a new picture. */
class KeptRequest extends EventTarget {
  static count = 0
  readonly upload = new EventTarget()
  readonly status = 201
  responseText = ''
  open = () => undefined
  setRequestHeader = () => undefined
  getAllResponseHeaders = () => `${HOST_MARK_HEADER}: 1\r\n`
  send() {
    KeptRequest.count += 1
    this.responseText = JSON.stringify({ url: `/uploads/${String(KeptRequest.count)}.jpg` })
    queueMicrotask(() => {
      this.dispatchEvent(new Event('load'))
      this.dispatchEvent(new Event('loadend'))
    })
  }
}

it('an upload that throws is reported, and does not block the next', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', new URL('https://marquee.example/posters'))
  vi.stubGlobal('Worker', ReadyWorker)
  vi.stubGlobal('XMLHttpRequest', KeptRequest)
  const reported = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reported)
  const kept: string[] = []
  const session = startSession('profile', 'key', false)
  const done = new Promise<void>((resolve) => {
    const uploads = pictureUploadsOf(session, ({ url }, upload) => {
      if (upload?.file.name === 'bad.jpg') throw new TypeError('a defect')
      kept.push(url)
      if (kept.length === 2) resolve()
    })
    const files = ['a.jpg', 'bad.jpg', 'b.jpg'].map((name) => new File(['x'], name))
    uploads.add(files, { target: 'box', field: '', inBucket: false })
  })
  await done
  expect(kept).toEqual([
    'https://marquee.example/uploads/1.jpg',
    'https://marquee.example/uploads/3.jpg',
  ])
  expect(reported).toHaveBeenCalledTimes(1)
})
