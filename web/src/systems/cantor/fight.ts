import type { View } from '../../protocol.gen'
import { markOf, type Actor, type SideMark } from '../types'
import type { FightView, UnitView } from './view.gen'

/** What the signs of the board mean. */
export const GROUND_WORDS: Record<string, string> = {
  '.': 'open',
  '#': 'blocking',
  ':': 'difficult',
  s: 'soft cover',
  h: 'hard cover',
  '~': 'the drop',
}

export function fightOf(view: View): FightView {
  return view.fight as unknown as FightView
}

export function unitOf(fight: FightView, id: string | null | undefined): UnitView | undefined {
  return fight.units.find((one) => one.id === id)
}

export function unitAt(fight: FightView, hex: number): UnitView | undefined {
  return fight.units.find((one) => one.hex === hex)
}

export function markOfSide(fight: FightView, side: string): SideMark {
  return markOf(fight.sides.map((one) => one.id), side)
}

export function sideName(fight: FightView, side: string): string {
  return fight.sides.find((one) => one.id === side)?.name ?? ''
}

export function actorOf(fight: FightView, one: UnitView): Actor {
  return {
    id: one.id,
    name: one.name,
    letters: one.letters,
    mark: markOfSide(fight, one.side),
    side: sideName(fight, one.side),
    line: one.line,
    out: one.out !== '',
  }
}

export function isOwn(view: View, id: string): boolean {
  return view.you.seats.includes(id)
}

/** "your" where the reader plays only this one, else "Senna's". */
export function whose(view: View, unit: UnitView): string {
  return isOwn(view, unit.id) && view.you.seats.length === 1 ? 'your' : `${unit.name}’s`
}

export function hexName(fight: FightView, hex: number | null): string {
  return hex === null ? '' : (fight.board.names[hex] ?? '')
}

export function groundOf(fight: FightView, hex: number): string {
  const { width, rows } = fight.board
  return rows[Math.floor(hex / width)]?.[hex % width] ?? '.'
}

/** Every hex with one of these signs. */
export function hexesOf(fight: FightView, signs: string): number[] {
  return [...fight.board.rows.join('')].flatMap((one, hex) => (signs.includes(one) ? [hex] : []))
}

export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

/** "1 hex", "4 hexes". */
export function hexes(number: number): string {
  return `${number} ${number === 1 ? 'hex' : 'hexes'}`
}

/** "Senna, Ruo and Imre". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "+1", "−1" with a true minus, "0". */
export function withSign(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0'
}

/** What matters most about a unit's Resonance, in a word or two; empty while there is nothing to say. */
export function alarm(one: UnitView): string {
  if (one.out || !one.cantor) return ''
  if (one.cantor.fracture.manifest) return one.cantor.fracture.name
  return one.cantor.overcharged ? 'Overcharged' : ''
}

/** The names of its conditions as words of a sentence. */
export function conditionWords(one: UnitView): string[] {
  return one.conditions.map((each) => each.name.toLowerCase())
}

/** Everything about a hex that can be said without looking: "H5, soft cover, Husk 1". */
export function hexWords(fight: FightView, hex: number): string {
  return [
    hexName(fight, hex),
    GROUND_WORDS[groundOf(fight, hex)] ?? '',
    unitAt(fight, hex)?.name ?? '',
    fight.markers.some((one) => one.hex === hex) ? `somebody hides within ${hexes(fight.marker_distance)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** What is left of a unit, in words. */
export function stateOf(one: UnitView): string {
  if (one.out) return one.out
  const cantor = one.cantor
  return [
    `${one.hp} of ${one.hp_max} HP`,
    cantor ? `Structure ${cantor.structure}, Stress ${cantor.stress}, Resonance ${cantor.band}` : '',
    one.overshield > 0 ? `Overshield ${one.overshield}` : '',
    one.burn > 0 ? `Burn ${one.burn}` : '',
    alarm(one),
    ...conditionWords(one),
  ]
    .filter(Boolean)
    .join(', ')
}
