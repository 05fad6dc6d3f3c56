import type { Entry, Odds, OptionView, Prompt, View } from '../protocol.gen'
import type { AbilityView, FightView, PersonaView, TraitView } from '../systems/d20plus/view.gen'

/** A fight to look at and to test against. Nothing here is a rule: it is what a table might say. */

export const odds: Odds = {
  bars: [
    { label: 'blocked', percent: 21.9, mark: 'none' },
    { label: '1 wound', percent: 36, mark: 'plain' },
    { label: '2', percent: 29.8, mark: 'plain' },
    { label: '3', percent: 10.2, mark: 'plain' },
    { label: '4 or more', percent: 2.2, mark: 'bad' },
  ],
  summary: 'Mean 1.35 wounds. Body broken 2.2 %.',
  mean: 1.35,
  notes: ['Without her Blood Ward, which is asked after you.'],
}

function trait(name: string, value: number, maximum: number, skills: [string, number, number][]): TraitView {
  return {
    name,
    value,
    maximum,
    broken_turns: value === 0 ? 2 : 0,
    skills: skills.map(([skill, score, unwounded]) => ({ name: skill, score, unwounded })),
  }
}

const stepAcross: AbilityView = {
  id: 'step-across',
  name: 'Step Across',
  text: 'When an ally within Close is targeted, become the target.',
  kind: 'reaction',
  reaction: 'interception',
  state: 'ready',
  ready: true,
}

export function persona(id: string, name: string, side: string, zone: string | null, more: Partial<PersonaView> = {}): PersonaView {
  return {
    id,
    name,
    letters: name.slice(0, 2),
    side,
    profession: 'Bounty Hunter',
    zone,
    last_seen: null,
    out: false,
    out_meaning: '',
    prone: false,
    cover: null,
    concealed: false,
    concealment: null,
    traits: [
      trait('Mind', 3, 3, [['Knowledge', 4, 4], ['Logic', 6, 6]]),
      trait('Body', 4, 5, [['Might', 5, 6], ['Grace', 8, 9]]),
      trait('Spirit', 3, 3, [['Will', 4, 4], ['Sense', 7, 7]]),
    ],
    dice: [
      { type: 'Gear', size: 10, source: 'Plate coat', applies: 'defence' },
      { type: 'Gear', size: 6, source: 'Iron bar', applies: 'strikes' },
      { type: 'Training', size: 8, source: 'Brawler', applies: 'Body rolls' },
    ],
    tad: null,
    lane: 'Mid',
    declared: true,
    abilities: [stepAcross],
    weapons: [{ id: 'bar', name: 'Iron bar', detail: 'Might, Mid, reaches Close', exhausted: false }],
    marks: [],
    power: 11,
    status: '',
    ...more,
  }
}

