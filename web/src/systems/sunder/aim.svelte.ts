import type { Client } from '../../state/client.svelte'
import { deskOf } from './table.svelte'

/** What a press on a creature, a zone or a thing of the scene does now. */
export interface Aim {
  /** There is an option aimed at it. */
  open: boolean
  on: boolean
}

export function aimOf(client: Client, id: string): Aim {
  const option = client.past.position ? undefined : deskOf(client).aims.get(id)
  return { open: option !== undefined, on: option !== undefined && client.choice.optionId === option.id }
}

export function pressOn(client: Client, id: string): void {
  if (deskOf(client).aim(id) || !client.actors.has(id)) return
  client.selected = id
}
