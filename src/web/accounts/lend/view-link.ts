import { VIEW_PAGE } from '#contract/operations.ts'
import { viewCredential, type LentView } from '#contract/views.ts'

/** The link of a lent view. Browsers do not send what stands behind the `#`. */
export function viewLink(origin: string, { id, secret }: Pick<LentView, 'id' | 'secret'>): string {
  return `${origin}${VIEW_PAGE}${id}#${secret}`
}

/**
 * Reads a link as it arrives through mail gates and chats: they write `#` as %23, once or twice, put a slash before it, and add
 * parameters, brackets or line breaks.
 *
 * @returns what is sent in the place of a key; undefined: the link is not whole
 */
export function readViewLink(href: string): string | undefined {
  const rest = decoded(decoded(href.slice(href.indexOf(VIEW_PAGE) + VIEW_PAGE.length)))
  const [id, ...others] = rest.match(/(?<![\w-])[\w-]{22}(?![\w-])/g) ?? []
  // A parameter that was added before the secret may look like one.
  const [, behind] = /#\s*([\w-]{22})(?![\w-])/.exec(rest) ?? []
  const secret = behind ?? others.at(-1)
  if (id === undefined || secret === undefined || !rest.trimStart().startsWith(id)) return undefined
  return viewCredential({ id, secret })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
