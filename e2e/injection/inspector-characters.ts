/** Looks at single texts from inside the page. */
export interface Characters {
  /** Text with its written out characters in place again. */
  decode(shown: string): string
  /** Whether the shown text is complete, or consists of parts in order with ellipses. */
  isPartOf(shown: string, whole: string): boolean
  /** Notes what a text of the page must not hold. */
  check(shown: string, where: string): void
  /** Reports problems with a file's name. */
  checkFileName(name: string): void
}

declare global {
  interface Window {
    characters: Characters
  }
}

/** Runs in the page, before anything else of it. */
export function defineCharacters(): void {
  const WRITTEN_OUT = /⟨U\+([0-9A-F]{4,6})⟩/g
  /** Invisible characters, and ones that change direction or end lines. The two left out are parts of emoji. */
  const UNSEEN =
    /(?![\t\n]|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
  /** More marks than this on one letter reach into the lines around it. */
  const PILE = /(?:(?!\ufe0e|\ufe0f)\p{M}){5}/u
  const MAX_NAME_BYTES = 255
  const NO_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:$|\.)/i
  const MEDIA = /^[^.]+(?:\.(?:mp4|m4v|mov|webm|mkv|ogv|gif|webp|png|jpe?g))?$/

  const decode = (shown: string) =>
    shown.replaceAll(WRITTEN_OUT, (_whole, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )

  window.characters = {
    decode,
    isPartOf(shown, whole) {
      let at = 0
      for (const piece of shown.split('…')) {
        const found = whole.indexOf(decode(piece), at)
        if (found === -1) return false
        at = found + decode(piece).length
      }
      return true
    },
    check(shown, where) {
      const found = UNSEEN.exec(shown) ?? PILE.exec(shown)
      if (found === null) return
      const code = found[0].codePointAt(0)?.toString(16) ?? ''
      window.noteProblem('characters', `${where}: U+${code} in ${JSON.stringify(shown)}`)
    },
    checkFileName(name) {
      const isPlain = /^[\p{L}\p{N}_-][\p{L}\p{N}_. -]*$/u.test(name) && !/[. ]$/.test(name)
      const isShort = new TextEncoder().encode(name).length <= MAX_NAME_BYTES
      if (!isPlain || !isShort || NO_NAME.test(name) || name.startsWith('-') || !MEDIA.test(name)) {
        window.noteProblem('names', JSON.stringify(name))
      }
    },
  }
}
