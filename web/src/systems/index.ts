import { cantor } from './cantor'
import { d20plus } from './d20plus'
import { pace } from './pace'
import { sunder } from './sunder'
import type { SystemUi } from './types'

const SYSTEMS: Record<string, SystemUi> = { d20plus, pace, cantor, sunder }

export function systemUi(id: string): SystemUi | null {
  return SYSTEMS[id] ?? null
}
