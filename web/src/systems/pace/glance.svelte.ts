import type { OptionView } from '../../protocol.gen'
import type { Client } from '../../state/client.svelte'
import { characterOf, facingIn, fightOf, type FacingName } from './fight'
import type { FightView, ShoveView, WayView } from './view.gen'

/** What the eye rests on: under the mouse or the focus. It spends nothing and is told to nobody. */
export class Glance {
  actor = $state<string | null>(null)
  square = $state<number | null>(null)
  option = $state<string | null>(null)
  /** The square with the keyboard's focus, while it is on the board. */
  cursor = $state<number | null>(null)
}

const GLANCES = new WeakMap<Client, Glance>()

export function glanceOf(client: Client): Glance {
  let found = GLANCES.get(client)
  if (!found) GLANCES.set(client, (found = new Glance()))
  return found
}

export function openOptions(client: Client): OptionView[] {
  return client.choice.prompt?.question?.options.filter((one) => !one.refusal) ?? []
}

export function walking(client: Client): boolean {
  const turn = fightOf(client.drawn!).turn
  return turn?.walk != null && client.choice.prompt?.question?.kind === 'turn' && client.choice.prompt.seat === turn.character
}

/** The options that an open question has for a square: by its name, by a way to it, or by an object on it. */
export function offers(client: Client, fight: FightView): Map<number, OptionView> {
  const byId = new Map(openOptions(client).map((one) => [one.id, one]))
  const found = new Map<number, OptionView>()
  const ap = (one: OptionView): number => one.cost.reduce((sum, pip) => sum + pip.count, 0)
  for (const way of fight.ways) {
    const option = byId.get(way.option)
    const other = found.get(way.square)
    // Where two ways lead to a square, a press means the cheaper one.
    if (option && (!other || ap(option) < ap(other))) found.set(way.square, option)
  }
  const squares = new Map(fight.board.names.map((name, square) => [name, square]))
  for (const [target, option] of client.choice.targets) {
    const square = squares.get(target) ?? fight.objects.find((one) => one.id === target)?.square
    if (square !== undefined && option.target_kind !== 'actor') found.set(square, option)
  }
  return found
}

/** A press on a square: choose what is offered there; on a chosen one, in the middle of a walk, go. */
export function press(client: Client, option: OptionView): void {
  if (client.choice.optionId === option.id && walking(client)) go(client)
  else client.choice.take(option)
}

/** Go to the chosen square and stay in the Move. */
export function go(client: Client): boolean {
  const { prompt, option } = client.choice
  if (!prompt || !option || client.outbox.busy(client.answerKey(prompt))) return false
  if (!fightOf(client.drawn!).ways.some((one) => one.option === option.id)) return false
  return client.answer(prompt, option.id)
}

/** The way that is drawn: what the eye rests on before what is chosen. */
export function shownWay(client: Client, fight: FightView): WayView | undefined {
  const glance = glanceOf(client)
  const looked = glance.square === null ? undefined : offers(client, fight).get(glance.square)?.id
  const wanted = glance.option ?? looked ?? client.choice.optionId
  return fight.ways.find((one) => one.option === wanted) ?? fight.ways.find((one) => one.option === client.choice.optionId)
}

export function shownShove(client: Client, fight: FightView): ShoveView | undefined {
  const wanted = glanceOf(client).option ?? client.choice.optionId
  return fight.shoves.find((one) => one.option === wanted)
}

/** The rings: where the chosen row leads, or the walk under way, or whoever is looked at could come with a Move; else the free movement. */
export function rings(client: Client, fight: FightView): { squares: number[]; actor: string; what: string } | null {
  const { choice } = client
  const seat = choice.prompt?.seat
  const kind = choice.prompt?.question?.kind
  const ids = new Set((choice.group?.options ?? (kind !== 'turn' || walking(client) ? openOptions(client) : [])).map((one) => one.id))
  const ways = fight.ways.filter((one) => ids.has(one.option))
  if (seat && ways.length > 0) {
    const squares = [...new Set(ways.map((one) => one.square))]
    const rest = fight.turn?.walk && ways.every((one) => one.option.startsWith('walk '))
    const what = rest ? `the rest of the ${fight.turn!.walk!.kind === 'free' ? 'free movement' : 'Move'}` : (choice.group?.name ?? choice.prompt?.question?.kind ?? '')
    return { squares, actor: seat, what }
  }
  const looked = characterOf(fight, glanceOf(client).actor ?? client.selected)
  if (choice.group) return null
  const free = new Set(kind === 'turn' ? openOptions(client).map((one) => one.id) : [])
  const freely = fight.ways.filter((one) => one.option.startsWith('free ') && free.has(one.option))
  if (seat && freely.length > 0 && (!looked || looked.id === seat)) {
    return { squares: freely.map((one) => one.square), actor: seat, what: 'the free movement' }
  }
  if (!looked || looked.out) return null
  return { squares: looked.reach.map(([square]) => square!), actor: looked.id, what: `a Move of ${looked.name}` }
}

/** How somebody is drawn to face: a direction that is looked at or chosen, before it is taken. */
export function shownFacing(client: Client, fight: FightView, id: string): FacingName | undefined {
  const option = glanceOf(client).option ?? client.choice.optionId
  const own = client.choice.prompt?.seat === id && option && !option.startsWith('way ') ? facingIn(option) : null
  return own ?? characterOf(fight, id)?.facing
}
