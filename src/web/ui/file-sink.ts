import { saveFile } from '#web/ui/save-file.ts'

/** A file that is written piece by piece. */
export interface FileSink {
  write: (text: string) => Promise<void>
  /**
   * The file is whole.
   *
   * @param name by now, where it is not on the disk already
   * @returns the name that it has
   */
  close: (name: string) => Promise<string>
  /** there is to be no file */
  abort: () => Promise<void>
}

/** The browser's dialog for a file that is written while one watches; not every browser has it. */
type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>

declare global {
  interface Window {
    readonly showSaveFilePicker?: SavePicker
  }
}

/** Pieces are handed to the browser by about so many characters: what it holds need not be in memory. */
const PIECE = 1 << 20

/**
 * Begins a file. A large one goes straight to the disk where the browser can, asking where to.
 *
 * @param suggestedName nothing foreign
 * @param type a MIME type
 * @returns undefined where the person wants no file after all
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
      // Not allowed here: saved at its end, as anywhere else.
    }
  }
  return fileAtItsEnd(type)
}

function fileOnDisk(name: string, file: FileSystemWritableFileStream): FileSink {
  return {
    write: async (text) => file.write(text),
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
    pieces.push(new Blob([text]))
    text = ''
  }
  return {
    write: (more) => {
      text += more
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
