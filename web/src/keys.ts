/** What single keys do. Pure, so that it can be tested without a page. */
export type KeyAct =
  | { act: 'region'; region: 'prompt' | 'actions' | 'board' | 'log' | 'sheet' }
  | { act: 'number'; number: number }
  | { act: 'step'; by: 1 | -1 }
  | { act: 'confirm' | 'back' | 'odds' | 'clause' | 'undo' | 'redo' | 'help' }

export interface KeyPress {
  key: string
  shift: boolean
  /** Any of control, meta or alt: those belong to the browser. */
  modified: boolean
  /** The focus is in a field that takes text. */
  typing: boolean
  /** The focus is on something that Enter already presses. */
  pressable: boolean
}

const REGIONS = { p: 'prompt', a: 'actions', b: 'board', l: 'log', s: 'sheet' } as const

export function keyAct(press: KeyPress, single: boolean): KeyAct | null {
  if (press.modified) return null
  if (press.key === 'Escape') return { act: 'back' }
  if (press.typing || !single) return null
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  if (key in REGIONS && !press.shift) return { act: 'region', region: REGIONS[key as keyof typeof REGIONS] }
  if (/^[0-9]$/.test(key)) return { act: 'number', number: key === '0' ? 10 : Number(key) }
  switch (key) {
    case '[':
      return { act: 'step', by: -1 }
    case ']':
      return { act: 'step', by: 1 }
    case 'Enter':
      return press.pressable ? null : { act: 'confirm' }
    case 'o':
      return { act: 'odds' }
    case 'c':
      return { act: 'clause' }
    case 'u':
      return { act: press.shift ? 'redo' : 'undo' }
    case '?':
      return { act: 'help' }
    default:
      return null
  }
}

export const KEY_HELP: readonly [string, string][] = [
  ['P', 'the open question'],
  ['A', 'actions'],
  ['B', 'board'],
  ['S', 'sheet'],
  ['L', 'log'],
  ['1 to 9, 0', 'the action, target or answer with that number'],
  ['Enter', 'confirm'],
  ['Esc', 'back one step; spends nothing'],
  ['arrows', 'move on the board and in lists'],
  ['[ and ]', 'previous and next target; looking back, the entry before and after'],
  ['Space', 'select what has the focus'],
  ['O', 'read the odds'],
  ['C', 'open the clause at the focus'],
  ['U, Shift+U', 'undo, redo (GM)'],
  ['?', 'this list'],
]
