import type { Odds, OptionView, Prompt, View } from '../protocol.gen'
import { POTENTIAL_PAIRS, SKILLS, skillWords } from '../systems/sunder/fight'
import type { CardView, CreatureView, FightView, GauntletView, HalfView, TrackView } from '../systems/sunder/view.gen'
import * as fix from './fixtures'

/** The Weir House while Fen acts. Nothing here is a rule: it is what a table might say. */

export const odds: Odds = {
  bars: [
    { label: 'Crit', percent: 20, mark: 'plain' },
    { label: 'Success', percent: 5, mark: 'plain' },
    { label: 'Mixed', percent: 40, mark: 'plain' },
    { label: 'Failure', percent: 5, mark: 'none' },
    { label: 'Miff', percent: 30, mark: 'bad' },
  ],
  summary: '65 % hits.',
  mean: 2.8,
  notes: [],
}

export function track(potential: string, score: number, stress = 0, spent = 0, more: Partial<TrackView> = {}): TrackView {
  return { potential, score, stress, spent, die: 6, jinx: Math.min(6, stress), charged: false, perks: [], skills: SKILLS[potential]!.slice(0, 1), ...more }
}

const INES: readonly [string, number, number, number][] = [
  ['Might', 9, 3, 2],
  ['Finesse', 7, 1, 0],
  ['Nerve', 8, 2, 1],
  ['Seep', 5, 0, 0],
  ['Instinct', 8, 0, 1],
  ['Wit', 6, 0, 0],
  ['Heart', 7, 1, 0],
  ['Tether', 4, 0, 1],
]

export function creature(id: string, side: string, zone: string, more: Partial<CreatureView> = {}): CreatureView {
  const player = side === 'A'
  return {
    id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    line: player ? 'Weir-warden of the third lock' : 'Something of the water',
    side,
    kind: player ? 'player' : 'adversary',
    archetype: player ? 'Frontliner' : null,
    contour: player ? null : 'Breaker',
    tier: 2,
    zone,
    out: '',
    dying: null,
    marks: 0,
    pool: 5,
    tracks: POTENTIAL_PAIRS.map((one) => track(one, 6)),
    conditions: [],
    favours: [],
    running: [],
    exhaustion: 0,
    items: [],
    domains: [],
    knacks: [],
    beats: 0,
    strings: 0,
    turns: 1,
    surge: null,
    place: null,
    note: '',
    ...more,
  }
}

export function half(name: string, text: string, more: Partial<HalfView> = {}): HalfView {
  return { name, text, test: '', cost: '', default: '', refusal: null, ...more }
}

export function card(id: string, top: HalfView | null, bottom: HalfView | null, more: Partial<CardView> = {}): CardView {
  return {
    id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    kind: 'action',
    general: true,
    text: '',
    top,
    bottom,
    surge: null,
    state: 'ready',
    back: '',
    parent: null,
    reacted: false,
    refusal: null,
    ...more,
  }
}

export const CARDS: readonly CardView[] = [
  card('strike', half('Attack', 'Melee, Here. Test Might (Force)', { test: 'Might (Force)' }), half('Guard', 'Might Stress cut by a Might die, 1 round')),
  card('endure', half('Stand fast', '1 Nerve Resistance: one Test succeeds', { cost: '1 Nerve Resistance' }), half('Recover', 'Grit or Frame Test: clear 1 Stress', { test: 'Nerve (Grit) or Seep (Frame)' })),
  card('shift', half('Move through', 'Move up to Close, past foes who hold the way if need be.'), half('Exchange', 'Draw an item or put one away, or take up one that lies within Here.')),
  card('spin', half('Affect', 'Weave or Esoterica Test.', { refusal: { text: 'No Dwoemer or Binding runs here.', clause: 'S5.12' } }), half('Steady', 'Advantage against Magick aimed at a Mental Potential.')),
  card('evade', half('Keep moving', 'Tests against you aimed at a Physical Potential have Disadvantage.'), half('Hide', 'Sleight or Aura Test.', { test: 'Finesse (Sleight) or Heart (Aura)' }), { state: 'used', back: 'at the start of its next turn' }),
  card('sluice', half('Open the sluice', 'A choice of waters.', { test: 'Tether (Weave)' }), half('Close it', 'It ends.'), { general: false, name: 'Sluice', state: 'active', back: 'when its die runs out' }),
  card('undertow', null, null, { kind: 'option', general: false, text: 'Pull a creature one range closer.', top: half('Undertow', 'Pull.'), parent: 'sluice' }),
  card('spate', null, null, { kind: 'option', general: false, text: 'Push everybody within Near.', top: half('Spate', 'Push.'), parent: 'sluice' }),
  card('second-wind', null, null, { kind: 'surge', general: false, name: 'Second wind', surge: half('Second wind', 'Clear 2 Nerve Stress.'), state: 'face down', back: 'at the end of its next turn' }),
  card('reload', null, null, { kind: 'surge', name: 'Reload', surge: half('Reload', 'A Loading weapon is ready again.') }),
  card('lock-step', null, null, { kind: 'trait', general: false, name: 'Lock-step', text: 'When a foe closes to within Here, for 1 Nerve Stress: move one zone.', reacted: true }),
]

