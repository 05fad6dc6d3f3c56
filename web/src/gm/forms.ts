/** The GM's acts of a game as forms: what each asks for, and the data it sends. `Fight` is the game's own view. */

export type Values = Record<string, string | number>
export type Choices = readonly (readonly [string, string])[]

/** What a form needs of any game's view: the names of the places on its board. */
export interface OnBoard {
  board: { names: string[] }
}

export interface Field<Fight> {
  key: string
  label: string
  /** A list to choose from, a number, words, or a place on the board by its name. */
  kind: 'choice' | 'number' | 'text' | 'place'
  choices?: (fight: Fight, values: Values) => Choices
  start?: (fight: Fight, shown: string | null, values: Values) => string | number
  least?: number
  most?: number
  /** Empty is an answer too. */
  may?: boolean
  hint?: (fight: Fight, values: Values) => string
  when?: (values: Values) => boolean
}

export interface ActForm<Fight> {
  act: string
  title: string
  button: string
  fields: readonly Field<Fight>[]
  /** A correction is logged with its reason. */
  reason?: boolean
  /** Asked twice, because everyone sees it. */
  sure?: boolean
  folded?: boolean
  when?: (fight: Fight) => boolean
  data?: (values: Values) => Record<string, unknown>
}
