import { SvelteMap } from 'svelte/reactivity'
import type { OptionView, Prompt } from '../../protocol.gen'
import type { Client } from '../../state/client.svelte'
import { creatureOf, fightOf, handOf } from './fight'
import { DIMENSIONS, narrow, playOf, playsOf, samePick, type Dimension, type Picked, type Play, type Wanted } from './options'
import { kept, toggled, Taps, type PlannedHalf } from './plan'

/** What lies on a reader's side of the table and is told to nobody: the plan of each seat, and what is picked. */
export class Desk {
  #plans = new SvelteMap<string, PlannedHalf[]>()
  #picked = $state.raw<Picked | null>(null)
  #wanted = $state.raw<Wanted>({})
  /** A Surge that is picked out of turn, by its seat. */
  surge = $state.raw<{ seat: string; card: string } | null>(null)
  /** The places in the queue that were said last. */
  told = ''
  readonly taps = new Taps()
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** The turn that this reader decides now. */
  turn = $derived.by<Prompt | null>(() => {
    const prompt = this.#client.choice.prompt
    return prompt?.question?.kind === 'turn' ? prompt : null
  })
  plays = $derived.by<Play[]>(() => {
    const prompt = this.turn
    if (!prompt?.question || !this.#client.view) return []
    const fight = fightOf(this.#client.view)
    const cards = handOf(fight, prompt.seat)?.cards ?? []
    const items = creatureOf(fight, prompt.seat)?.items.map((one) => one.id) ?? []
    return prompt.question.options.map((one) => playOf(one, cards, items))
  })
  /** What is picked of a turn. The page's own choice goes first: what it takes back is taken back here too. */
  picked = $derived.by<Picked | null>(() => (this.#client.choice.groupName === null ? null : this.#picked))
  within = $derived(playsOf(this.plays, this.picked))
  chosen = $derived.by<Play | null>(() => {
    const id = this.#client.choice.optionId
    return this.within.find((one) => one.option.id === id) ?? null
  })
  wanted = $derived.by<Wanted>(() => (this.chosen ? wantedBy(this.chosen) : this.#wanted))
  narrowed = $derived(narrow(this.within, this.wanted))

  /** What may be pressed on the scene, by creature, zone or thing. */
  aims = $derived.by<Map<string, OptionView>>(() => {
    if (!this.turn) return this.#client.choice.targets
    const open = this.picked ? playsOf(this.plays, this.picked) : this.plays.filter((one) => one.kind === 'go on')
    const { target: _, ...rest } = this.wanted
    return new Map(narrow(open, rest).left.flatMap((one) => (one.target && !one.option.refusal ? [[one.target, one.option] as const] : [])))
  })

  plan(seat: string): PlannedHalf[] {
    const view = this.#client.view
    const hand = view ? handOf(fightOf(view), seat) : undefined
    return hand ? kept(this.#plans.get(seat) ?? [], hand.cards) : []
  }

  setPlan(seat: string, plan: PlannedHalf[]): void {
    this.#plans.set(seat, plan)
  }

  toggle(seat: string, half: PlannedHalf): void {
    const view = this.#client.view
    const creature = view ? creatureOf(fightOf(view), seat) : undefined
    const frenzied = creature?.conditions.some((one) => one.name.startsWith('Frenzied')) ?? false
    this.setPlan(seat, toggled(this.plan(seat), half, frenzied))
  }

  pick(picked: Picked | null): void {
    this.#picked = samePick(this.picked, picked) ? null : picked
    this.#wanted = {}
    this.#tell(this.#picked, {})
  }

  want(dimension: Dimension, value: string): void {
    // What comes after it is chosen anew, but not whom it is for.
    const next: Wanted = { ...this.wanted, [dimension]: value }
    for (const one of DIMENSIONS.slice(DIMENSIONS.indexOf(dimension) + 1)) if (one !== 'target') delete next[one]
    this.#wanted = next
    this.#tell(this.picked, next)
  }

  /** Take aim at somebody or something on the scene; false when nothing is asked of it. */
  aim(target: string): boolean {
    const option = this.aims.get(target)
    if (!option) return false
    if (!this.turn) return this.#client.choice.pickTarget(target)
    this.take(this.plays.find((one) => one.option.id === option.id)!)
    return true
  }

  take(play: Play): void {
    this.#picked = pickOf(play)
    this.#wanted = wantedBy(play)
    this.#client.choice.take(play.option)
  }

  /** Put the option in question where the page's keys and its foot find it. */
  #tell(picked: Picked | null, wanted: Wanted): void {
    const choice = this.#client.choice
    const { chosen, left } = narrow(playsOf(this.plays, picked), wanted)
    const first = chosen ?? left[0]
    if (!first) return choice.clear()
    choice.take(first.option)
    if (!chosen) choice.optionId = null
  }

  /** A half is on its way: it leaves the plan. */
  sent(seat: string, play: Play): void {
    this.setPlan(
      seat,
      this.plan(seat).filter((one) => one.card !== play.card || one.side !== play.side),
    )
  }
}

function pickOf(play: Play): Picked {
  const named = play.kind === 'half' || play.kind === 'surge' || play.kind === 'drop'
  return { kind: play.kind, card: named ? play.card : '', side: play.side }
}

function wantedBy(play: Play): Wanted {
  return { optionCard: play.optionCard, weapon: play.weapon, skill: play.skill, target: play.target }
}

const DESKS = new WeakMap<Client, Desk>()

export function deskOf(client: Client): Desk {
  const known = DESKS.get(client)
  if (known) return known
  let made!: Desk
  // It outlives the part of the page that asks for it first, and what is derived in it does too.
  $effect.root(() => {
    made = new Desk(client)
  })
  DESKS.set(client, made)
  return made
}
