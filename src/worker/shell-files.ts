import { SHARE_PATH } from '#worker/share.ts'

/** The files of one build of the app, without any data. */
export interface ShellFiles {
  /** the page, and what it links to besides code */
  readonly page: readonly string[]
  /** language → all files of its build. The first one starts the app, and only the page of this build links to it. */
  readonly builds: Readonly<Record<string, readonly string[]>>
  /** files that the app does not need to open */
  readonly rest: readonly string[]
}

/** The page, for every address of the app. */
export const PAGE = '/'

/** Files with a hash of their content in their names: they never change. */
export const HASHED = '/assets/'

/** All files, each once, in the order in which they are cached. */
export function allFiles({ page, builds, rest }: ShellFiles): Set<string> {
  return new Set([...page, ...Object.values(builds).flat(), ...rest])
}

/**
 * The files that must be cached before this version activates: all that the app needs in one language.
 *
 * @param language null or an unknown one: all files
 */
export function filesToOpen(files: ShellFiles, language: string | null): Set<string> {
  const build = files.builds[language ?? '']
  return build === undefined ? allFiles(files) : new Set([...files.page, ...build])
}

/** Whether a page is of the same build as these files. */
export function isOfBuild({ builds }: ShellFiles, page: string): boolean {
  return Object.values(builds).every(([start = '']) => page.includes(start))
}

/** How a request is answered; network: without the cache. */
export type Answer =
  | { readonly from: 'network' }
  /** from the network if it answers well and soon, otherwise from the cache */
  | { readonly from: 'page' }
  | { readonly from: 'kept'; readonly path: string }
  /** by `answerShare` */
  | { readonly from: 'share' }

const NETWORK: Answer = { from: 'network' }

/**
 * Decides how a request of a page is answered.
 *
 * @param paths the cached paths
 * @param request.isNavigation whether the request opens a page
 * @param origin of the app
 */
export function answerTo(
  request: { isNavigation: boolean; method: string; url: URL },
  paths: ReadonlySet<string>,
  origin: string,
): Answer {
  const { isNavigation, method, url } = request
  const { pathname: path } = url
  if (url.origin !== origin) return NETWORK
  if (method === 'POST' && isNavigation && path === SHARE_PATH) return { from: 'share' }
  if (method !== 'GET') return NETWORK
  if (!isNavigation) {
    return paths.has(path) || path.startsWith(HASHED) ? { from: 'kept', path } : NETWORK
  }
  // Routes of the host, and addresses of files, are not pages of the app.
  const isElsewhere = /^\/(?:api|host|csp-report)(?:\/|$)|\.[^/.]+$/.test(path)
  return isElsewhere ? NETWORK : { from: 'page' }
}
