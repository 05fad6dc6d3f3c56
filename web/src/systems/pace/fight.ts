import type { View } from '../../protocol.gen'
import { markOf, type Actor, type SideMark } from '../types'
import type { CharacterView, FightView, ObjectView } from './view.gen'

export type FacingName = CharacterView['facing']

export const FACINGS: readonly FacingName[] = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

const FACING_WORDS: Record<FacingName, string> = {
  N: 'north',
  NE: 'north-east',
  E: 'east',
  SE: 'south-east',
  S: 'south',
  SW: 'south-west',
  W: 'west',
  NW: 'north-west',
}

const GROUND_WORDS: Record<string, string> = { '.': 'open', '#': 'wall', ':': 'difficult ground' }

export function fightOf(view: View): FightView {
  return view.fight as unknown as FightView
}

export function characterOf(fight: FightView, id: string | null | undefined): CharacterView | undefined {
  return fight.characters.find((one) => one.id === id)
}

export function characterAt(fight: FightView, square: number): CharacterView | undefined {
  return fight.characters.find((one) => one.square === square)
}

export function objectsAt(fight: FightView, square: number): ObjectView[] {
  return fight.objects.filter((one) => one.square === square)
}

export function markOfSide(fight: FightView, side: string): SideMark {
  return markOf(fight.sides.map((one) => one.id), side)
}

export function sideName(fight: FightView, side: string): string {
  return fight.sides.find((one) => one.id === side)?.name ?? ''
}

export function actorOf(fight: FightView, one: CharacterView): Actor {
  return {
    id: one.id,
    name: one.name,
    letters: one.letters,
    mark: markOfSide(fight, one.side),
    side: sideName(fight, one.side),
    line: one.line,
    out: one.out,
  }
}

export function isOwn(view: View, id: string): boolean {
  return view.you.seats.includes(id)
}

export function squareName(fight: FightView, square: number | null): string {
  return square === null ? '' : (fight.board.names[square] ?? '')
}

export function groundOf(fight: FightView, square: number): string {
  const { width, rows } = fight.board
  return rows[Math.floor(square / width)]?.[square % width] ?? '.'
}

export function degrees(facing: FacingName): number {
  return FACINGS.indexOf(facing) * 45
}

export function facingWords(facing: FacingName): string {
  return FACING_WORDS[facing]
}

/** The direction an option is about: "face NE", "pivot NE" and "way NE" end in it. */
export function facingIn(option: string): FacingName | null {
  const found = /^(?:face|pivot|way) (N|NE|E|SE|S|SW|W|NW)$/.exec(option)
  return found ? (found[1] as FacingName) : null
}

export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

/** "Ilse, Bram and Ade". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The figure of a door or an object in words: "crate, 6 of 10 HP". */
export function objectWords(one: ObjectView): string {
  const state = one.destroyed ? 'destroyed' : one.door && !one.name.includes(one.door) ? one.door : ''
  const hp = one.hp !== null && !one.destroyed ? `${one.hp} of ${one.hp_max ?? one.hp} HP` : ''
  return [one.name, state, hp].filter(Boolean).join(', ')
}

/** Everything about a square that can be said without looking: "H5, open, Kord, facing south-west". */
export function squareWords(fight: FightView, square: number): string {
  const who = characterAt(fight, square)
  const bodies = fight.characters.filter((one) => one.square === null && one.body === square)
  return [
    squareName(fight, square),
    GROUND_WORDS[groundOf(fight, square)] ?? '',
    ...(who ? [who.name, `facing ${who.facing_words}`] : []),
    ...objectsAt(fight, square).map(objectWords),
    ...fight.items.filter((one) => one.square === square).map((one) => `${one.name} on the ground`),
    ...bodies.map((one) => `${one.name} lies here`),
  ]
    .filter(Boolean)
    .join(', ')
}

/** What is left of somebody, in words. */
export function stateOf(one: CharacterView): string {
  if (one.out) return one.out_meaning ? `defeated: ${one.out_meaning}` : 'defeated'
  const hurt = one.hp < one.hp_max ? `${one.hp} of ${one.hp_max} HP` : 'unhurt'
  return [hurt, ...one.conditions].join(', ')
}
