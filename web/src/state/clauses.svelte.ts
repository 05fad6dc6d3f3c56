import { SvelteMap } from 'svelte/reactivity'

export interface ClauseText {
  id: string
  title: string
  text: string
  tag: 'seed' | 'ruling' | 'mixed'
  tag_text: string
  setting: string | null
}

export interface ClauseLine {
  id: string
  title: string
  text: string
  tag: string
  tag_text: string
  section: string
}

type Fetch = (path: string) => Promise<Response>

/** The rulebook: clause texts by id, and which one lies open where. */
export class Clauses {
  /** Which clause is open, and the place that asked for it ("side" or an entry of the log). */
  shown = $state.raw<{ id: string; place: string } | null>(null)
  all = $state.raw<ClauseLine[] | 'failed' | null>(null)
  #texts = new SvelteMap<string, ClauseText | 'failed'>()
  readonly #fetch: Fetch

  constructor(get: Fetch = (path) => fetch(path)) {
    this.#fetch = get
  }

  text(id: string): ClauseText | 'failed' | undefined {
    return this.#texts.get(id)
  }

  toggle(id: string, place: string): void {
    if (this.shown?.id === id && this.shown.place === place) this.shown = null
    else {
      this.shown = { id, place }
      void this.load(id)
    }
  }

  close(): void {
    this.shown = null
  }

  async load(id: string): Promise<void> {
    if (this.#texts.has(id) && this.#texts.get(id) !== 'failed') return
    try {
      const answer = await this.#fetch(`api/clauses/${encodeURIComponent(id)}`)
      if (!answer.ok) throw new Error(String(answer.status))
      this.#texts.set(id, (await answer.json()) as ClauseText)
    } catch {
      this.#texts.set(id, 'failed')
    }
  }

  async loadAll(): Promise<void> {
    if (Array.isArray(this.all)) return
    this.all = null
    try {
      const answer = await this.#fetch('api/clauses')
      if (!answer.ok) throw new Error(String(answer.status))
      this.all = (await answer.json()) as ClauseLine[]
    } catch {
      this.all = 'failed'
    }
  }
}
