import { BANDS, type Band } from './fight'
import type { CreatureView, FightView, ThingView, ZoneView } from './view.gen'

/** A zone as it stands in its column. */
export interface Place {
  zone: ZoneView
  feet: number
  sight: boolean
  creatures: CreatureView[]
  things: ThingView[]
  /** Whether one can go there from where one stands without passing through another zone. */
  open: boolean
}

export interface Column {
  band: Band
  places: Place[]
}

/** The zones in columns by their range from a zone; that zone itself is the first of Here. */
export function columns(fight: FightView, from: string | undefined): Column[] {
  const here = fight.zones.find((one) => one.id === from)
  const far = new Map((here ? (fight.distances[here.id] ?? []) : []).map((one) => [one.zone, one]))
  const sides = Object.keys(fight.sides)
  const places = fight.zones.map((zone) => {
    const way = far.get(zone.id)
    const own = zone.id === here?.id
    return {
      band: (own || !here ? 'Here' : (way?.band ?? 'Yonder')) as Band,
      own,
      zone,
      feet: own ? 0 : (way?.feet ?? 0),
      sight: own || (way?.sight ?? true),
      creatures: fight.creatures
        .filter((one) => one.zone === zone.id)
        .sort((one, other) => sides.indexOf(one.side) - sides.indexOf(other.side) || Number(one.out !== '') - Number(other.out !== '')),
      things: fight.things.filter((one) => one.zone === zone.id),
      open: own || !here || here.ways.includes(zone.id),
    }
  })
  return BANDS.map((band) => ({
    band,
    places: places
      .filter((one) => one.band === band)
      .sort((one, other) => Number(other.own) - Number(one.own) || one.feet - other.feet)
      .map(({ zone, feet, sight, creatures, things, open }) => ({ zone, feet, sight, creatures, things, open })),
  }))
}

/** A place in words: how far, what it is like, and where it leads. */
export function placeFacts(fight: FightView, place: Place, band: string): string {
  const names = place.zone.ways.map((id) => fight.zones.find((one) => one.id === id)?.name ?? '').filter(Boolean)
  return [
    band ? `${band}${place.feet > 0 ? `, ${place.feet} feet` : ''}` : '',
    place.sight ? '' : 'no line of sight',
    place.zone.narrow ? 'narrow' : '',
    names.length > 0 ? `leads to ${names.join(', ')}` : 'no way out of it now',
  ]
    .filter(Boolean)
    .join(', ')
}

export function thingWords(thing: ThingView): string {
  return [thing.name, thing.closed === null ? '' : thing.closed ? 'closed' : 'open', thing.holds ? `holds ${thing.holds}` : ''].filter(Boolean).join(', ')
}
