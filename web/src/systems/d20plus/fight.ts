import type { View } from '../../protocol.gen'
import type { FightView, PersonaView } from './view.gen'
import { markOf, type Actor } from '../types'

export function fightOf(view: View): FightView {
  return view.fight as unknown as FightView
}

export function personaOf(fight: FightView, id: string | null | undefined): PersonaView | undefined {
  return fight.personas.find((one) => one.id === id)
}

export function actorOf(fight: FightView, persona: PersonaView): Actor {
  return {
    id: persona.id,
    name: persona.name,
    letters: persona.letters,
    mark: markOf(fight.sides.map((side) => side.id), persona.side),
    side: fight.sides.find((side) => side.id === persona.side)?.name ?? '',
    line: persona.profession,
    out: persona.out,
  }
}

/** Where a token is drawn: its zone, or where it was last seen. */
export function placeOf(persona: PersonaView): string | null {
  return persona.zone ?? persona.last_seen
}

export function zoneName(fight: FightView, id: string | null): string {
  return fight.zones.find((zone) => zone.id === id)?.name ?? ''
}

/** How far a zone is from somebody. The table says it by Persona or by zone. */
export function bandTo(fight: FightView, from: PersonaView | undefined, zone: string): string {
  if (!from) return ''
  const own = fight.distances[from.id]?.[zone]
  return own ?? (from.zone ? (fight.distances[from.zone]?.[zone] ?? '') : '')
}

export function isOwn(view: View, id: string): boolean {
  return view.you.seats.includes(id)
}

/** Short words under a token and on the sheet. */
export function conditions(fight: FightView, persona: PersonaView): string[] {
  const cover = persona.cover && fight.zones.flatMap((zone) => zone.cover).find((one) => one.id === persona.cover)
  return [
    ...(persona.out ? ['Out'] : []),
    ...(persona.zone === null && persona.last_seen ? ['last seen here'] : []),
    ...(persona.zone !== null && persona.concealed ? [persona.concealment ? `concealed ${persona.concealment}` : 'concealed'] : []),
    ...(persona.prone ? ['prone'] : []),
    ...(persona.cover ? [cover ? `cover: ${cover.name}` : 'cover'] : []),
    ...persona.marks,
  ]
}

/** What is left of somebody, in words: "Out: killed", "unhurt", "Body 2 of 5". */
export function stateOf(one: PersonaView): string {
  const hurt = one.traits
    .filter((trait) => trait.value < trait.maximum)
    .map((trait) => (trait.value > 0 ? `${trait.name} ${trait.value} of ${trait.maximum}` : `${trait.name} broken`))
  const out = one.out ? [one.out_meaning ? `Out: ${one.out_meaning}` : 'Out'] : []
  // A sheet that was never seen tells nothing.
  const whole = one.traits.length > 0 && hurt.length === 0 && !one.out ? ['unhurt'] : []
  return [...out, ...whole, hurt.join(', ')].filter(Boolean).join('; ')
}

export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
