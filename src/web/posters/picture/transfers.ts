import { useState } from 'react'

import { readUploadAddress } from '#contract/uploads.ts'
import { m } from '#web/messages/generated/messages.js'
import { useLists } from '#web/posters/list-file/lists.tsx'
import { isPicture } from '#web/posters/picture/pictures.ts'
import type { usePictures } from '#web/posters/picture/use-pictures.ts'
import { useDocumentEvent } from '#web/ui/effects.ts'
import { announce } from '#web/ui/live-region.tsx'

/**
 * Takes the images that are dropped or pasted anywhere on the screen, or chosen in the box of the form.
 *
 * @param pictures undefined: nothing is taken, as the account is read-only
 * @param addImages is given image URLs as they came, and shows the form
 */
export function useIntake(
  pictures: ReturnType<typeof usePictures> | undefined,
  addImages: (typed: readonly string[]) => void,
) {
  const lists = useLists(addImages)
  const [arrivals, setArrivals] = useState(0)
  const [problem, setProblem] = useState('')

  function takeFiles(files: readonly File[]) {
    setProblem('')
    const own = pictures?.info === undefined ? [] : files.filter(isPicture)
    const others = files.filter((file) => !own.includes(file))
    pictures?.add(own, 'box')
    if (others.length > 0) void lists.takeFiles(others)
  }
  function takeUrls(urls: readonly string[]) {
    setProblem('')
    addImages(urls)
    setArrivals(arrivals + 1)
  }
  function take({ files, urls }: Transferred) {
    // A picture of the page has the name under which it is kept.
    const known = (pictures?.kept ?? [])
      .map(({ url }) => url)
      .filter((url) =>
        files.some(({ name }) => name === `${readUploadAddress(url)?.name ?? ''}.jpg`),
      )
    if (files.length > known.length) takeFiles(files)
    else if (urls.length + known.length > 0) takeUrls([...urls, ...known])
    else {
      setProblem(m.picture_none_arrived())
      announce(m.picture_none_arrived())
    }
  }
  const isDragged = useTransfers(pictures === undefined ? undefined : take)
  /** problem: why nothing has arrived, or ''; arrivals: how often URLs came */
  return { lists, isDragged, problem, arrivals, takeFiles, takeUrls }
}

/** What was dropped or pasted: files, or image URLs. Neither: nothing that can be used. */
interface Transferred {
  readonly files: readonly File[]
  readonly urls: readonly string[]
}

/** The type of a drag that began on this page. */
const OWN_DRAG = 'application/x-marquee-drag'

/**
 * Takes files and image URLs that are dropped anywhere on the page, and pictures that are pasted. Not what is meant for a dialog, for
 * a text field or for another field for files, and nothing that was dragged from this page. What nothing takes is refused: the
 * browser would open it, and the page would be gone.
 *
 * @param take undefined: all is refused
 * @returns whether something is dragged over the page
 */
function useTransfers(take: ((transferred: Transferred) => void) | undefined): boolean {
  const [isDragged, setIsDragged] = useState(false)
  useDocumentEvent('dragstart', ({ dataTransfer }) => dataTransfer?.setData(OWN_DRAG, ' '))
  useDocumentEvent('dragover', (event) => {
    if (isRefused(event, take !== undefined)) return
    event.preventDefault()
    setIsDragged(true)
  })
  useDocumentEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setIsDragged(false)
  })
  useDocumentEvent('drop', (event) => {
    setIsDragged(false)
    if (event.dataTransfer === null || isRefused(event, take !== undefined)) return
    event.preventDefault()
    take?.(withoutKept([...event.dataTransfer.files], urlsIn(event.dataTransfer)))
  })
  useDocumentEvent('paste', (event) => {
    const { clipboardData, target, defaultPrevented } = event
    if (take === undefined) return
    const files = [...(clipboardData?.files ?? [])].filter(isPicture)
    if (clipboardData === null || files.length === 0 || defaultPrevented || isInDialog(event))
      return
    // Text is meant: the URL of the picture, or the cells that it shows. But beside a file there is its name.
    const lines = clipboardData.getData('text/plain').split(/[\r\n]+/)
    const isNames = lines.every(
      (line) => line === '' || files.some(({ name }) => line.endsWith(name)),
    )
    if (!isNames && isTextField(target)) return
    event.preventDefault()
    take(isNames ? { files, urls: [] } : { files: [], urls: urlsIn(clipboardData) })
  })
  return isDragged
}

/**
 * The image URLs of a drag or of the clipboard.
 *
 * @returns lines that contain one, as they came; none if there is no http:// or https://
 */
export function urlsIn(data: Pick<DataTransfer, 'types' | 'getData'>): string[] {
  const lines = (type: string) =>
    (data.types.includes(type) ? data.getData(type) : '')
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      // A list of URLs may have comments.
      .filter((line) => /https?:\/\//i.test(line) && !line.startsWith('#'))
  const listed = lines('text/uri-list')
  return listed.length > 0 ? listed : lines('text/plain')
}

/** A picture that a host keeps already, dragged from another tab, needs no second upload. The address of any other comes along. */
function withoutKept(files: readonly File[], urls: readonly string[]): Transferred {
  const isKept = urls.some((url) => readUploadAddress(url) !== undefined)
  return files.length > 0 && !isKept ? { files, urls: [] } : { files: [], urls }
}

/** Refuses what is dragged where nothing takes it. @returns whether it is not for the page */
function isRefused(event: DragEvent, isTaking: boolean): boolean {
  if (isTaking && isForPage(event)) return false
  if (!isForField(event)) {
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
  }
  return true
}

/** Whether something is dragged over the page that it takes. */
function isForPage(event: DragEvent): boolean {
  const types = event.dataTransfer?.types ?? []
  const isKnown = ['Files', 'text/uri-list', 'text/plain'].some((type) => types.includes(type))
  return isKnown && !types.includes(OWN_DRAG) && !isForField(event) && !isInDialog(event)
}

/** Whether the browser itself puts what is dragged into a field. */
function isForField(event: DragEvent): boolean {
  const isFile = event.dataTransfer?.types.includes('Files') === true
  return event
    .composedPath()
    .some((node) =>
      isFile ? node instanceof HTMLInputElement && node.type === 'file' : isTextField(node),
    )
}

function isInDialog(event: Event): boolean {
  return event.composedPath().some((node) => node instanceof HTMLDialogElement)
}

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'file'
  return target instanceof HTMLTextAreaElement
}
