/** The WHATWG URL parser: the one global this layer needs, the same in browsers and in Node. */
declare class URL {
  constructor(url: string)
  readonly href: string
  readonly hostname: string
  host: string
  pathname: string
  search: string
  hash: string
  readonly searchParams: {
    get: (name: string) => string | null
    set: (name: string, value: string) => void
    delete: (name: string) => void
  }
}
