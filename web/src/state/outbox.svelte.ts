import type { ClientMessage, View } from '../protocol.gen'
import { newId } from '../net/ids'

type Identified = Exclude<ClientMessage, { type: 'hello' }>
/** A command before it gets its id. */
export type Command = Identified extends infer One ? (One extends { id: string } ? Omit<One, 'id'> : never) : never

interface Sent {
  id: string
  key: string
  message: ClientMessage
  accepted: boolean
  quiet: boolean
}

/** Commands under way. A key stands for one thing a person may do once: the second click sends nothing. */
export class Outbox {
  #sent = $state.raw<Sent[]>([])
  readonly #send: (message: ClientMessage) => boolean

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send
  }

  busy(key: string): boolean {
    return this.#sent.some((one) => one.key === key)
  }

  /** The id of the command, or null when it is already under way or the table is out of reach. */
  send(command: Command, key: string, quiet = false): string | null {
    if (this.busy(key)) return null
    const id = newId()
    const message = { ...command, id } as ClientMessage
    if (!this.#send(message)) return null
    this.#sent = [...this.#sent, { id, key, message, accepted: false, quiet }]
    return id
  }

  /** Whether the command was one that the reader did not click (odds, older log). */
  isQuiet(id: string | null): boolean {
    return this.#sent.some((one) => one.id === id && one.quiet)
  }

  accepted(id: string, view: View | null): void {
    this.#sent = this.#sent.map((one) => (one.id === id ? { ...one, accepted: true } : one))
    this.settle(view)
  }

  refused(id: string | null): void {
    this.#sent = this.#sent.filter((one) => one.id !== id)
  }

  /** Release what is done: an answer once its question is gone from the view, the rest once accepted. */
  settle(view: View | null): void {
    this.#sent = this.#sent.filter((one) => {
      if (!one.accepted) return true
      if (one.message.type !== 'answer') return false
      const { stamp, part } = one.message
      return view?.prompts.some((prompt) => prompt.stamp === stamp && prompt.part === part) ?? false
    })
  }

  /** After a break: the same commands with the same ids. The table answers a repeated one as before. */
  repeat(): void {
    for (const one of this.#sent) if (!one.accepted) this.#send(one.message)
  }
}
