import type { ClientMessage, ServerMessage } from '../protocol.gen'

const FIRST_WAIT = 300
const LONGEST_WAIT = 3000

export type LinkState = 'connecting' | 'open' | 'lost'

export interface LinkHandlers {
  hello: () => ClientMessage
  message: (message: ServerMessage) => void
}

/** The line to the table: opens, says hello, and opens again when it breaks. It queues nothing. */
export class Link {
  state = $state<LinkState>('connecting')
  /** Seconds until the next try while the line is lost. */
  wait = $state(0)
  #socket: WebSocket | null = null
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #url: string
  readonly #handlers: LinkHandlers
  readonly #make: (url: string) => WebSocket

  constructor(url: string, handlers: LinkHandlers, make = (address: string) => new WebSocket(address)) {
    this.#url = url
    this.#handlers = handlers
    this.#make = make
  }

  open(): void {
    clearTimeout(this.#timer)
    this.#drop()
    const socket = this.#make(this.#url)
    this.#socket = socket
    socket.onopen = () => {
      if (socket !== this.#socket) return
      this.#tries = 0
      this.state = 'open'
      this.send(this.#handlers.hello())
    }
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#handlers.message(JSON.parse(String(event.data)) as ServerMessage)
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#retry()
    }
  }

  /** Try now instead of waiting: the page came back to the front, or the network returned. */
  hurry(): void {
    if (this.state === 'lost') this.open()
  }

  /** The system says that there is no network; the socket would take minutes to notice. */
  lose(): void {
    if (this.#socket) {
      this.#drop()
      this.#retry()
    }
  }

  send(message: ClientMessage): boolean {
    if (this.state !== 'open' || !this.#socket) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#drop()
  }

  #drop(): void {
    const old = this.#socket
    this.#socket = null
    if (old && old.readyState < 2) old.close()
  }

  #retry(): void {
    this.#socket = null
    this.state = 'lost'
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 1.7 ** this.#tries)
    this.#tries += 1
    this.wait = Math.ceil(wait / 1000)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.open(), wait)
  }
}

/** The folder of this server's pages: above that of a private copy, which lies in `t/<id>/`. */
export function rootFolder(pathname: string): string {
  return pathname.replace(/[^/]*$/, '').replace(/watch\/$/, '').replace(COPY, '')
}

/** The id of the private copy that a page belongs to; empty for the first table. */
export function folderKey(pathname: string): string {
  return COPY.exec(pathname.replace(/[^/]*$/, ''))?.[1] ?? ''
}

const COPY = /t\/([0-9a-f]+)\/$/

/** `/ws` next to the page, whatever folder the page is served from. */
export function socketUrl(page: { protocol: string; host: string; pathname: string }): string {
  const scheme = page.protocol === 'https:' ? 'wss' : 'ws'
  const folder = page.pathname.replace(/[^/]*$/, '').replace(/watch\/$/, '')
  return `${scheme}://${page.host}${folder}ws`
}
