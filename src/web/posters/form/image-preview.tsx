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

type Loading =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'loaded'; width: number; height: number }

function LoadedImage({ url }: { url: string }) {
  const [state, setState] = useState<Loading>({ kind: 'loading' })
  const address = useAllowedImage(url)
  if (address === undefined) return <Frame note={m.preview_insecure()} />
  if (state.kind === 'failed') return <Frame note={m.preview_failed()} />
  return (
    <Frame note={state.kind === 'loaded' ? size(state) : m.preview_loading()}>
      <img
        src={address.href}
        alt={m.preview_alt()}
        referrerPolicy="no-referrer"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setState({ kind: 'loaded', width: naturalWidth, height: naturalHeight })
        }}
        onError={() => {
          setState({ kind: 'failed' })
        }}
        className="size-full object-contain"
      />
    </Frame>
  )
}

/** The address of an image that the content security policy allows: over https, of this host, or of its bucket. */
export function useAllowedImage(url: string): URL | undefined {
  const { info } = usePosters().pictures
  const address = safeHttpUrl(url)
  const isAllowed =
    address?.protocol === 'https:' ||
    address?.origin === location.origin ||
    address?.origin === info?.bucket
  return isAllowed ? address : undefined
}

function size({ width, height }: { width: number; height: number }): string {
  return m.preview_loaded({ width: formatNumber(width), height: formatNumber(height) })
}

/** The frame has a fixed size, so that nothing moves when the image arrives. On small screens the note is beside it. */
function Frame({ note, children }: { note: string; children?: ReactNode }) {
  return (
    <>
      <div className="flex aspect-[3/4] w-full shrink-0 items-center max-lg:w-24 justify-center overflow-hidden rounded-panel border border-line bg-surface">
        {children ?? <ImageIcon aria-hidden className="size-8 stroke-[1.5] text-edge" />}
      </div>
      <p role="status" className="min-h-10 text-sm text-muted">
        {note}
      </p>
    </>
  )
}