export function fight(more: Partial<FightView> = {}): FightView {
  return {
    round: 2,
    phase: 'turns',
    sides: [{ id: 'crew', name: 'The crew' }, { id: 'gate', name: 'The gate' }],
    zones: [
      { id: 'quay', name: 'Quay', x: 6, y: 4, width: 22, height: 52, ground: 'water', cover: [{ id: 'bales', name: 'bales', holder: 'tilde' }] },
      { id: 'hall', name: 'Customs Hall', x: 34, y: 4, width: 32, height: 52, ground: '', cover: [{ id: 'counter', name: 'counter', holder: null }] },
      { id: 'gantry', name: 'Gantry', x: 72, y: 4, width: 25, height: 24, ground: 'iron', cover: [{ id: 'rail', name: 'rail', holder: null }] },
      { id: 'stair', name: 'Stair', x: 72, y: 32, width: 25, height: 24, ground: 'stair', cover: [] },
    ],
    passages: [['quay', 'hall'], ['hall', 'stair'], ['stair', 'gantry']],
    distances: {
      quay: { quay: 'Close', hall: 'Ranged', stair: 'Far', gantry: 'Extreme' },
      hall: { quay: 'Ranged', hall: 'Close', stair: 'Ranged', gantry: 'Far' },
      stair: { quay: 'Far', hall: 'Ranged', stair: 'Close', gantry: 'Ranged' },
      gantry: { quay: 'Extreme', hall: 'Far', stair: 'Ranged', gantry: 'Close' },
    },
    personas: [
      persona('okello', 'Okello', 'crew', 'hall', { tad: { size: 6, source: 'from Tilde', ends: 'lasts to the end of your next turn' }, status: 'next' }),
      persona('maren', 'Maren', 'crew', 'hall', { profession: 'Witch', lane: 'Slow', status: 'ritual' }),
      persona('tilde', 'Tilde', 'crew', 'quay', { profession: 'Gambler', cover: 'bales' }),
      persona('grusk', 'Grusk', 'gate', 'hall', { profession: 'Hobgoblin', status: 'striking now' }),
      persona('sable', 'Sable', 'gate', 'stair', { profession: 'Assassin', lane: 'Fast', prone: true }),
      persona('petra', 'Petra', 'gate', null, { last_seen: 'gantry', concealed: true, lane: 'Slow', traits: [], dice: [], abilities: [], weapons: [], status: 'concealed' }),
    ],
    order: [
      { lane: 'Fast', slots: [{ persona: 'sable', state: 'past' }] },
      { lane: 'Mid', slots: [{ persona: 'tilde', state: 'past' }, { persona: 'grusk', state: 'now' }, { persona: 'okello', state: 'next' }] },
      { lane: 'Slow', slots: [{ persona: 'maren', state: 'next' }, { persona: 'petra', state: 'next' }] },
    ],
    turn: { persona: 'grusk', bonus: false, split: '2 Actions + 1 Move', actions: 1, actions_total: 2, moves: 0, moves_total: 1, beats: 2, beats_total: 2 },
    strike: { attacker: 'grusk', target: 'maren', stepping_in: ['okello'] },
    skills: ['Knowledge', 'Logic', 'Might', 'Grace', 'Will', 'Sense'],
    target_numbers: [{ number: 15, name: 'Basic' }, { number: 20, name: 'Skilled' }],
    sheets: ['Hobgoblin', 'Harbour guard'],
    outcome: null,
    ...more,
  }
}

export function option(id: string, more: Partial<OptionView> = {}): OptionView {
  return {
    id,
    group: id,
    label: id,
    detail: '',
    section: '',
    target: null,
    target_kind: 'none',
    cost: [],
    clause: null,
    refusal: null,
    ...more,
  }
}

const action = [{ pip: 'action', count: 1 }]
const move = [{ pip: 'move', count: 1 }]

export const turnPrompt: Prompt = {
  stamp: 's7',
  part: 0,
  seat: 'okello',
  mine: true,
  question: {
    kind: 'turn',
    title: 'Okello, Mid lane',
    clause: 'D7.2',
    facts: [],
    default: null,
    follows: '',
    options: [
      option('bar:grusk', { group: 'Iron bar', label: 'Strike Grusk', detail: 'Might 5, Mid, reaches Close: d8 + d6 + d6', section: 'Actions', target: 'grusk', target_kind: 'actor', cost: action }),
      option('bar:sable', { group: 'Iron bar', label: 'Strike Sable', detail: 'Might 5, Mid, reaches Close: d8 + d6 + d6', section: 'Actions', target: 'sable', target_kind: 'actor', cost: action, refusal: { text: 'Sable is Ranged; an iron bar reaches Close', clause: 'D8.4' } }),
      option('pistol', { group: 'Pistol', label: 'Shoot', detail: 'Grace 8', section: 'Actions', target: 'grusk', target_kind: 'actor', cost: action, refusal: { text: 'Grace was your first Action’s Skill', clause: 'D7.3' } }),
      option('mortar', { group: 'Mortar', label: 'Mortar', section: 'Actions', cost: action, refusal: { text: 'Slow, and your lane this round is Mid', clause: 'D9.4' } }),
      option('setup:okello', { group: 'Set up with Sense', label: 'Set up for yourself', detail: 'Sense 7', section: 'Actions', target: 'okello', target_kind: 'actor', cost: action }),
      option('setup:maren', { group: 'Set up with Sense', label: 'Set up for Maren', detail: 'Sense 7', section: 'Actions', target: 'maren', target_kind: 'actor', cost: action }),
      option('move:quay', { group: 'Move', label: 'Move to the Quay', section: 'Moves', target: 'quay', target_kind: 'place', cost: move }),
      option('move:stair', { group: 'Move', label: 'Move to the Stair', section: 'Moves', target: 'stair', target_kind: 'place', cost: move }),
      option('cover', { group: 'Take Cover', label: 'Take Cover', detail: 'behind the counter', section: 'Moves', cost: move }),
      option('locate', { group: 'Find Petra', label: 'Find Petra', detail: 'Sense 7 against a score you cannot see', section: 'Beats', cost: [{ pip: 'beat', count: 1 }] }),
      option('end', { group: 'End turn', label: 'End turn', section: 'Turn' }),
    ],
  },
}

