import { saveFile } from '#web/ui/save-file.ts'

/** A file that is written piece by piece. */
export interface FileSink {
  write: (data: string | Uint8Array<ArrayBuffer>) => Promise<void>
  /**
   * Finishes the file.
   *
   * @param name the final name, if the file is not on the disk yet
   * @returns the name of the file
   */
  close: (name: string) => Promise<string>
  /** discards the file */
  abort: () => Promise<void>
  /** whether it is on the disk already; otherwise the browser keeps it until its end */
  isOnDisk: boolean
}

/** The browser's dialog to choose a file that is then written piece by piece. Not every browser has it. */
type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>

declare global {
  interface Window {
    readonly showSaveFilePicker?: SavePicker
  }
}

/** The size of the pieces of a Blob, in characters. The browser can keep them outside of memory. */
const PIECE = 1 << 20

/**
 * Begins a file. If the browser can, it asks where to save a large file, and writes it straight to the disk.
 *
 * @param suggestedName without untrusted text
 * @param type a MIME type
 * @returns undefined if the person cancels
 */
export async function openFile(
  suggestedName: string,
  type: string,
  isLarge: boolean,
): Promise<FileSink | undefined> {
  if (isLarge && window.showSaveFilePicker !== undefined) {
    try {
      const handle = await window.showSaveFilePicker({ suggestedName })
      return fileOnDisk(handle.name, await handle.createWritable())
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return undefined
      // The browser does not allow it here: save the file when it is finished, as in other browsers.
    }
  }
  return fileAtItsEnd(type)
}

function fileOnDisk(name: string, file: FileSystemWritableFileStream): FileSink {
  return {
    isOnDisk: true,
    write: async (data) => file.write(data),
    close: async () => {
      await file.close()
      return name
    },
    abort: async () => file.abort(),
  }
}

function fileAtItsEnd(type: string): FileSink {
  const pieces: Blob[] = []
  let text = ''
  const put = () => {
    if (text !== '') pieces.push(new Blob([text]))
    text = ''
  }
  return {
    isOnDisk: false,
    write: (more) => {
      if (typeof more === 'string') text += more
      else {
        put()
        pieces.push(new Blob([more]))
      }
      if (text.length >= PIECE) put()
      return Promise.resolve()
    },
    close: (name) => {
      put()
      saveFile(name, new Blob(pieces, { type }))
      return Promise.resolve(name)
    },
    abort: () => Promise.resolve(),
  }
}
