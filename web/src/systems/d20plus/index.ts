import type { SystemUi } from '../types'
import Board from './Board.svelte'
import Brief from './Brief.svelte'
import GmTools from './GmTools.svelte'
import Sheet from './Sheet.svelte'
import Strip from './Strip.svelte'
import { actorOf, count, fightOf, personaOf, placeOf, stateOf, zoneName } from './fight'

export const d20plus: SystemUi = {
  Strip,
  Board,
  Sheet,
  Brief,
  GmTools,
  dearPips: ['action'],
  verbs: { Strikes: 'Strike' },
  plain: ['D3.6'],
  allowable: ['lane'],
  leavable: [
    { kind: 'split', label: 'Actions and Moves of a turn', gm: false },
    { kind: 'dice', label: 'Which dice to throw', gm: false },
    { kind: 'defending trait', label: 'Which Trait defends', gm: true },
    { kind: 'opposing skill', label: 'Which skill opposes', gm: true },
    { kind: 'setup skill', label: 'Whether a skill sets up', gm: true },
    { kind: 'out meaning', label: 'What being Out means', gm: true },
    { kind: 'stalemate', label: 'Whether a quiet fight goes on', gm: true },
  ],
  actors: (view) => {
    const fight = fightOf(view)
    return fight.personas.map((one) => actorOf(fight, one))
  },
  round: (view) => fightOf(view).round,
  acting: (view) => fightOf(view).turn?.persona ?? null,
  turnSentence: (view) => {
    const fight = fightOf(view)
    const turn = fight.turn
    if (!turn) return ''
    const lane = personaOf(fight, turn.persona)?.lane
    const left = [count(turn.actions, 'Action'), count(turn.moves, 'Move'), count(turn.beats, 'Beat')]
    return `${lane ? `${lane} lane. ` : ''}${turn.split ? `${left.join(', ')}.` : ''}`
  },
  whereabouts: (view, id) => {
    const fight = fightOf(view)
    const persona = personaOf(fight, id)
    if (!persona) return ''
    const place = zoneName(fight, placeOf(persona))
    return [persona.lane ? `${persona.lane} lane` : '', place ? `in ${place}` : ''].filter(Boolean).join(', ')
  },
  outcome: (view) => fightOf(view).outcome,
  standing: (view) => {
    const fight = fightOf(view)
    const sides = fight.sides.map((side) => side.id)
    return fight.personas
      .map((one) => ({ id: one.id, out: one.out, state: stateOf(one), side: sides.indexOf(one.side) }))
      .sort((one, other) => one.side - other.side)
  },
}