export const reactionPrompt: Prompt = {
  stamp: 's6',
  part: 0,
  seat: 'okello',
  mine: true,
  question: {
    kind: 'reaction',
    title: 'Grusk strikes Maren. Do you step in?',
    clause: 'D11.3',
    facts: ['Trench club: Might 9 + d8 + d6 + d4, three dice within his cap of 6. Stepping in makes you the target.'],
    default: 'no',
    options: [
      option('no', { label: 'Let it fall', detail: 'Maren defends: Body 4 + d6 + d8', odds }),
      option('yes', { label: 'Step in', detail: 'You defend: Body 4 + d8 + d10', odds: { ...odds, mean: 1.18, notes: [] } }),
    ],
    follows: 'Interceptions first: you alone are asked, then the target.',
  },
}

export const dicePrompt: Prompt = {
  stamp: 's8',
  part: 0,
  seat: 'okello',
  mine: true,
  question: null,
  dice: [
    { sides: 20, label: 'iron bar' },
    { sides: 8, label: 'Training' },
    { sides: 6, label: 'Gear' },
    { sides: 10, label: 'Magic' },
  ],
  dice_title: 'Your dice for the iron bar, from the table.',
}

export const lanePrompt: Prompt = {
  stamp: 's1',
  part: 0,
  seat: 'okello',
  mine: true,
  question: {
    kind: 'lane',
    title: 'Choose your lane. Nobody sees it before all have.',
    clause: 'D9.4',
    facts: [],
    default: null,
    options: [option('Fast'), option('Mid'), option('Slow')],
    follows: '',
  },
}

export function view(more: Partial<View> = {}, fought: Partial<FightView> = {}): View {
  return {
    type: 'view',
    position: 12,
    title: 'The Saltgate',
    system: 'd20plus',
    system_title: 'd20+, lethal',
    scene: 'The Saltgate',
    you: { id: 'p3', name: 'Jonas', gm: false, seats: ['okello'] },
    people: [
      { id: 'p1', name: 'GM', gm: true, here: true, seats: ['grusk'] },
      { id: 'p2', name: 'Ana', gm: false, here: true, seats: ['maren'] },
      { id: 'p3', name: 'Jonas', gm: false, here: true, seats: ['okello'] },
      { id: 'p4', name: 'Priya', gm: false, here: false, seats: ['tilde'] },
    ],
    seats: ['okello', 'maren', 'tilde', 'grusk', 'sable', 'petra'].map((id, at) => ({
      id,
      name: id.charAt(0).toUpperCase() + id.slice(1),
      side: at < 3 ? 'crew' : 'gate',
      person: at === 0 ? 'p3' : at < 4 ? 'p2' : null,
      bot: at > 3 ? 'greedy' : null,
      dice: 'server',
      yours: at === 0,
      free: at > 4,
    })),
    prompts: [],
    waiting: [{ seat: 'okello', name: 'Okello', person: 'Jonas', text: 'Okello may answer with Step Across.' }],
    fight: fight(fought) as unknown as View['fight'],
    undo: { can_undo: true, can_redo: false, points: [{ to: 11, text: 'Grusk strikes Maren' }, { to: 9, text: 'Tilde sets up for Okello' }] },
    own_acts: [],
    rulings: [{ name: 'margin_zero_wounds', value: '1', default: '1', clause: 'D5.3', text: 'Wounds dealt by a margin of 0.' }],
    dice: { commitment: '7c1f09ae5b2240d3a8e1', seed: null },
    reactions: { okello: { 'step-across': 'ask' } },
    notes: [],
    next_step: '',
    over: false,
    read_only: false,
    log_total: 6,
    ...more,
  }
}

