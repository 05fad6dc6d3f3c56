import { MediaQuery } from 'svelte/reactivity'

export type Size = 'phone' | 'tablet' | 'desktop'

/** Which of the three layouts the window has room for. */
export class Screen {
  #tablet = new MediaQuery('(min-width: 700px)')
  #desktop = new MediaQuery('(min-width: 1100px)')

  get size(): Size {
    return this.#desktop.current ? 'desktop' : this.#tablet.current ? 'tablet' : 'phone'
  }
}
