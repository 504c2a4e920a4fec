/** The WHATWG URL parser: the one global this layer needs, the same in browsers and in Node. */
declare class URL {
  constructor(url: string)
  readonly hostname: string
}
