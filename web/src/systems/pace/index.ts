import type { SystemUi } from '../types'
import Board from './Board.svelte'
import Brief from './Brief.svelte'
import FacingPicker from './FacingPicker.svelte'
import FacingPrompt from './FacingPrompt.svelte'
import GmTools from './GmTools.svelte'
import Sheet from './Sheet.svelte'
import SquarePicker from './SquarePicker.svelte'
import SquarePrompt from './SquarePrompt.svelte'
import Strip from './Strip.svelte'
import { actorOf, characterOf, count, facingIn, fightOf, squareName, stateOf } from './fight'

/** The name of a square; other places are objects, by their ids. */
const SQUARE = /^[A-Z]{1,2}\d{1,2}$/

export const pace: SystemUi = {
  Strip,
  Board,
  Sheet,
  Brief,
  GmTools,
  dearPips: ['ap'],
  verbs: { Attack: 'Attack', Spells: 'Cast at' },
  plain: [],
  leavable: [
    { kind: 'facing', label: 'Which way to face after a Move', gm: false },
    { kind: 'damage type', label: 'Which type of damage', gm: false },
    { kind: 'defeat', label: 'What being defeated means', gm: true },
    { kind: 'stalemate', label: 'Whether a quiet fight goes on', gm: true },
    { kind: 'clock full', label: 'What a full clock brings', gm: true },
    { kind: 'no way out', label: 'Whoever cannot leave the terrain', gm: true },
  ],
  prompts: {
    facing: FacingPrompt,
    pivot: FacingPrompt,
    way: FacingPrompt,
    evade: SquarePrompt,
    'way out': SquarePrompt,
    place: SquarePrompt,
    disarm: SquarePrompt,
  },
  weighed: ['defence'],
  picker: (group) => {
    if (group.options.length < 2) return null
    if (group.options.every((one) => facingIn(one.id))) return FacingPicker
    return group.options.every((one) => one.target_kind === 'place' && SQUARE.test(one.target ?? '')) ? SquarePicker : null
  },
  keys: [['full stop', 'on the board: go to the chosen square and stay in the Move']],
  actors: (view) => {
    const fight = fightOf(view)
    return fight.characters.map((one) => actorOf(fight, one))
  },
  round: (view) => fightOf(view).round,
  acting: (view) => fightOf(view).turn?.character ?? null,
  turnSentence: (view) => {
    const fight = fightOf(view)
    const turn = fight.turn
    const one = characterOf(fight, turn?.character)
    if (!turn || !one) return ''
    const walk = turn.walk ? ` ${turn.walk.kind === 'free' ? 'Free movement' : 'Move'}: ${count(turn.walk.paces, 'Pace')} left.` : ''
    return `${one.ap} AP.${walk}${turn.free && !turn.walk ? ' Free movement is open.' : ''}`
  },
  whereabouts: (view, id) => {
    const fight = fightOf(view)
    const one = characterOf(fight, id)
    return one && one.square !== null ? `at ${squareName(fight, one.square)}, facing ${one.facing_words}` : ''
  },
  outcome: (view) => fightOf(view).outcome,
  standing: (view) => {
    const fight = fightOf(view)
    const sides = fight.sides.map((side) => side.id)
    return fight.characters
      .map((one) => ({ id: one.id, out: one.out, state: stateOf(one), side: sides.indexOf(one.side) }))
      .sort((one, other) => one.side - other.side)
  },
}
