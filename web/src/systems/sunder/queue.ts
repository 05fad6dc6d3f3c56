import { listed, nameOf, ordinal } from './fight'
import type { EntryView, FightView, GauntletView } from './view.gen'

/** One piece of the strip: who acts or waits, a slot of the GM between turns, or the open end. */
export type Piece =
  | { kind: 'entry'; creatures: string[]; state: 'now' | 'next' | 'waits'; gaveWayTo: string[] }
  | { kind: 'gm'; now: boolean; creature: string | null }
  | { kind: 'open' }

/** Those who wait, without the turn under way, however the table counts it. */
export function waiting(fight: FightView): EntryView[] {
  const acting = acts(fight)
  return fight.queue.filter((entry, at) => !(at === 0 && entry.creatures.some((one) => acting.includes(one))))
}

/** Whose turn it is: one, or those of a group action. */
export function acts(fight: FightView): string[] {
  const turn = fight.turn
  return turn ? [turn.creature, ...turn.group.filter((one) => one !== turn.creature)] : []
}

/** The queue as it is drawn: after every turn of players one slot of the GM (S4.5), after a slot none. */
export function pieces(fight: FightView, open: boolean): Piece[] {
  const found: Piece[] = []
  const turn = fight.turn
  const player = fight.creatures.find((one) => one.id === turn?.creature)?.kind === 'player'
  if (turn?.slot) found.push({ kind: 'gm', now: true, creature: turn.creature })
  else if (turn) found.push({ kind: 'entry', creatures: acts(fight), state: 'now', gaveWayTo: [] })
  if (fight.slot && !turn) found.push({ kind: 'gm', now: true, creature: null })
  else if (turn && !turn.slot && player) found.push({ kind: 'gm', now: false, creature: null })
  waiting(fight).forEach((entry, at) => {
    found.push({ kind: 'entry', creatures: entry.creatures, state: at === 0 ? 'next' : 'waits', gaveWayTo: entry.gave_way_to })
    found.push({ kind: 'gm', now: false, creature: null })
  })
  if (open) found.push({ kind: 'open' })
  return found
}

/** Who is before a place in the line, the turn under way counting as the first (from 1). */
export function before(fight: FightView, place: number): string[] {
  const acting = acts(fight)
  const line = [...(acting.length > 0 ? [acting] : []), ...waiting(fight).map((one) => one.creatures)]
  return line.slice(0, Math.max(0, place - 1)).map((one) => entryName(fight, one))
}

/** Who is right behind a place. */
export function behind(fight: FightView, place: number): string | null {
  const acting = acts(fight).length > 0 ? 1 : 0
  const next = waiting(fight)[place - acting]
  return next ? entryName(fight, next.creatures) : null
}

/** "Ines", or "Ines with Fen" for a group action. */
export function entryName(fight: FightView, creatures: readonly string[]): string {
  const [lead, ...rest] = creatures.map((one) => nameOf(fight, one))
  return rest.length > 0 ? `${lead} with ${listed(rest)}` : (lead ?? '')
}

function few(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : listed(names)
}

/** Under the button: the place one would get, and after whom. */
export function offerWords(fight: FightView, one: GauntletView, who = 'You'): string {
  const place = one.would_be
  if (place === null) return ''
  const ahead = before(fight, place)
  return `${who} would be ${ordinal(place)}, ${ahead.length > 0 ? `after ${few(ahead)}` : 'with nobody before you'}`
}

/** In the queue: after whom and before whom. */
export function placeWords(fight: FightView, one: GauntletView): string {
  if (one.place === null) return ''
  const ahead = before(fight, one.place)
  const next = behind(fight, one.place)
  const words = [ahead.length > 0 ? `after ${few(ahead)}` : 'nobody before you', next ? `before ${next}` : ''].filter(Boolean).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type Stand = 'acting' | 'queued' | 'refused' | 'open'

/** What the one big thing of a waiting screen is now. */
export function standOf(one: GauntletView): Stand {
  if (one.acting) return 'acting'
  if (one.queued) return 'queued'
  return one.refusal ? 'refused' : 'open'
}

/** "You are 3rd, after Fen and Tamsin." Whoever acts is told so otherwise. */
export function spoken(fight: FightView, one: GauntletView): string {
  if (one.place === null || one.acting) return ''
  const ahead = before(fight, one.place)
  return `You are ${ordinal(one.place)}${ahead.length > 0 ? `, after ${few(ahead)}` : ''}.`
}

/** The leads of the entries in a new order, one of them a step earlier or later. */
export function reordered(leads: readonly string[], lead: string, by: number): string[] {
  const from = leads.indexOf(lead)
  const to = Math.min(leads.length - 1, Math.max(0, from + by))
  const next = [...leads]
  if (from >= 0) next.splice(to, 0, ...next.splice(from, 1))
  return next
}
