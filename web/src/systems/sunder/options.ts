import type { OptionView } from '../../protocol.gen'
import { SKILLS } from './fight'
import type { CardView } from './view.gen'

/** What an option of a turn does, read from its id: the kind, and the words that its rule gave it. */
export interface Play {
  option: OptionView
  kind: 'half' | 'default' | 'goal' | 'go on' | 'surge' | 'drop' | 'end' | 'other'
  /** The card of a half or a Surge, the number of what is dropped. */
  card: string
  side: 'top' | 'bottom' | ''
  optionCard: string
  weapon: string
  skill: string
  target: string
}

const ALL_SKILLS: readonly string[] = Object.values(SKILLS).flat()
const KINDS = ['default', 'goal', 'go on', 'surge', 'drop', 'end'] as const

/**
 * The words of an id: a card and its side, or another kind of play, and then in whatever order a Skill (known by its
 * name), an Option Card of the hand, a weapon of `items`, and the target, which is what is left.
 */
export function playOf(option: OptionView, cards: readonly CardView[], items: readonly string[]): Play {
  const found: Play = { option, kind: 'other', card: '', side: '', optionCard: '', weapon: '', skill: '', target: option.target ?? '' }
  const words = option.id.split(' ').filter(Boolean)
  const half = cards.some((one) => one.id === words[0]) && isSide(words[1])
  const kind = half ? 'half' : KINDS.find((one) => option.id === one || option.id.startsWith(`${one} `))
  if (!kind) return found
  found.kind = kind
  if (!half) words.splice(0, kind.split(' ').length)
  if (half || kind === 'surge') found.card = half ? words.shift()! : words.splice(0).join(' ')
  if (kind === 'drop') found.card = words.shift() ?? ''
  if (isSide(words[0])) found.side = words.shift() as 'top' | 'bottom'
  if (found.target !== '' && words.at(-1) === found.target) words.pop()
  for (const word of words) {
    if (ALL_SKILLS.includes(word)) found.skill = word
    else if (cards.some((one) => one.id === word && one.kind === 'option')) found.optionCard = word
    else if (word === 'unarmed' || items.includes(word)) found.weapon = word
    else found.target = word
  }
  return found
}

function isSide(word: string | undefined): boolean {
  return word === 'top' || word === 'bottom'
}

export type Dimension = 'optionCard' | 'weapon' | 'skill' | 'target'
export const DIMENSIONS: readonly Dimension[] = ['optionCard', 'weapon', 'skill', 'target']
export type Wanted = Partial<Record<Dimension, string>>

/** One thing that is still to be said about a half: the values on offer and the one that counts. */
export interface Question {
  dimension: Dimension
  values: string[]
  value: string | null
}

/**
 * What is to be chosen between plays that are otherwise the same: each thing among what the ones before it
 * leave. The first Option Card, weapon and Skill count until others are wanted; a target is never assumed.
 */
export function narrow(plays: readonly Play[], wanted: Wanted): { questions: Question[]; left: Play[]; chosen: Play | null } {
  let left = [...plays]
  const questions: Question[] = []
  for (const dimension of DIMENSIONS) {
    const values = [...new Set(left.map((one) => one[dimension]))]
    if (values.length < 2) continue
    const want = wanted[dimension]
    const value = want !== undefined && values.includes(want) ? want : dimension === 'target' ? null : firstOpen(left, dimension)
    questions.push({ dimension, values, value })
    if (value !== null) left = left.filter((one) => one[dimension] === value)
  }
  return { questions, left, chosen: left.length === 1 ? left[0]! : null }
}

function firstOpen(plays: readonly Play[], dimension: Dimension): string {
  return (plays.find((one) => !one.option.refusal) ?? plays[0]!)[dimension]
}

/** What a person has picked on the table: a half, a plain default, or another thing a turn offers. */
export interface Picked {
  kind: Play['kind']
  card: string
  side: Play['side']
}

export function samePick(one: Picked | null, other: Picked | null): boolean {
  return one?.kind === other?.kind && one?.card === other?.card && one?.side === other?.side
}

/** The plays that belong to what was picked. */
export function playsOf(plays: readonly Play[], picked: Picked | null): Play[] {
  return picked ? plays.filter((one) => one.kind === picked.kind && one.card === picked.card && one.side === picked.side) : []
}
