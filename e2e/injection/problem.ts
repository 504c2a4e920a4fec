/** What may be wrong about a injection string in its place. */
export const PROBLEMS = {
  ran: 'strings that ran as code, opened a dialog or a window, or led the page elsewhere',
  elements: 'elements and handlers in the page that no screen of ours has',
  requests: 'unexpected requests',
  policy: 'unexpected violations of the policy',
  console: 'errors of the page, and errors and warnings on its console',
  structure: 'places whose elements or attributes are not those of a harmless string',
  lost: 'places where the string is not what stands there',
  around: 'places where the words around the string are others',
  characters: 'places with a control, direction or invisible character, or a pile of marks',
  directions: 'places where the string can turn the words around it',
  links: 'links that are none, or not to the address, or not on their own',
  names: 'file names that no file should have',
  length: 'places that show more of a long string than they have room for',
  layout: 'places that are wider than their screen, or push others out of theirs',
} as const

export type ProblemKind = keyof typeof PROBLEMS

/** Something that must not be, where it was seen. */
export interface Problem {
  kind: ProblemKind
  place: string
  /** the string, clipped */
  text: string
  detail: string
}

/** How a string is to be looked at in a place. */
export interface Sight {
  place: string
  text: string
  /** under which the same place with a harmless string was remembered */
  twin: string
  /** how the string is written there: as it is, in JSON, or in the path of an address */
  written?: 'plain' | 'json' | 'path'
  /** nothing of it may be left out */
  isWhole?: boolean
  /** most characters of it that may be shown; left out: what a cell has room for */
  atMost?: number
  /** the harmless text itself; left out: it is made of TWIN */
  harmless?: string
  /** nothing of it may be there */
  isElsewhere?: boolean
}

/** What the inspector saw since it was last asked. */
export interface InspectorReport {
  problems: Problem[]
  /** place → how many strings in it were held against a harmless one */
  sights: Record<string, number>
  /** texts and attributes in which the string, or its beginning, was found */
  finds: number
  links: number
  fileNames: number
}
