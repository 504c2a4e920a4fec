import { Image as ImageIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

import { formatNumber } from '#web/format/number.ts'
import { safeHttpUrl } from '#web/format/safe-http-url.ts'
import { usePosters } from '#web/posters/posters-context.ts'
import { m } from '#web/messages/generated/messages.js'

/** How long to wait after the last change before the image is loaded, in milliseconds. */
const PAUSE_MS = 400

/**
 * Shows the image as this browser sees it. This is a hint only: the browser cannot know whether the service can
 * reach the image, so a failure here never prevents sending.
 *
 * @param url an image URL that passed the form's checks and is no page, or undefined
 */
export function ImagePreview({ url }: { url: string | undefined }) {
  const [settled, setSettled] = useState(url)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(url)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [url])
  const shown = url === settled ? settled : undefined
  return (
    <div className="flex gap-x-4 gap-y-2 max-lg:items-center lg:flex-col">
      {shown === undefined ? (
        <Frame note={m.preview_idle()} />
      ) : (
        <LoadedImage key={shown} url={shown} />
      )}
    </div>
  )
}

function LoadedImage({ url }: { url: string }) {
  const [size, setSize] = useState<{ width: string; height: string }>()
  const [hasFailed, setHasFailed] = useState(false)
  const address = allowedImage(url, usePosters().pictures.info?.bucket)
  if (address === undefined) return <Frame note={m.preview_insecure()} />
  if (hasFailed) return <Frame note={m.preview_failed()} />
  return (
    <Frame note={size === undefined ? m.preview_loading() : m.preview_loaded(size)}>
      <img
        src={address.href}
        alt={m.preview_alt()}
        referrerPolicy="no-referrer"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setSize({ width: formatNumber(naturalWidth), height: formatNumber(naturalHeight) })
        }}
        onError={() => setHasFailed(true)}
        className="size-full object-contain"
      />
    </Frame>
  )
}

/**
 * The address of an image that the content security policy allows: over https, of this host, or of its bucket.
 *
 * @param bucket origin of the bucket
 */
export function allowedImage(url: string, bucket: string | undefined): URL | undefined {
  const address = safeHttpUrl(url)
  const isAllowed =
    address?.protocol === 'https:' ||
    address?.origin === location.origin ||
    (address !== undefined && address.origin === bucket)
  return isAllowed ? address : undefined
}

/** The frame has a fixed size, so that nothing moves when the image arrives. On small screens the note is beside it. */
function Frame({ note, children }: { note: string; children?: ReactNode }) {
  return (
    <>
      <div className="flex aspect-[3/4] w-full shrink-0 items-center max-lg:w-36 justify-center overflow-hidden rounded-panel border border-line bg-surface">
        {children ?? <ImageIcon aria-hidden className="size-8 stroke-[1.5] text-edge" />}
      </div>
      <p role="status" className="min-h-10 text-sm lg:min-h-15 text-muted">
        {note}
      </p>
    </>
  )
}
