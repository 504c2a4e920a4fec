/** What may be wrong about an injection string in its place. */
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

/** A place on a screen, and how a string is to be looked at in it. */
export interface Place {
  /** as the report names it */
  readonly name: string
  /** selects one element for each string, in their order; left out: the visit looks at it by itself */
  readonly at?: string
  /** the last string is first on the screen */
  readonly isNewestFirst?: boolean
  /** selects one button for each string: it opens what `at` selects, which is closed again */
  readonly press?: string
  /** what opens it once that is pressed; the button takes it back afterwards */
  readonly opener?: string
  /** selects what is in it when it is complete */
  readonly ready?: Readonly<Record<string, string>>
  /** addresses are loaded when it is opened: a video, or a picture */
  readonly isLoading?: boolean
  /** left out: held against the harmless one */
  readonly look?: 'box' | 'shared-words' | 'read-out'
  /** how the string is written there: as it is, in JSON, or in the path of an address */
  readonly written?: 'json' | 'path'
  /** it is shown in full first */
  readonly isExpanded?: boolean
  /** it is shown in full first, and then nothing of the string may be left out */
  readonly isWhole?: boolean
  /** most characters of the string that may stand in one text; left out: what a cell has room for */
  readonly atMost?: number
  /** foreign words right before the string: they are isolated together with it */
  readonly behind?: string
  /** nothing of the string may be there */
  readonly isElsewhere?: boolean
}

/** A string on its way to a place, or a harmless one. */
export interface Entry {
  text: string
  /** which harmless string it is held against */
  key: string
  isHarmless: boolean
  /** the harmless text itself; left out: it is made of TWIN */
  harmless?: string
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
