import type { CardView, HalfView } from './view.gen'

/** The halves a person means to play, in their order. Nothing of it is told to the table (S5.3). */

export interface PlannedHalf {
  card: string
  side: 'top' | 'bottom'
}

export function sameHalf(one: PlannedHalf, other: PlannedHalf): boolean {
  return one.card === other.card && one.side === other.side
}

/** The place of a half in the plan, from 1; 0 when it is not in it. */
export function placeIn(plan: readonly PlannedHalf[], half: PlannedHalf): number {
  return plan.findIndex((one) => sameHalf(one, half)) + 1
}

/**
 * Take a half in, or out if it is in. Of one card there is one half, and of one side too, unless the rule of the
 * two sides is lifted (`frenzied`, S10.4): then up to three halves of three cards.
 */
export function toggled(plan: readonly PlannedHalf[], half: PlannedHalf, frenzied = false): PlannedHalf[] {
  if (placeIn(plan, half) > 0) return plan.filter((one) => !sameHalf(one, half))
  const clash = (one: PlannedHalf): boolean => one.card === half.card || (!frenzied && one.side === half.side)
  const at = plan.findIndex(clash)
  const kept = plan.filter((one) => !clash(one))
  // Another half in place of one takes its place in the order.
  const next = at < 0 ? [...kept, half] : [...kept.slice(0, at), half, ...kept.slice(at)]
  return next.slice(-(frenzied ? 3 : 2))
}

/** One half a step earlier or later. */
export function moved(plan: readonly PlannedHalf[], half: PlannedHalf, by: 1 | -1): PlannedHalf[] {
  const from = placeIn(plan, half) - 1
  const to = from + by
  if (from < 0 || to < 0 || to >= plan.length) return [...plan]
  const next = [...plan]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

export function halfOf(cards: readonly CardView[], half: PlannedHalf): HalfView | null {
  return cards.find((one) => one.id === half.card)?.[half.side] ?? null
}

/** A plan holds what lies in the hand, and nothing of a card that runs or is gone till a rest. */
export function plannable(card: CardView): boolean {
  return card.kind === 'action' && (card.state === 'ready' || card.state === 'used')
}

export function kept(plan: readonly PlannedHalf[], cards: readonly CardView[]): PlannedHalf[] {
  return plan.filter((one) => cards.some((card) => card.id === one.card && plannable(card) && card[one.side] !== null))
}

/** Two presses that follow each other at once are one: the second is not for what came under the finger since. */
export class Taps {
  #last = Number.NEGATIVE_INFINITY
  constructor(private readonly apart = 500) {}

  /** Whether a press at this time (in ms) counts; it does not right after the one before, nor right after a change. */
  counts(now: number): boolean {
    if (now - this.#last < this.apart) return false
    this.#last = now
    return true
  }

  /** Something else lies under the finger now. */
  changed(now: number): void {
    this.#last = Math.max(this.#last, now - this.apart / 2)
  }
}
