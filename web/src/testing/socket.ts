import type { ClientMessage, ServerMessage } from '../protocol.gen'

/** A line that a test holds at both ends. */
export class FakeSocket {
  static all: FakeSocket[] = []
  sent: ClientMessage[] = []
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor() {
    FakeSocket.all.push(this)
  }

  static make(): WebSocket {
    return new FakeSocket() as unknown as WebSocket
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!
  }

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  close(): void {
    this.readyState = 3
  }

  drop(): void {
    this.readyState = 3
    this.onclose?.()
  }

  of<T extends ClientMessage['type']>(type: T): Extract<ClientMessage, { type: T }>[] {
    return this.sent.filter((one) => one.type === type) as Extract<ClientMessage, { type: T }>[]
  }
}
