import { store } from './store'

export type Theme = 'light' | 'dark'
export type LogKind = 'rolls' | 'moves' | 'gm'

function systemTheme(): Theme {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** What this reader chose for this browser. */
export class Prefs {
  theme = $state<Theme>((store.get('theme') as Theme) || systemTheme())
  newestFirst = $state(store.get('log.first') === '1')
  shown = $state<Record<LogKind, boolean>>({ rolls: true, moves: true, gm: true })
  keys = $state(store.get('keys') !== 'off')
  textBoard = $state(store.get('board.text') === '1')
  /** The line for newcomers. Putting it away is for good, until it is switched on again. */
  hints = $state(store.get('hints') !== 'off')

  setTheme(theme: Theme): void {
    this.theme = theme
    store.set('theme', theme)
  }

  toggleNewestFirst(): void {
    this.newestFirst = !this.newestFirst
    store.set('log.first', this.newestFirst ? '1' : '0')
  }

  setKeys(on: boolean): void {
    this.keys = on
    store.set('keys', on ? 'on' : 'off')
  }

  setHints(on: boolean): void {
    this.hints = on
    store.set('hints', on ? 'on' : 'off')
  }

  toggleTextBoard(): void {
    this.textBoard = !this.textBoard
    store.set('board.text', this.textBoard ? '1' : '0')
  }
}