export function gauntlet(more: Partial<GauntletView> = {}): GauntletView {
  return { creature: 'ines', queued: false, acting: false, place: null, would_be: 3, refusal: null, give_way_to: [], join: [], group: [], ...more }
}

export const QUEUED: Partial<FightView> = {
  queue: [
    { creatures: ['tamsin'], gave_way_to: [] },
    { creatures: ['ines'], gave_way_to: [] },
    { creatures: ['rook'], gave_way_to: [] },
  ],
  gauntlets: [gauntlet({ queued: true, place: 3, would_be: null, give_way_to: ['rook'], join: ['tamsin'] })],
}

export function fight(more: Partial<FightView> = {}): FightView {
  return {
    system: 'sunder',
    title: 'The Weir House',
    scene: 'brawl',
    intro: '',
    sides: { A: 'The lock company', B: 'The Weir House' },
    creatures: [
      creature('ines', 'A', 'yard', {
        marks: 1,
        tracks: INES.map(([name, score, stress, spent]) => track(name, score, stress, spent, name === 'Might' ? { perks: [{ face: 5, name: 'Cleave', text: 'One more within Here.' }], charged: true } : {})),
        conditions: [{ name: 'Pinned', text: 'It cannot move.', ends: 'with a Squirm Test', clause: 'S10.1', die: 0, value: 0 }],
        running: [{ name: 'Sluice', text: 'The water is open.', ends: '', clause: 'S9.7', die: 4, value: 2, number: 3, card: 'sluice' }],
        items: [
          { id: 'boathook', name: 'Boathook', text: 'Force, Here, 1d6', in_hand: true, lies: null, shots: null, slots: 0, slots_max: 0, worn: 0, broken: false },
          { id: 'crossbow', name: 'Crossbow', text: 'Sleight, There, Loading', in_hand: false, lies: null, shots: 0, slots: 0, slots_max: 0, worn: 1, broken: false },
          { id: 'coat', name: 'Oilskin coat', text: 'Armor', in_hand: false, lies: null, shots: null, slots: 1, slots_max: 2, worn: 0, broken: false },
        ],
        beats: 2,
        knacks: ['Knots'],
      }),
      creature('fen', 'A', 'causeway', { archetype: 'Face' }),
      creature('tamsin', 'A', 'yard', { archetype: 'Healer', place: 2 }),
      creature('rook', 'A', 'mill', { archetype: 'Saboteur' }),
      creature('undershot', 'B', 'pit', { pool: 6, marks: 2 }),
      creature('heron', 'B', 'deck', { name: 'Gaunt heron', contour: 'Prowler', pool: 3, marks: 3, out: 'incapacitated' }),
      creature('watchman', 'B', 'yard', { name: 'Silted watchman', contour: 'Survivor', pool: 4, marks: 1, conditions: [{ name: 'Dazed', text: 'No Reactions.', ends: '', clause: null, die: 0, value: 0 }] }),
    ],
    zones: [
      { id: 'yard', name: 'Yard', x: 0, y: 4, narrow: false, ways: ['causeway', 'mill'] },
      { id: 'causeway', name: 'Causeway', x: 5, y: 0, narrow: true, ways: ['yard', 'deck'] },
      { id: 'mill', name: 'Mill floor', x: 6, y: 5, narrow: false, ways: ['yard', 'pit'] },
      { id: 'deck', name: 'Gate deck', x: 10, y: 1, narrow: false, ways: ['causeway', 'pit'] },
      { id: 'pit', name: 'Wheel pit', x: 11, y: 6, narrow: false, ways: ['mill', 'deck'] },
    ],
    distances: {
      yard: [
        { zone: 'causeway', band: 'Near', feet: 25, sight: true },
        { zone: 'mill', band: 'Close', feet: 30, sight: true },
        { zone: 'deck', band: 'There', feet: 50, sight: true },
        { zone: 'pit', band: 'There', feet: 55, sight: false },
      ],
    },
    queue: [{ creatures: ['tamsin'], gave_way_to: [] }],
    turn: { creature: 'fen', group: [], slot: false, plays: ['Strike, top'], feet_left: 0 },
    slot: false,
    forfeits: 0,
    announced: 4,
    action: null,
    surges: [],
    risk: 'Uncertain',
    countdowns: [
      { id: 'gate', name: 'The gate holds', size: 8, side: 'A', hope: 5, dread: 3, decides: true, decided: '', creature: null, skills: ['Brace', 'Reason'] },
      { id: 'lamp', name: 'The lamp is lit', size: 4, side: 'A', hope: 1, dread: 0, decides: false, decided: 'Hope', creature: null, skills: [] },
    ],
    things: [
      { id: 'hoist', name: 'Grain hoist', zone: 'mill', closed: null, holds: null },
      { id: 'hatch', name: 'Hatch', zone: 'yard', closed: true, holds: null },
    ],
    hands: [{ creature: 'ines', cards: [...CARDS] }],
    gauntlets: [gauntlet()],
    kits: [],
    weighed: null,
    outcome: null,
    ...more,
  }
}

