import { unitOf } from './fight'
import type { FightView, OrderSlot, UnitView } from './view.gen'

/** A unit in the order of the round, once, however often it acts. */
export interface Slot {
  unit: UnitView
  state: OrderSlot['state']
}

export interface Lane {
  id: string
  chooses: boolean
  slots: Slot[]
}

/** What a unit with several activations is shown as: what it does now goes before what it has done. */
const WEIGHT: Record<OrderSlot['state'], number> = { out: 0, past: 1, next: 2, now: 3 }

export function lanes(fight: FightView): Lane[] {
  return fight.order.map(({ side, chooses, slots }) => {
    const found = new Map<string, Slot>()
    for (const slot of slots) {
      const unit = unitOf(fight, slot.unit)
      const known = found.get(slot.unit)
      if (unit && (!known || WEIGHT[slot.state] > WEIGHT[known.state])) found.set(slot.unit, { unit, state: slot.state })
    }
    return { id: side, chooses: chooses && fight.phase === 'choosing', slots: [...found.values()] }
  })
}

const WORDS: Record<OrderSlot['state'], string> = { past: 'has acted', now: 'acting', next: 'waits', out: 'out' }

/** The second line of a unit in the strip. */
export function slotLine(unit: UnitView, state: OrderSlot['state']): string {
  if (state === 'out') return unit.out || unit.status
  const turns = unit.activations > 1 ? `${unit.acted} of ${unit.activations} turns` : ''
  return unit.status || (state === 'next' && turns ? turns : [WORDS[state], turns].filter(Boolean).join(', '))
}
