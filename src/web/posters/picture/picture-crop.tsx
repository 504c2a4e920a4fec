import { useEffect, useState } from 'react'
import { type PercentCrop, ReactCrop } from 'react-image-crop'

import { readUploadAddress, uploadedPath } from '#contract/uploads.ts'
import { formatNumber } from '#web/format/number.ts'
import { m } from '#web/messages/generated/messages.js'
import '#web/posters/picture/picture-crop.css'
import {
  inPixels,
  partOfShape,
  type PicturePart,
  pixelsOf,
  WHOLE,
} from '#web/posters/picture/picture-part.ts'
import type { OriginalPicture } from '#web/posters/picture/picture-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

/** How long the part must rest before its size is read out, in milliseconds. */
const REST_MS = 700

/** The shortest side of a part on the screen, in pixels: its handles must not lie on each other. */
const SHORTEST = 24

/** The shapes of a part: width to height, and the name of each. */
const shapes = {
  free: { ratio: undefined, label: m.picture_crop_free },
  '3:4': { ratio: 3 / 4, label: () => m.picture_crop_portrait({ ratio: '3:4' }) },
  '9:16': { ratio: 9 / 16, label: () => m.picture_crop_portrait({ ratio: '9:16' }) },
  '1:1': { ratio: 1, label: () => m.picture_crop_square({ ratio: '1:1' }) },
  '16:9': { ratio: 16 / 9, label: () => m.picture_crop_landscape({ ratio: '16:9' }) },
}
const SHAPES = ['free', '3:4', '9:16', '1:1', '16:9'] as const

/** A dialog in which a person chooses a part of a picture: freely or of a fixed shape, by pointer, finger or keyboard. */
export function PictureCrop({
  original,
  returnTo,
  onUse,
  onClose,
}: {
  original: OriginalPicture
  /** where the focus goes afterwards */
  returnTo: () => HTMLElement | undefined
  onUse: (part: PicturePart) => void
  onClose: () => void
}) {
  const { size } = original
  const [shape, setShape] = useState<keyof typeof shapes>('free')
  const [part, setPart] = useState(WHOLE)
  const { ratio } = shapes[shape]
  const { width, height } = pixelsOf(part, size)
  const isWhole = width === size.width && height === size.height
  const shown = m.picture_crop_size({ width: formatNumber(width), height: formatNumber(height) })

  return (
    <Dialog
      title={m.picture_crop_title()}
      closeLabel={m.close()}
      {...{ onClose, returnTo }}
      // A drag that ends outside must not close it.
      isQuestion
      isWide
    >
      <Segmented
        legend={m.picture_crop_shape()}
        name="picture-shape"
        value={shape}
        segments={SHAPES.map((value) => ({ value, label: shapes[value].label() }))}
        onChange={(value) => {
          setShape(value)
          const chosen = shapes[value].ratio
          if (chosen !== undefined) setPart(partOfShape(chosen, size, part))
        }}
      />
      <CropFrame {...{ original, ratio, part }} onChange={setPart} />
      <p className="text-sm text-muted">{m.picture_crop_help()}</p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p aria-hidden className="min-w-0 grow text-sm tabular-nums">
          {shown}
        </p>
        <Rested text={shown} />
        <Button onClick={onClose}>{m.cancel()}</Button>
        <Button
          tone="primary"
          onClick={() => {
            if (isWhole) onClose()
            else onUse(inPixels(part, size))
          }}
        >
          {m.picture_crop_use()}
        </Button>
      </div>
    </Dialog>
  )
}

/** The picture with a frame around the part. */
function CropFrame({
  original: { url, size, inBucket },
  ratio,
  part,
  onChange,
}: {
  original: OriginalPicture
  ratio: number | undefined
  part: PicturePart
  onChange: (part: PicturePart) => void
}) {
  const crop: PercentCrop = {
    unit: '%',
    x: part.x * 100,
    y: part.y * 100,
    width: part.width * 100,
    height: part.height * 100,
  }
  return (
    <ReactCrop
      crop={crop}
      {...(ratio !== undefined && { aspect: ratio })}
      keepSelection
      minWidth={SHORTEST}
      minHeight={SHORTEST}
      ruleOfThirds
      // The lines around the part do not move.
      className="ReactCrop--no-animate self-center"
      style={{ width: `min(100%, ${size.width / size.height} * 55svh)` }}
      ariaLabels={{
        cropArea: m.picture_crop_part(),
        nwDragHandle: m.picture_crop_nw(),
        nDragHandle: m.picture_crop_n(),
        neDragHandle: m.picture_crop_ne(),
        eDragHandle: m.picture_crop_e(),
        seDragHandle: m.picture_crop_se(),
        sDragHandle: m.picture_crop_s(),
        swDragHandle: m.picture_crop_sw(),
        wDragHandle: m.picture_crop_w(),
      }}
      onChange={(_, { x, y, width, height }) =>
        onChange({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 })
      }
    >
      <img
        ref={hideShade}
        // This host has its own under any name that it goes by, and the page's policy allows it.
        src={inBucket ? url : uploadedPath(readUploadAddress(url)?.name ?? '')}
        alt={m.picture_crop_alt()}
        width={size.width}
        height={size.height}
        className="h-auto w-full"
      />
    </ReactCrop>
  )
}

/** Hides the shade that the library draws over the picture from screen readers: it would be an image without a name. */
function hideShade(picture: HTMLImageElement | null) {
  const shade = picture?.parentElement?.nextElementSibling
  if (shade instanceof SVGElement) shade.ariaHidden = 'true'
}

/** Reads a text out once it has not changed for a moment, but not the first one. */
function Rested({ text }: { text: string }) {
  const [said, setSaid] = useState({ first: text, text: '' })
  useEffect(() => {
    const timer = setTimeout(
      () => setSaid((now) => (now.text === '' && now.first === text ? now : { ...now, text })),
      REST_MS,
    )
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {said.text}
    </p>
  )
}