const at = (target: string, kind: 'actor' | 'place' = 'actor'): Partial<OptionView> => ({ target, target_kind: kind })
const strike = (weapon: string, skill: string, target: string, name: string): OptionView =>
  fix.option(`strike top ${weapon} ${skill} ${target}`, { group: `Strike: Attack, ${weapon}`, label: name, section: 'Top', detail: `Test ${skill}; 1D6 damage to Might; risks 1 Stress`, clause: 'S5.12', ...at(target) })

export const turnPrompt: Prompt = {
  stamp: 's-turn',
  part: 0,
  seat: 'ines',
  mine: true,
  question: {
    kind: 'turn',
    title: 'Ines: what now?',
    clause: 'S5.3',
    facts: ['One top and one bottom, of two cards.'],
    default: null,
    follows: 'Then a slot of the GM.',
    options: [
      strike('boathook', 'Force', 'watchman', 'Silted watchman'),
      strike('crossbow', 'Sleight', 'watchman', 'Silted watchman'),
      strike('crossbow', 'Sleight', 'undershot', 'Undershot'),
      fix.option('strike bottom', { group: 'Guard', label: 'Guard', section: 'Strike' }),
      fix.option('endure top', { group: 'Stand fast', label: 'Stand fast', section: 'Endure' }),
      fix.option('endure bottom Grit', { group: 'Recover', label: 'Recover', section: 'Endure' }),
      fix.option('endure bottom Frame', { group: 'Recover', label: 'Recover', section: 'Endure' }),
      fix.option('shift top causeway', { group: 'Move through', label: 'Causeway', section: 'Shift', ...at('causeway', 'place') }),
      fix.option('shift top mill', { group: 'Move through', label: 'Mill floor', section: 'Shift', ...at('mill', 'place') }),
      fix.option('spin top', { group: 'Affect', label: 'Affect', section: 'Spin', refusal: { text: 'No Dwoemer or Binding runs here.', clause: 'S5.12' } }),
      fix.option('default top boathook watchman', { group: 'Plain attack: Boathook', label: 'Silted watchman', section: 'Instead', ...at('watchman') }),
      fix.option('default bottom mill', { group: 'Plain move', label: 'Mill floor', section: 'Instead', ...at('mill', 'place') }),
      fix.option('surge reload', { group: 'Reload', label: 'Reload', section: 'Surge' }),
      fix.option('drop 3', { group: 'Drop', label: 'Sluice', section: 'Drop' }),
      fix.option('end', { group: 'End turn', label: 'End turn', section: 'Turn' }),
    ],
  },
}

