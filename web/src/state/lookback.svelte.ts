import type { Entry, PositionMessage, View } from '../protocol.gen'
import type { Outbox } from './outbox.svelte'

/** The fight as it stood after an entry of the log. It is only looked at; nothing can be pressed there. */
export class LookBack {
  position = $state.raw<PositionMessage | null>(null)
  #asked: string | null = null
  readonly #outbox: Outbox

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  get entry(): number | null {
    return this.position?.entry ?? null
  }

  want(entry: number): void {
    const id = this.#outbox.send({ type: 'want_position', entry }, 'position')
    if (id !== null) this.#asked = id
  }

  /** True if this is what was asked for last. */
  receive(message: PositionMessage): boolean {
    this.#outbox.refused(message.id)
    if (message.id !== this.#asked) return false
    this.#asked = null
    this.position = message
    return true
  }

  /** The entry to show next in this direction: `null` at either end. What was taken back has no board. */
  next(entries: readonly Entry[], by: 1 | -1): number | null {
    const at = this.entry
    if (at === null) return null
    const standing = entries.filter((one) => !one.undone_by)
    const found = by > 0 ? standing.find((one) => one.number > at) : standing.findLast((one) => one.number < at)
    return found?.number ?? null
  }

  /** Back to now. */
  leave(): void {
    this.position = null
    this.#asked = null
  }

  /** What board, turn order and sheet draw. */
  over(view: View | null): View | null {
    return view && this.position ? { ...view, fight: this.position.fight } : view
  }
}
