// Control characters, lone surrogates, separators of lines, and what has no shape of its own: characters without width,
// soft hyphens, marks of direction, fillers, variation selectors, tags.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Replaces each character that nobody sees; a tab and a line feed are among them. */
export function replaceUnseen(text: string, replace: (character: string) => string): string {
  return text.replaceAll(unseen, replace)
}

/**
 * A key or an ID as it was before an editor or an input method dressed it up: without characters that nobody sees, with
 * plain hyphens, and with full-width letters, digits and signs as the usual ones.
 */
export function undress(text: string): string {
  return replaceUnseen(text, (character) => (/[\p{Cc}\p{Z}]/u.test(character) ? character : ''))
    .replaceAll(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) =>
      String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0),
    )
}
