import type { View } from '../../protocol.gen'
import { markOf, type Actor, type SideMark } from '../types'
import type { CardView, CreatureView, FightView, HandView, TrackView } from './view.gen'

/** The ranges from near to far (S11.1). */
export const BANDS = ['Here', 'Near', 'Close', 'There', 'Far', 'Yonder'] as const
export type Band = (typeof BANDS)[number]

/** The Skills of each Potential (S1.1). */
export const SKILLS: Readonly<Record<string, readonly string[]>> = {
  Might: ['Force', 'Brace', 'Feat'],
  Finesse: ['Sleight', 'Grace', 'Squirm'],
  Nerve: ['Bear', 'Steel', 'Grit'],
  Seep: ['Frame', 'Draw', 'Form'],
  Instinct: ['Reflex', 'Read', 'Sense'],
  Wit: ['Reason', 'Recall', 'Esoterica'],
  Heart: ['Aura', 'Sway', 'Hope'],
  Tether: ['Anchor', 'Grasp', 'Weave'],
}

export function fightOf(view: View): FightView {
  return view.fight as unknown as FightView
}

export function creatureOf(fight: FightView, id: string | null | undefined): CreatureView | undefined {
  return fight.creatures.find((one) => one.id === id)
}

export function nameOf(fight: FightView, id: string): string {
  return creatureOf(fight, id)?.name ?? id
}

export function zoneName(fight: FightView, id: string | null | undefined): string {
  return fight.zones.find((one) => one.id === id)?.name ?? ''
}

export function handOf(fight: FightView, creature: string | null | undefined): HandView | undefined {
  return fight.hands.find((one) => one.creature === creature)
}

export function cardOf(fight: FightView, creature: string, card: string): CardView | undefined {
  return handOf(fight, creature)?.cards.find((one) => one.id === card)
}

export function trackOf(creature: CreatureView | undefined, potential: string): TrackView | undefined {
  return creature?.tracks.find((one) => one.potential === potential)
}

export function potentialOf(skill: string): string {
  return Object.keys(SKILLS).find((one) => SKILLS[one]!.includes(skill)) ?? ''
}

/** "Might (Force)", or the word itself where it is no Skill. */
export function skillWords(skill: string): string {
  const potential = potentialOf(skill)
  return potential ? `${potential} (${skill})` : skill
}

export function markOfSide(fight: FightView, side: string): SideMark {
  return markOf(Object.keys(fight.sides), side)
}

export function sideName(fight: FightView, side: string): string {
  return fight.sides[side] ?? ''
}

export function isOwn(view: View, id: string): boolean {
  return view.you.seats.includes(id)
}

/** Two letters that no other creature has: the first two, else the first and the last ("Ghoul 2" is G2). */
export function lettersOf(fight: FightView, one: CreatureView): string {
  const bare = (name: string): string[] => [...name.replace(/^the /i, '')]
  const short = (name: string): string => bare(name).slice(0, 2).join('')
  const twins = fight.creatures.filter((each) => short(each.name) === short(one.name))
  const last = bare(one.name).at(-1) ?? ''
  return twins.length > 1 && /\d/.test(last) ? `${bare(one.name)[0]}${last}` : short(one.name)
}

export function actorOf(fight: FightView, one: CreatureView): Actor {
  return {
    id: one.id,
    name: one.name,
    letters: lettersOf(fight, one),
    mark: markOfSide(fight, one.side),
    side: sideName(fight, one.side),
    line: one.line,
    out: one.out !== '',
  }
}

/** How far a zone is from another. */
export function bandTo(fight: FightView, from: string | undefined, zone: string): Band | '' {
  if (!from) return ''
  if (from === zone) return 'Here'
  return (fight.distances[from]?.find((one) => one.zone === zone)?.band as Band | undefined) ?? ''
}

export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

/** "Senna, Ruo and Imre". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(place: number): string {
  const tens = place % 100
  const ones = tens > 10 && tens < 14 ? 0 : place % 10
  return `${place}${['th', 'st', 'nd', 'rd'][ones] ?? 'th'}`
}

/** A track in words: "Might 9: 3 Stress, 2 Resistance spent". */
export function trackWords(one: TrackView): string {
  return `${one.potential} ${one.score}: ${one.stress} Stress, ${one.spent} Resistance spent`
}

/** How somebody is, in words, as far as the reader knows. */
export function stateOf(one: CreatureView): string {
  if (one.out) return [capital(one.out), one.dying ? 'dying' : ''].filter(Boolean).join(', ')
  return [
    one.pool > 0 ? `${one.marks} of ${count(one.pool, 'Mark')}` : '',
    one.dying ? 'dying' : '',
    ...one.conditions.map((each) => each.name),
    one.exhaustion > 0 ? `Exhaustion ${one.exhaustion}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The Potentials in the order of two columns: Physical, Mental, by turns. */
export const POTENTIAL_PAIRS: readonly string[] = ['Might', 'Instinct', 'Finesse', 'Wit', 'Nerve', 'Heart', 'Seep', 'Tether']
