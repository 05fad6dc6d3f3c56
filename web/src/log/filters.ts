import type { Entry } from '../protocol.gen'
import type { LogKind } from '../state/prefs.svelte'

const KIND: Record<Entry['kind'], LogKind | null> = {
  roll: 'rolls',
  move: 'moves',
  turn: 'moves',
  choice: 'moves',
  gm: 'gm',
  note: 'gm',
  round: null,
  end: null,
}

/** What the reader wants to see. Rounds and the end of the fight are always shown. */
export function visible(entries: readonly Entry[], shown: Record<LogKind, boolean>): Entry[] {
  if (shown.rolls && shown.moves && shown.gm) return entries as Entry[]
  return entries.filter((one) => {
    const kind = KIND[one.kind]
    return kind === null || shown[kind]
  })
}
