import Hand from '@lucide/svelte/icons/hand'
import LayoutPanelLeft from '@lucide/svelte/icons/layout-panel-left'
import type { SystemUi } from '../types'
import AimPrompt from './AimPrompt.svelte'
import Board from './Board.svelte'
import Brief from './Brief.svelte'
import CardPrompt from './CardPrompt.svelte'
import ChosenPlay from './ChosenPlay.svelte'
import GmTools from './GmTools.svelte'
import PotentialPrompt from './PotentialPrompt.svelte'
import SkillPrompt from './SkillPrompt.svelte'
import Sheet from './Sheet.svelte'
import Strip from './Strip.svelte'
import ThrowInPrompt from './ThrowInPrompt.svelte'
import Turn from './Turn.svelte'
import Unasked from './Unasked.svelte'
import { actorOf, creatureOf, fightOf, stateOf, zoneName } from './fight'

export const sunder: SystemUi = {
  Strip,
  Board,
  Sheet,
  Brief,
  GmTools,
  turn: Turn,
  chosen: ChosenPlay,
  unasked: Unasked,
  tabs: { act: { label: 'Hand', icon: Hand }, board: { label: 'Scene', icon: LayoutPanelLeft } },
  dearPips: [],
  verbs: {},
  plain: [],
  leavable: [
    { kind: 'react', label: 'Whether to react', gm: false },
    { kind: 'perk', label: 'Whether to use a Perk', gm: false },
    { kind: 'concentrate', label: 'Whether to keep up what is concentrated on', gm: false },
    { kind: 'stalemate', label: 'Whether a quiet scene goes on', gm: true },
    { kind: 'close', label: 'Whether a decided scene goes on', gm: true },
  ],
  prompts: {
    'throw in': ThrowInPrompt,
    'spend card': CardPrompt,
    contribute: SkillPrompt,
    'dying test': SkillPrompt,
    'free move': AimPrompt,
    'extra attack': AimPrompt,
    whom: AimPrompt,
    regain: PotentialPrompt,
    clear: PotentialPrompt,
    scar: PotentialPrompt,
  },
  weighed: ['resist', 'perk'],
  keys: [
    ['G', 'throw in the gauntlet'],
    ['Alt and arrow up or down', 'on a planned half: earlier or later'],
  ],
  actors: (view) => {
    const fight = fightOf(view)
    return fight.creatures.map((one) => actorOf(fight, one))
  },
  round: () => null,
  acting: (view) => fightOf(view).turn?.creature ?? null,
  turnSentence: (view) => {
    const turn = fightOf(view).turn
    if (!turn) return ''
    return turn.plays.length > 0 ? `Played: ${turn.plays.join('; ')}.` : 'One top and one bottom, of two cards.'
  },
  whereabouts: (view, id) => {
    const fight = fightOf(view)
    return zoneName(fight, creatureOf(fight, id)?.zone)
  },
  outcome: (view) => fightOf(view).outcome,
  standing: (view) => {
    const fight = fightOf(view)
    const sides = Object.keys(fight.sides)
    return fight.creatures
      .map((one) => ({ id: one.id, out: one.out !== '', state: stateOf(one), side: sides.indexOf(one.side) }))
      .sort((one, other) => one.side - other.side)
  },
}
