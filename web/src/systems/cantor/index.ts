import type { SystemUi } from '../types'
import ActivatePrompt from './ActivatePrompt.svelte'
import AimPrompt from './AimPrompt.svelte'
import Board from './Board.svelte'
import Brief from './Brief.svelte'
import GmTools from './GmTools.svelte'
import HexPicker from './HexPicker.svelte'
import Notice from './Notice.svelte'
import Sheet from './Sheet.svelte'
import Strip from './Strip.svelte'
import { actorOf, alarm, fightOf, hexName, stateOf, unitOf } from './fight'

export const cantor: SystemUi = {
  Strip,
  Board,
  Sheet,
  Brief,
  GmTools,
  Notice,
  dearPips: ['move', 'quick', 'full', 'reaction'],
  atOnce: (group, view) => {
    if (group.section !== 'One-click') return false
    // A Cooldown may take the last Stress: that is never one slip of the finger away.
    const one = group.options[0]!.id === 'cooldown' ? unitOf(fightOf(view), fightOf(view).turn?.unit)?.cantor : null
    return !one || one.cooldown_cost < one.stress
  },
  verbs: {},
  plain: [],
  leavable: [
    { kind: 'brace', label: 'Whether to Brace against a hit', gm: false },
    { kind: 'overwatch', label: 'Whether to fire in Overwatch', gm: false },
    { kind: 'choir', label: 'What a Choir Moment brings', gm: true },
    { kind: 'stalemate', label: 'Whether a quiet fight goes on', gm: true },
  ],
  prompts: {
    activate: ActivatePrompt,
    'barrage second': AimPrompt,
    shove: AimPrompt,
    'go on': AimPrompt,
  },
  together: ['activate'],
  weighed: ['brace', 'overwatch'],
  picker: (group) => (group.options.length > 1 && group.options.every((one) => one.target_kind === 'place') ? HexPicker : null),
  keys: [['Q W E A S D', 'on the board: to the six hexes around, Q and W to the north, A and E west and east, S and D to the south']],
  actors: (view) => {
    const fight = fightOf(view)
    return fight.units.map((one) => actorOf(fight, one))
  },
  round: (view) => fightOf(view).round,
  acting: (view) => fightOf(view).turn?.unit ?? null,
  turnSentence: (view) => {
    const fight = fightOf(view)
    const turn = fight.turn
    const one = unitOf(fight, turn?.unit)
    if (!turn || !one) return ''
    const left = [turn.move ? '1 Move' : '', `${turn.quick} Quick${turn.full ? ' or 1 Full' : ''}`, turn.reaction ? 'Reaction ready' : ''].filter(Boolean)
    return `${alarm(one) ? `${alarm(one)}. ${one.cantor?.comes ?? ''} ` : ''}${left.join(', ')}.`
  },
  whereabouts: (view, id) => {
    const fight = fightOf(view)
    const one = unitOf(fight, id)
    return one && one.hex !== null ? `at ${hexName(fight, one.hex)}` : ''
  },
  outcome: (view) => fightOf(view).outcome,
  standing: (view) => {
    const fight = fightOf(view)
    const sides = fight.sides.map((side) => side.id)
    return fight.units
      .map((one) => ({ id: one.id, out: one.out !== '', state: stateOf(one), side: sides.indexOf(one.side) }))
      .sort((one, other) => one.side - other.side)
  },
}
