/** What the app consists of before it has read anything, as one build made it. */
export interface ShellFiles {
  /** the page itself, and what it names besides code */
  readonly page: readonly string[]
  /** language → all files of its build: the first one starts it, and only the page of this build names that */
  readonly builds: Readonly<Record<string, readonly string[]>>
  /** what nobody needs to open the app */
  readonly rest: readonly string[]
}

/** The page, whatever address it is opened at. */
export const PAGE = '/'

/** Files whose names tell their content: they are the same in every version that has them. */
export const HASHED = '/assets/'

/** All files, in the order in which they are kept, each once. */
export function allFiles({ page, builds, rest }: ShellFiles): Set<string> {
  return new Set([...page, ...Object.values(builds).flat(), ...rest])
}

/**
 * What has to be kept before a version is at work: all that the app needs in one language.
 *
 * @param language null, or one that is not there: all files, as pages of older versions name none
 */
export function filesToOpen(files: ShellFiles, language: string | null): Set<string> {
  const build = files.builds[language ?? '']
  return build === undefined ? allFiles(files) : new Set([...files.page, ...build])
}

/** Whether a page is of the same build as these files. */
export function isOfBuild({ builds }: ShellFiles, page: string): boolean {
  return Object.values(builds).every(([start = '']) => page.includes(start))
}

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
