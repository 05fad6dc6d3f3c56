import type { Entry } from '../protocol.gen'

/** How many older entries one scroll asks for. */
export const PAGE = 200

function said(entry: Entry): string {
  return entry.say.map((part) => (typeof part === 'string' ? part : part.name)).join('')
}

/** The log as far as this reader holds it: sorted by number, every number once. */
export class LogBook {
  entries = $state.raw<Entry[]>([])

  /**
   * `fresh` are entries that say something new, in order: those not here before, and a strike that now has its
   * result. An entry that comes again replaces the old one.
   */
  merge(incoming: Entry[], reset = false): { fresh: Entry[]; undone: Entry[] } {
    const held = new Map(reset ? [] : this.entries.map((entry) => [entry.number, entry]))
    const known = new Map(this.entries.map((entry) => [entry.number, entry]))
    const fresh: Entry[] = []
    const undone: Entry[] = []
    for (const entry of incoming) {
      const before = known.get(entry.number)
      if (entry.undone_by && before && !before.undone_by) undone.push(entry)
      else if (!before || said(entry) !== said(before)) fresh.push(entry)
      held.set(entry.number, entry)
    }
    if (reset || incoming.length > 0) this.entries = [...held.values()].sort((a, b) => a.number - b.number)
    return { fresh, undone }
  }

  get first(): number | null {
    return this.entries[0]?.number ?? null
  }

  /** The number after the newest entry held: what the server takes as "how many I have". */
  get have(): number {
    const last = this.entries.at(-1)
    return last ? last.number + 1 : 0
  }

  /** The next numbers to ask for: a hole first, then what is older. `null` when all is here. */
  missing(total: number): { start: number; stop: number } | null {
    for (let i = 1; i < this.entries.length; i += 1) {
      const before = this.entries[i - 1]!.number
      const here = this.entries[i]!.number
      if (here > before + 1) return { start: Math.max(before + 1, here - PAGE), stop: here }
    }
    const first = this.first
    if (first === null || first === 0 || this.entries.length >= total) return null
    return { start: Math.max(0, first - PAGE), stop: first }
  }
}
