import type { Client } from '../../state/client.svelte'
import { characterOf, markOfSide } from './fight'
import { shownFacing, type Glance } from './glance.svelte'
import type { SideMark } from '../types'
import type { FightView } from './view.gen'

/** The squares somebody threatens, as the table says, and how they are drawn. */
export interface Wedge {
  actor: string
  mark: SideMark
  squares: readonly number[]
  fill: 'wash' | 'hatch'
}

/** Whose threatened squares are drawn: whoever is looked at or selected, and both sides of a clash. */
export function wedges(client: Client, fight: FightView, glance: Glance): Wedge[] {
  // Whoever plays on both sides, as a GM may, sees those of the one shown as the own.
  const seats = client.view!.you.seats.flatMap((id) => characterOf(fight, id) ?? [])
  const shown = characterOf(fight, client.shownActor)
  const own = new Set(seats.map((one) => one.side)).size === 1 ? seats[0] : shown
  const ids = [client.shownActor, glance.actor, fight.clash?.attacker, fight.clash?.now]
  return [...new Set(ids)].flatMap((id) => {
    const one = characterOf(fight, id)
    if (!one || one.out || one.threatens.length === 0) return []
    // Of a facing that is only looked at the table has not said what it would threaten.
    if (shownFacing(client, fight, one.id) !== one.facing) return []
    const mark = markOfSide(fight, one.side)
    return [{ actor: one.id, mark, squares: one.threatens, fill: one.side === own?.side ? ('wash' as const) : ('hatch' as const) }]
  })
}