export function entry(number: number, more: Partial<Entry> = {}): Entry {
  return {
    number,
    round: 2,
    kind: 'move',
    clauses: ['D8.3'],
    say: [{ who: 'sable', name: 'Sable' }, ' moves from the Customs Hall to the Stair.'],
    ledgers: [],
    result: null,
    not_counted: [],
    follows: [],
    odds: null,
    undone_by: null,
    ...more,
  }
}

const die = (sides: number, face: number, natural = false, typed = false) => ({ sides, face, kept: true, natural, typed })
const row = (label: string, value: number, sides?: number, detail = '', clause: string | null = null, natural = false, typed = false) => ({
  die: sides ? die(sides, natural ? 20 : value, natural, typed) : null,
  label,
  detail,
  value,
  clause,
})

export const strikeEntry: Entry = entry(1, {
  kind: 'roll',
  clauses: ['D4.1', 'D5.1'],
  say: [{ who: 'sable', name: 'Sable' }, ' strikes ', { who: 'okello', name: 'Okello' }, ' with a short blade. One wound to Body, 5 to 4.'],
  ledgers: [
    { who: 'sable', name: 'Sable', title: '', rows: [row('short blade', 14, 20), row('Grace', 8, undefined, 'Body 6, bonus 2', 'D1.3'), row('Training d8', 5, 8, '', 'D3.1'), row('Gear d4', 2, 4, '', 'D3.1')], total_label: 'Score', total: 29 },
    { who: 'okello', name: 'Okello', title: '', rows: [row('defending', 9, 20, '', null, false, true), row('Body', 5, undefined, 'physical', 'D4.3'), row('Training d8', 6, 8), row('Gear d10', 3, 10)], total_label: 'Score', total: 23 },
  ],
  result: { label: 'Margin 29 − 23', value: 6, text: 'one wound up to 9', headline: '1 wound', clause: 'D5.1' },
  not_counted: [{ text: 'Naming, increment 5. Okello is not her Named target', clause: 'D5.2' }],
  follows: [{ text: 'Okello’s Body 4: Might 6 to 5, Grace 9 to 8', clause: 'D6.2' }],
  odds,
})

export const log: Entry[] = [
  entry(0, { kind: 'round', clauses: ['D9.4'], say: ['Round 2. Lanes revealed'] }),
  strikeEntry,
  entry(2, { not_counted: [{ text: 'she may not vanish in a turn after her own attack', clause: 'D8.9' }] }),
  entry(3, {
    kind: 'roll',
    clauses: ['D10.4', 'D10.2'],
    say: [{ who: 'tilde', name: 'Tilde' }, ' sets up for ', { who: 'okello', name: 'Okello' }, ': a Tactic d6.'],
    ledgers: [{ who: 'tilde', name: 'Tilde', title: '', rows: [row('Logic', 12, 20), row('Logic', 6), row('Training d6', 4, 6)], total_label: 'Score', total: 22 }],
    follows: [{ text: '20 to 24 gives d6; 25 would give d8.', clause: 'D10.2' }],
  }),
  entry(4, { kind: 'turn', clauses: ['D7.1'], say: [{ who: 'grusk', name: 'Grusk' }, ' commits to 2 Actions and 1 Move.'] }),
  entry(5, { undone_by: 'GM', say: [{ who: 'grusk', name: 'Grusk' }, ' moves to the Stair.'] }),
]
