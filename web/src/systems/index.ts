import { d20plus } from './d20plus'
import type { SystemUi } from './types'

const SYSTEMS: Record<string, SystemUi> = { d20plus }

export function systemUi(id: string): SystemUi | null {
  return SYSTEMS[id] ?? null
}
