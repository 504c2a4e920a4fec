import type { MalformedRequest } from './malformed-request.ts'
import { bodies } from './bodies.ts'
import { chunks } from './chunks.ts'
import { connections } from './connections.ts'
import { framing } from './framing.ts'
import { headers, identities } from './headers.ts'
import { methods } from './methods.ts'
import { encodings, paths, targets } from './paths.ts'
import { queries } from './queries.ts'

/** Every malformed request, by its malformed part. */
export const FAMILIES: Readonly<Record<string, readonly MalformedRequest[]>> = {
  'the path': paths,
  'the target': targets,
  'escapes in the path': encodings,
  'the method': methods,
  'the query': queries,
  'the headers': headers,
  'host, key and name': identities,
  'lengths and line ends': framing,
  'bodies in chunks': chunks,
  'the body': bodies,
  'the connection': connections,
}