export function ask(kind: string, title: string, options: OptionView[], more: Partial<NonNullable<Prompt['question']>> = {}): Prompt {
  return { stamp: `s-${kind}`, part: 0, seat: 'ines', mine: true, question: { kind, title, clause: 'S4.9', facts: [], default: null, options, follows: '', ...more } }
}

export const throwInPrompt = ask('throw in', 'Nobody is in the queue. Do you throw in?', [fix.option('no', { label: 'Not now' }), fix.option('yes', { label: 'Throw in', detail: 'The first has the next turn.' })], { default: 'no' })
export const spendPrompt = ask('spend card', 'Whose top do you spend?', ['strike', 'endure', 'shift'].map((id) => fix.option(`card ${id}`, { label: id })), { clause: 'S5.7', default: 'card strike' })
export const clearPrompt = ask('clear', 'Which Potential is cleared of 1 Stress?', ['Might', 'Finesse', 'Nerve'].map((one) => fix.option(`potential ${one}`, { label: one })), { clause: 'S3.3' })

export const contributePrompt = ask('contribute', 'How does Ines contribute to The gate holds?', Object.values(SKILLS).flat().map((one) => fix.option(`skill ${one}`, { label: skillWords(one), detail: `risks 1 Stress` })), { clause: 'S4.11' })

export const MINE: Partial<FightView> = {
  turn: { creature: 'ines', group: [], slot: false, plays: [], feet_left: 0 },
  gauntlets: [gauntlet({ acting: true, place: 1, would_be: null, refusal: { text: 'It is your turn.', clause: 'S4.4' } })],
}

export function view(more: Partial<View> = {}, fought: Partial<FightView> = {}): View {
  const shown = fight(fought)
  return fix.view({
    title: 'The Weir House',
    system: 'sunder',
    system_title: 'Sunder',
    scene: 'The keeper has not sent down his count for nine days.',
    you: { id: 'p2', name: 'Priya', gm: false, seats: ['ines'] },
    people: [
      { id: 'p1', name: 'GM', gm: true, here: true, seats: ['undershot', 'heron', 'watchman'] },
      { id: 'p2', name: 'Priya', gm: false, here: true, seats: ['ines'] },
    ],
    seats: shown.creatures.map((one) => ({ id: one.id, name: one.name, side: one.side, person: one.id === 'ines' ? 'Priya' : 'GM', bot: null, dice: 'server' as const, yours: one.id === 'ines', free: false })),
    waiting: [{ seat: 'fen', name: 'Fen', person: null, text: 'Fen plays a turn.' }],
    prompts: [],
    own_acts: ['throw_in', 'leave', 'give_way', 'join_group', 'leave_group', 'surge', 'drop'],
    next_step: '',
    fight: shown as unknown as View['fight'],
    ...more,
  })
}

const gm = { you: { id: 'p1', name: 'GM', gm: true, seats: [] } }
export const SCENES: Record<string, () => View> = {
  'sunder-wait': () => view(),
  'sunder-queued': () => view({}, QUEUED),
  'sunder-refused': () => view({}, { gauntlets: [gauntlet({ would_be: null, refusal: { text: 'Whoever is incapacitated takes no turn.', clause: 'S3.24' } })] }),
  'sunder-turn': () => view({ prompts: [turnPrompt], waiting: [] }, MINE),
  'sunder-throw-in': () => view({ prompts: [throwInPrompt], waiting: [] }, { turn: null, queue: [] }),
  'sunder-spend': () => view({ prompts: [spendPrompt], waiting: [] }, MINE),
  'sunder-contribute': () => view({ prompts: [contributePrompt], waiting: [] }),
  'sunder-clear': () => view({ prompts: [clearPrompt], waiting: [] }, MINE),
  'sunder-gm': () => {
    const seats = view().seats.map((one) => ({ ...one, yours: false }))
    const kits = [{ creature: 'undershot', budget: 8, spent: 5, kit: [{ kind: 'Escalation' as const, rank: 'Minor', text: 'Mud: everybody within Near is Slowed.', cost: 2, refusal: null }] }]
    return view({ ...gm, seats, prompts: [{ ...turnPrompt, mine: false }] }, { ...QUEUED, kits, slot: false })
  },
}
