/** Where the browser sends what is shared with the installed app: `share_target` of the manifest. */
export const SHARE_PATH = '/share'

/** The cache for shared pictures. The page knows its name, too: src/web/posters/picture/shared-pictures.tsx. */
const CACHE = 'marquee-shared'

/** The screen says that no picture has arrived. */
const LOST = '/posters?shared=lost'

/** The most that is kept, in files, in bytes together, and in milliseconds. */
const LIMITS = { files: 100, bytes: 200_000_000, time: 60 * 60_000 }

/** Longest address that is prefilled, in characters. The form takes no longer one. */
const MAX_ADDRESS = 8000

/**
 * Keeps shared pictures for the posters screen, which uploads them when a person says so, or puts a shared address into its form. Only the
 * last share is kept.
 *
 * @returns a redirect, also if what was shared cannot be read or kept
 */
export async function answerShare(request: Request): Promise<Response> {
  const to = await keepShare(request).catch(() => LOST)
  return Response.redirect(new URL(to, request.url).href, 303)
}

async function keepShare(request: Request): Promise<string> {
  // A share comes from no page: its origin is "null". So may be that of a page that hides it, which is why nothing happens by itself.
  if (request.headers.get('origin')?.startsWith('http') === true) return LOST
  const { to, pictures } = readShare(await request.formData())
  if (pictures.length === 0) return to
  const form = new FormData()
  for (const picture of pictures) form.append('pictures', picture)
  const headers = { 'x-count': String(pictures.length), date: new Date().toUTCString() }
  const cache = await caches.open(CACHE)
  await cache.put(SHARE_PATH, new Response(form, { headers }))
  return to
}

/** What is in a share: pictures to keep, and the address of the screen that is opened. A picture is worth more than an address beside it. */
export function readShare(form: FormData): { to: string; pictures: readonly File[] } {
  const pictures = form
    .getAll('pictures')
    .filter((one): one is File => one instanceof File && one.size > 0)
  const bytes = pictures.reduce((sum, { size }) => sum + size, 0)
  if (pictures.length > LIMITS.files || bytes > LIMITS.bytes) return { to: LOST, pictures: [] }
  if (pictures.length > 0) return { to: '/posters', pictures }
  // Most apps put an address into the text, with words around it.
  const texts = [form.get('url'), form.get('text')].map((one) =>
    typeof one === 'string' ? one : '',
  )
  const [address] = /https?:\/\/\S+/i.exec(texts.join(' ')) ?? []
  const isUsable = address !== undefined && address.length <= MAX_ADDRESS
  return { to: isUsable ? `/posters?image_url=${encodeURIComponent(address)}` : LOST, pictures: [] }
}

/** Deletes shared pictures that nobody has used in time. Never rejects. */
export async function forgetOldShare(): Promise<void> {
  try {
    const kept = await caches.match(SHARE_PATH, { cacheName: CACHE })
    const age = Date.now() - Date.parse(kept?.headers.get('date') ?? '')
    // The clock may have been set back.
    if (Math.abs(age) > LIMITS.time) await caches.delete(CACHE)
  } catch {
    // The next page tries again.
  }
}
