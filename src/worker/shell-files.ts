/** What the app consists of before it has read anything, as one build made it. */
export interface ShellFiles {
  /** paths, the page itself first */
  readonly paths: readonly string[]
  /** paths that the page of this build names: another build's page does not */
  readonly starts: readonly string[]
}

/** The page, whatever address it is opened at. */
export const PAGE = '/'

/** Files whose names tell their content: they are the same in every version that has them. */
export const HASHED = '/assets/'

/** How a request is answered; network: as if nothing were kept. */
export type Answer =
  | { readonly from: 'network' }
  /** from the network where that answers well and soon, otherwise the page that is kept */
  | { readonly from: 'page' }
  | { readonly from: 'kept'; readonly path: string }

const NETWORK: Answer = { from: 'network' }

/**
 * Says how a request of a page is answered.
 *
 * @param paths what is kept
 * @param request.isNavigation somebody opens a page
 * @param origin of the app
 */
export function answerTo(
  request: { isNavigation: boolean; method: string; url: URL },
  paths: ReadonlySet<string>,
  origin: string,
): Answer {
  const { isNavigation, method, url } = request
  if (method !== 'GET' || url.origin !== origin) return NETWORK
  const { pathname: path } = url
  if (!isNavigation) {
    return paths.has(path) || path.startsWith(HASHED) ? { from: 'kept', path } : NETWORK
  }
  // What the host answers itself, and what is a file's address, is no page of the app.
  const isElsewhere = /^\/(?:api|host|csp-report)(?:\/|$)|\.[^/.]+$/.test(path)
  return isElsewhere ? NETWORK : { from: 'page' }
}
