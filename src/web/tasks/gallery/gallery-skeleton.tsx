import { m } from '#web/messages/generated/messages.js'

/** The grid of the gallery: two columns on a phone. */
export const galleryGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(12rem,calc(50%-0.375rem)),1fr))] gap-3 p-3'

/** More tiles are outside of the screen. */
const MAX_TILES = 12

/** The skeleton of the gallery. */
export function GallerySkeleton({ tileCount }: { tileCount: number }) {
  return (
    <>
      <p role="status" className="sr-only">
        {m.tasks_loading()}
      </p>
      {/* The height of "Select all". */}
      <div aria-hidden className="h-8 max-lg:h-12" />
      <div aria-hidden className={galleryGrid}>
        {Array.from({ length: Math.min(tileCount, MAX_TILES) }, (_, tile) => (
          <div key={tile} className="overflow-clip rounded-panel border border-line">
            <div className="aspect-square animate-shimmer bg-line" />
            <div className="h-16" />
          </div>
        ))}
      </div>
    </>
  )
}
