import type { OptionView } from '../../protocol.gen'
import type { Client } from '../../state/client.svelte'
import { unitOf } from './fight'
import type { AimView, FightView, WayView } from './view.gen'

/** What the eye rests on: under the mouse or the focus. It spends nothing and is told to nobody. */
export class Glance {
  hex = $state<number | null>(null)
  unit = $state<string | null>(null)
  option = $state<string | null>(null)
  /** The hex with the keyboard's focus, while it is on the board. */
  cursor = $state<number | null>(null)
}

const GLANCES = new WeakMap<Client, Glance>()

export function glanceOf(client: Client): Glance {
  let found = GLANCES.get(client)
  if (!found) GLANCES.set(client, (found = new Glance()))
  return found
}

function openOptions(client: Client): OptionView[] {
  return client.choice.prompt?.question?.options.filter((one) => !one.refusal) ?? []
}

/** The options that an open question has for hexes: what the chosen row offers there, else the first way to it. */
export function offers(client: Client, fight: FightView): Map<number, OptionView> {
  const found = new Map<number, OptionView>()
  const hexes = new Map(fight.board.names.map((name, hex) => [name, hex]))
  for (const [target, option] of client.choice.targets) {
    const hex = hexes.get(target)
    if (hex !== undefined && option.target_kind === 'place') found.set(hex, option)
  }
  if (client.choice.group && found.size > 0) return found
  const byId = new Map(openOptions(client).map((one) => [one.id, one]))
  for (const way of fight.ways) {
    const option = byId.get(way.option)
    if (option && !found.has(way.hex)) found.set(way.hex, option)
  }
  return found
}

/** What is chosen, looked at or focused, in that order of weight reversed: the eye goes first. */
function wanted(client: Client, fight: FightView): string | null {
  const glance = glanceOf(client)
  const looked = glance.hex === null ? undefined : offers(client, fight).get(glance.hex)?.id
  const met = glance.unit === null ? undefined : client.choice.targets.get(glance.unit)?.id
  return glance.option ?? looked ?? met ?? client.choice.optionId
}

/** The way that is drawn. */
export function shownWay(client: Client, fight: FightView): WayView | undefined {
  const id = wanted(client, fight)
  return fight.ways.find((one) => one.option === id) ?? fight.ways.find((one) => one.option === client.choice.optionId)
}

/** The line of fire that is drawn: the wanted one, or the only one that a question out of turn is about. */
export function shownAim(client: Client, fight: FightView): AimView | undefined {
  const id = wanted(client, fight)
  const found = fight.aims.find((one) => one.option === id) ?? fight.aims.find((one) => one.option === client.choice.optionId)
  const question = client.past.position ? null : client.prompt?.question
  if (found || !question || question.kind === 'turn') return found
  const ids = new Set(question.options.map((one) => one.id))
  const about = fight.aims.filter((one) => ids.has(one.option))
  return new Set(about.map((one) => one.target)).size === 1 ? about[0] : undefined
}

/** Who is aimed at: by the chosen or looked at option, or by the attack under way. */
export function targeted(client: Client, fight: FightView, unit: string): boolean {
  const option = client.choice.option
  return (option?.target_kind === 'actor' && option.target === unit) || Boolean(fight.clash?.targets.includes(unit)) || shownAim(client, fight)?.target === unit
}

/** Whose ring, way and line of fire the board shows. */
export function mover(client: Client, fight: FightView): string | null {
  return client.choice.prompt?.seat ?? (client.past.position ? null : client.prompt?.seat) ?? unitOf(fight, fight.turn?.unit)?.id ?? null
}
