import type { ListRequest } from '#contract/video-tasks.ts'

const TIMES = {
  created_at: '2026-01-05T10:00:00Z',
  updated_at: '2026-01-05T10:00:41Z',
  completed_at: '2026-01-05T10:00:41Z',
}

/**
 * Records that no service should send, but some do. A reader must handle them.
 *
 * @param origin where the clips are served
 */
function oddRecords(origin: string): unknown[] {
  const video_url = `${origin}/media/silk.webm`
  const uuid = (n: number) => `0dd00000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const task = (n: number) => ({ id: n, uuid: uuid(n), price: 10, ...TIMES })
  const failed = (n: number, error_msg: unknown) => ({
    ...task(n),
    completed_at: null,
    video_url: null,
    error_msg,
  })
  return [
    // only a uuid; then every field null, empty, or of another type
    { uuid: uuid(1) },
    { id: null, uuid: uuid(2), price: null, created_at: null, updated_at: null, video_url: null },
    { ...task(3), video_url: '', error_msg: '', completed_at: '' },
    {
      id: 'four',
      uuid: uuid(4),
      price: 'ten',
      created_at: { seconds: 1767607200 },
      video_url: ['x'],
      error_msg: { a: 1 },
    },
    // fields and words that the specification does not list
    { ...task(5), completed_at: null, status: 'created', scene: 'wedding' },
    { ...task(6), video_url, thumbnail: { width: 360 }, tags: ['a', 'b'], owner: null },
    // texts that must stay texts
    failed(7, '<img src=x onerror="alert(1)"><b>bold</b> &amp; <script>alert(2)</script>'),
    failed(8, 'Cannot read \u202Egpj.exe\u202C: \u0007not an image\u0000\u2028\u200Bend'),
    failed(9, 'The renderer said no. '.repeat(250).slice(0, 5000)),
    // addresses that must not become links
    { ...task(10), video_url: 'javascript:alert(document.domain)' },
    { ...task(11), video_url: 'data:text/html,<script>alert(1)</script>' },
    { ...task(12), video_url: 'not a url' },
    // contradictions
    { ...task(13), video_url, error_msg: 'Finished with a warning: the last frame was dropped.' },
    { ...task(14), video_url, completed_at: '2026-01-05T09:59:00Z' },
    { ...task(15), video_url, created_at: '2026-02-31T25:00:00Z', price: -1.5 },
    // the same task twice, and values that are not records
    { ...task(16), video_url },
    { ...task(16), video_url },
    null,
    'a record that is a text',
    [],
  ]
}

/** The list payload of the odd account: pages of the odd records, regardless of filters. */
export function oddPage(
  { pageNumber: page, pageSize: page_size }: ListRequest,
  origin: string,
): { list: unknown[]; total: number; page: number; page_size: number } {
  const records = oddRecords(origin)
  const start = (page - 1) * page_size
  return {
    list: records.slice(start, start + page_size),
    total: records.length,
    page,
    page_size,
  }
}
