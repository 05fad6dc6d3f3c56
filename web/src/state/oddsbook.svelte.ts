import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { Entry, Odds, OptionView, Prompt } from '../protocol.gen'
import type { Outbox } from './outbox.svelte'

const KEPT = 200
const ENTRY = 'entry '

/** Odds per option of an open question, and of what was decided. They are asked for once and never hold up a click. */
export class OddsBook {
  #known = new SvelteMap<string, Odds | null>()
  #asked = new Map<string, string>()
  /** What was worked out for an earlier position: shown until it is worked out anew. */
  #doubted = new SvelteSet<string>()
  readonly #outbox: Outbox

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  /** `undefined` while they are being worked out, `null` when there are none. */
  of(prompt: Prompt, option: OptionView): Odds | null | undefined {
    return option.odds ?? this.#known.get(key(prompt, option.id))
  }

  want(prompt: Prompt, option: OptionView): void {
    const name = key(prompt, option.id)
    if (option.odds || (this.#known.has(name) && !this.#doubted.has(name))) return
    const id = this.#outbox.send(
      { type: 'want_odds', stamp: prompt.stamp, part: prompt.part, option: option.id },
      `odds ${name}`,
      true,
    )
    if (!id) return
    this.#asked.set(id, name)
    this.#doubted.delete(name)
  }

  /** The table moved on: an open question keeps its name, and its odds may be others. */
  doubt(): void {
    for (const name of this.#known.keys()) if (!name.startsWith(ENTRY)) this.#doubted.add(name)
  }

  /** The odds that an entry had before it was decided; `undefined` and `null` as above. */
  ofEntry(entry: Entry): Odds | null | undefined {
    return entry.odds ?? this.#known.get(entryKey(entry))
  }

  /** Only what shows dice was ever a matter of odds. */
  wantEntry(entry: Entry): void {
    const name = entryKey(entry)
    if (entry.odds || entry.undone_by || entry.ledgers.length === 0 || this.#known.has(name)) return
    const id = this.#outbox.send({ type: 'want_entry_odds', entry: entry.number }, `odds ${name}`, true)
    if (id) this.#asked.set(id, name)
  }

  receive(id: string, odds: Odds | null): void {
    const name = this.#asked.get(id)
    if (name === undefined) return
    this.#asked.delete(id)
    this.#outbox.refused(id)
    if (this.#known.size >= KEPT) {
      this.#known.clear()
      this.#doubted.clear()
    }
    this.#known.set(name, odds)
  }

  refused(id: string | null): void {
    if (id !== null) this.receive(id, null)
  }
}

/** An entry that says something else by now, or another one under the same number, is asked for anew. */
function entryKey(entry: Entry): string {
  return `${ENTRY}${entry.number} ${JSON.stringify(entry.say)}`
}

function key(prompt: Prompt, option: string): string {
  return `${prompt.stamp} ${prompt.part} ${option}`
}
