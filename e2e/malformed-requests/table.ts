import type { MalformedRequest } from './malformed-request.ts'
import { bodies } from './bodies.ts'
import { connections } from './connections.ts'
import { chunks, framing } from './framing.ts'
import { headers, identities, methods } from './headers.ts'
import { queries } from './queries.ts'
import { encodings, paths, targets } from './targets.ts'

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
