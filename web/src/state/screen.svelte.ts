import { MediaQuery } from 'svelte/reactivity'

export type Size = 'phone' | 'tablet' | 'desktop'

/** Which of the three layouts the window has room for. */
export class Screen {
  // A phone lying on its side is a phone still. The style sheets ask the same.
  #tablet = new MediaQuery('(min-width: 700px) and (min-height: 520px)')
  #desktop = new MediaQuery('(min-width: 1100px) and (min-height: 520px)')

  get size(): Size {
    return this.#desktop.current ? 'desktop' : this.#tablet.current ? 'tablet' : 'phone'
  }
}
