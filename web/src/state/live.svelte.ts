/** What a screen reader is told. Two lines, so that a prompt interrupts and the rest waits its turn. */
export class Live {
  polite = $state('')
  assertive = $state('')
  #flip = false

  say(text: string, now = false): void {
    if (!text) return
    // The same sentence twice would not be read again: a changing space makes it new.
    this.#flip = !this.#flip
    const line = text + (this.#flip ? '\u00a0' : '')
    if (now) this.assertive = line
    else this.polite = line
  }
}
