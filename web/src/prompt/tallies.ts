import type { TallyView } from '../protocol.gen'
import type { Standing } from '../systems/types'

export interface Row extends Standing {
  tally: TallyView | null
}

/** A row for everybody: those of the fight first, then whoever rolled and is no longer in it. */
export function rowsOf(standing: readonly Standing[], tallies: readonly TallyView[]): Row[] {
  const byId = new Map(tallies.map((one) => [one.who, one]))
  const known = new Set(standing.map((one) => one.id))
  return [
    ...standing.map((one) => ({ ...one, tally: byId.get(one.id) ?? null })),
    ...tallies.filter((one) => !known.has(one.who)).map((one) => ({ id: one.who, out: false, state: '', tally: one })),
  ]
}

/** "wounds dealt 4, wounds taken 2", in the order and words of the system. */
export function deedsInWords(tally: TallyView): string {
  return Object.entries(tally.deeds)
    .map(([name, number]) => `${name}\u00a0${number}`)
    .join(', ')
}

/** "+3.5 in 9 dice", with those thrown by hand named; "9 dice" where high faces are no luck. */
export function luckInWords(tally: TallyView): string {
  if (tally.dice === 0) return ''
  const luck = tally.luck === null ? '' : `${tally.luck > 0 ? '+' : tally.luck < 0 ? '−' : ''}${Math.abs(tally.luck)} in `
  const hand = tally.by_hand > 0 ? `, ${tally.by_hand} by hand` : ''
  return `${luck}${tally.dice} ${tally.dice === 1 ? 'die' : 'dice'}${hand}`
}
