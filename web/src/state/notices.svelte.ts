export interface Notice {
  id: number
  text: string
  clause: string | null
}

const STAYS = 12_000

/** Quiet lines about what was refused or went stale. They go by themselves; none covers the board. */
export class Notices {
  list = $state.raw<Notice[]>([])
  #next = 1

  add(text: string, clause: string | null = null): void {
    const id = this.#next++
    this.list = [...this.list.filter((one) => one.text !== text), { id, text, clause }].slice(-3)
    setTimeout(() => this.remove(id), STAYS)
  }

  remove(id: number): void {
    this.list = this.list.filter((one) => one.id !== id)
  }
}
