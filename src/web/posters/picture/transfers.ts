import { useEffect, useState } from 'react'

import { readUploadAddress } from '#contract/uploads.ts'
import { isPicture } from '#web/posters/picture/pictures.ts'
import { useDocumentEvent } from '#web/ui/effects.ts'

/** What was dropped or pasted: files, or image URLs. Neither: nothing that can be used. */
export interface Transferred {
  readonly files: readonly File[]
  readonly urls: readonly string[]
}

/** The type of a drag that began on this page. */
const OWN_DRAG = 'application/x-marquee-drag'

/**
 * Takes files and image URLs that are dropped anywhere on the page, and pictures that are pasted. Not what is meant for a dialog, for
 * a text field or for another field for files, and nothing that was dragged from this page.
 *
 * @returns whether something is dragged over the page
 */
export function useTransfers(take: (transferred: Transferred) => void): boolean {
  const [isDragged, setIsDragged] = useState(false)
  useDocumentEvent('dragstart', ({ dataTransfer }) => dataTransfer?.setData(OWN_DRAG, ' '))
  useDocumentEvent('dragover', (event) => {
    if (!isForPage(event)) return
    event.preventDefault()
    setIsDragged(true)
  })
  useDocumentEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setIsDragged(false)
  })
  useDocumentEvent('drop', (event) => {
    setIsDragged(false)
    if (event.dataTransfer === null || !isForPage(event)) return
    event.preventDefault()
    take(withoutKept([...event.dataTransfer.files], urlsIn(event.dataTransfer)))
  })
  useDocumentEvent('paste', (event) => {
    const { clipboardData, target, defaultPrevented } = event
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

/** Keeps the browser from opening what is dropped where nothing takes it: the page would be gone. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const listening = new AbortController()
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || isForField(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none'
    }
    // Behind the document, where it is taken.
    for (const type of ['dragover', 'drop'] as const) {
      window.addEventListener(type, refuse, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [])
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
