import type { OptionView, Prompt, View } from '../protocol.gen'
import type { CharacterView, FightView, WayView } from '../systems/pace/view.gen'
import * as fix from './fixtures'

/** The Abbey Mill in its third round. Nothing here is a rule: it is what a table might say. */

const ROWS = [
  '..#........#....',
  '....::.....#....',
  '.....:.....#....',
  '................',
  '...........#.::.',
  '...........#..:.',
  '####............',
  '.....:......:...',
  '................',
]
const WIDTH = 16
const NAMES = ROWS.flatMap((row, y) => [...row].map((_, x) => `${String.fromCharCode(65 + x)}${y + 1}`))

export const square = (name: string): number => NAMES.indexOf(name)
const squares = (names: string): number[] => names.split(' ').filter(Boolean).map(square)

const FACING: Record<CharacterView['facing'], string> = { N: 'north', NE: 'north-east', E: 'east', SE: 'south-east', S: 'south', SW: 'south-west', W: 'west', NW: 'north-west' }

export function character(id: string, side: string, at: string, facing: CharacterView['facing'], more: Partial<CharacterView> = {}): CharacterView {
  const name = id.charAt(0).toUpperCase() + id.slice(1)
  return {
    id,
    name,
    letters: name.slice(0, 2),
    side,
    line: 'Sergeant',
    square: square(at),
    body: square(at),
    facing,
    facing_words: FACING[facing],
    hp: 24,
    hp_max: 24,
    ap: 3,
    ap_max: 5,
    kept: 0,
    gained: 3,
    spent: [],
    words: 25,
    speed: 5,
    speed_whole: 5,
    scores: [{ name: 'Strength', value: 2 }, { name: 'Dexterity', value: 3 }],
    dr: [],
    in_hand: [{ id: 'sabre', name: 'Sabre', detail: 'd8 slashing, Dexterity, range 1', weapon: true }],
    in_pack: [],
    spells: [],
    abilities: [],
    conditions: [],
    out: false,
    out_meaning: '',
    threatens: [],
    reach: [],
    faces: [],
    pivot: null,
    status: '',
    ...more,
  }
}

const REACH = 'G3 H3 I3 F4 G4 H4 J4 F5 G5 I5 J5 F6 G6 H6 I6 J6 G7 H7'

export function fight(more: Partial<FightView> = {}): FightView {
  return {
    round: 3,
    phase: 'turns',
    sides: [{ id: 'A', name: 'The garrison' }, { id: 'B', name: 'The raiders' }],
    board: { width: WIDTH, height: ROWS.length, rows: ROWS, names: NAMES },
    objects: [
      { id: 'gate', name: 'mill door', square: square('L4'), hp: 12, hp_max: 12, dr: '', blocks: true, door: 'locked', destroyed: false, tasks: [] },
      { id: 'crate', name: 'crate', square: square('C8'), hp: 6, hp_max: 10, dr: 'DR 2', blocks: true, door: null, destroyed: false, tasks: [] },
    ],
    items: [{ id: 'pike', name: 'pike', square: square('K6'), bulk: 2 }],
    characters: [
      character('wren', 'B', 'M2', 'SW', { ap: 5, threatens: squares('L2 L3 M3'), faces: [] }),
      character('ilse', 'A', 'H5', 'NE', {
        hp: 18,
        ap: 2,
        kept: 1,
        spent: [{ what: 'Pivot', ap: 1 }, { what: 'Attack', ap: 1 }],
        dr: [{ name: 'bludgeoning', value: 2 }],
        in_pack: [{ id: 'knife', name: 'Knife', detail: 'd4 piercing, Dexterity, range 1', weapon: true }],
        spells: [{ id: 'ember-lash', name: 'Ember Lash', ap: 2, detail: 'Save 1d20 + Will against DC 10 + Dexterity, d6 fire', text: 'A whip of cinders.' }],
        abilities: [{ id: 'drill', name: 'Drill', text: 'Trip with a sabre.' }],
        threatens: squares('H4 I4 I5'),
        reach: squares(REACH).map((one) => [one, 2]),
        faces: ['kord'],
        pivot: { asks: 'foes', not_this_round: false },
      }),
      character('kord', 'B', 'I4', 'SW', { hp: 24, hp_max: 31, ap: 1, threatens: squares('H4 H5 I5'), faces: ['ilse'], conditions: ['tripped, Speed halved'], speed: 2, speed_whole: 5 }),
      character('bram', 'A', 'E6', 'E', { threatens: squares('F5 F6 F7'), faces: ['ilse', 'hask'] }),
      character('hask', 'B', 'I7', 'W', { threatens: squares('H6 H7 H8') }),
      character('ade', 'A', 'D3', 'SE', { threatens: squares('E3 D4 E4'), reach: squares('E4 D4').map((one) => [one, 1]) }),
      character('tolm', 'B', 'N8', 'W', { hp: 0, out: true, out_meaning: 'lies stunned', square: null }),
    ],
    order: [
      { character: 'wren', total: 21, detail: '18 + 3 = 21', state: 'past' },
      { character: 'ilse', total: 19, detail: '16 + 3 = 19', state: 'past' },
      { character: 'kord', total: 15, detail: '14 + 1 = 15', state: 'now' },
      { character: 'bram', total: 12, detail: '10 + 2 = 12', state: 'next' },
      { character: 'hask', total: 9, detail: '6 + 3 = 9', state: 'next' },
      { character: 'ade', total: null, detail: '', state: 'next' },
      { character: 'tolm', total: 4, detail: '4 + 0 = 4', state: 'out' },
    ],
    turn: { character: 'kord', opened: true, free: false, walk: null, diagonals: 0, paid: true },
    clash: { attacker: 'kord', weapon: 'maul', maneuver: null, targets: ['ilse'], total: 16, natural: 13, now: 'ilse' },
    ways: [],
    shoves: [],
    clocks: [
      { id: 'flood', name: 'The race floods', segments: 6, filled: 2, full: 'The wheel pit is under water' },
      { id: 'bell', name: 'The bell', segments: 4, filled: 4, full: 'The village is awake' },
    ],
    score_names: ['Strength', 'Dexterity', 'Will'],
    sheets: ['raider', 'sergeant'],
    free_words: 25,
    outcome: null,
    ...more,
  }
}

const ap = (count: number): OptionView['cost'] => [{ pip: 'ap', count }]
const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

function question(seat: string, kind: string, title: string, options: OptionView[], more: Partial<NonNullable<Prompt['question']>> = {}): Prompt {
  return { stamp: `s-${kind}`, part: 0, seat, mine: true, question: { kind, title, clause: 'P6.2', facts: [], default: null, options, follows: '', ...more } }
}

export const defencePrompt = question(
  'ilse',
  'defence',
  'Kord swings at you: 16. Your answer?',
  [
    fix.option('take', { label: 'Take it', detail: 'You lose what lands', odds: fix.odds }),
    fix.option('block sabre', { label: 'Block', detail: 'Less your sabre’s d8', cost: ap(1), odds: fix.odds }),
    fix.option('evade', { label: 'Evade', detail: 'Then 2 Paces', cost: ap(1), odds: fix.odds }),
    fix.option('counter sabre', { label: 'Counter', detail: 'Kord loses, if you win twice', cost: ap(1), odds: fix.odds }),
  ],
  { clause: 'P4.3', default: 'take', facts: ['d20 13 + Strength 3 = 16. You roll d20 + Strength 2; a tie is yours.'] },
)

const move = (to: string, group = 'Move', word = 'move'): OptionView =>
  fix.option(`${word} ${to}`, { group, label: `${group} to ${to}`, section: 'Movement', target: to, target_kind: 'place', cost: word === 'move' ? ap(1) : [] })

const WAYS: Record<string, string> = { G4: 'G4', F4: 'G4 F4', I5: 'I5', J5: 'I5 J5', H6: 'H6', G7: 'H6 G7', I6: 'I6' }

export function ways(word: string): WayView[] {
  return Object.entries(WAYS).map(([to, path]) => ({ option: `${word} ${to}`, square: square(to), cost: path.split(' ').length, squares: squares(path) }))
}

export const evadePrompt = question(
  'ilse',
  'evade',
  'You evade: where to?',
  [fix.option('stay', { label: 'Stay' }), ...Object.keys(WAYS).map((to) => ({ ...move(to, 'Evade', 'evade'), label: to, section: '' }))],
  { clause: 'P4.13', default: 'stay' },
)

export const turnPrompt = question(
  'ilse',
  'turn',
  'Ilse’s turn',
  [
    fix.option('attack sabre kord', { group: 'Sabre', label: 'Kord', detail: 'd8 + 3 slashing', section: 'Attack', target: 'kord', target_kind: 'actor', cost: ap(1) }),
    fix.option('attack sabre hask', { group: 'Sabre', label: 'Hask', detail: 'd8 + 3 slashing', section: 'Attack', target: 'hask', target_kind: 'actor', cost: ap(1), refusal: { text: 'Hask is 2 Paces away; a sabre reaches 1.', clause: 'P4.10' } }),
    fix.option('attack bare-hands kord grapple', { group: 'Bare hands, Grapple', label: 'Kord', section: 'Attack', target: 'kord', target_kind: 'actor', cost: ap(1) }),
    fix.option('move H5', { group: 'Move', label: 'Only turn about', section: 'Movement', target: 'H5', target_kind: 'place', cost: ap(1) }),
    ...Object.keys(WAYS).map((to) => move(to)),
    fix.option('free G4', { group: 'Free movement', label: 'Free movement', section: 'Movement', refusal: { text: 'Kord threatens H5.', clause: 'P6.3' } }),
    ...POINTS.filter((one) => one !== 'NE').map((one) => fix.option(`pivot ${one}`, { group: 'Pivot', label: `Pivot ${one}`, section: 'Movement', cost: ap(1) })),
    fix.option('pick-up pike', { group: 'Pick up the pike', label: 'Pick up the pike', section: 'Interactions', cost: ap(2), refusal: { text: 'The pike lies 3 Paces away.', clause: 'P8.6' } }),
    fix.option('draw knife', { group: 'Draw the knife', label: 'Draw the knife', section: 'Interactions', cost: ap(1) }),
    fix.option('wait', { group: 'Wait', label: 'Wait', detail: '1 AP, and Advantage in the next initiative', section: 'Turn' }),
    fix.option('end', { group: 'End turn', label: 'End turn', section: 'Turn' }),
  ],
  { clause: 'P4.2' },
)

export const walkPrompt = question(
  'ilse',
  'turn',
  'Ilse’s turn',
  [
    ...Object.keys(WAYS).map((to) => move(to, 'Go on', 'walk')),
    ...POINTS.map((one) => fix.option(`face ${one}`, { group: 'End the Move, facing', label: `Face ${one}`, section: 'Movement' })),
    fix.option('end', { group: 'End turn', label: 'End turn', section: 'Turn' }),
  ],
)

export const facingPrompt = question(
  'ilse',
  'facing',
  'Which way do you face?',
  POINTS.map((one) => fix.option(`face ${one}`, { label: `Face ${FACING[one]}` })),
  { default: 'face NE' },
)

export const pivotPrompt = question(
  'ilse',
  'pivot',
  'Kord’s turn begins. Do you Pivot?',
  [
    fix.option('stay', { label: 'Stay as it is' }),
    fix.option('quiet', { label: 'Not this round' }),
    ...POINTS.filter((one) => one !== 'NE').map((one) => fix.option(`pivot ${one}`, { label: `Pivot ${FACING[one]}`, cost: ap(1) })),
  ],
  { clause: 'P6.4', default: 'stay' },
)

export const pushPrompt = question(
  'ilse',
  'way',
  'Which way do you push Kord?',
  POINTS.map((one) => fix.option(`way ${one}`, { label: `Push ${FACING[one]}` })),
  { clause: 'P5.5' },
)

export const shoves: FightView['shoves'] = [
  { option: 'way N', character: 'kord', squares: squares('I3 I2'), damage: '', halved: false, stopped_by: null, against: null },
  { option: 'way NE', character: 'kord', squares: squares('J3 K2'), damage: '', halved: false, stopped_by: null, against: null },
  { option: 'way E', character: 'kord', squares: squares('J4 K4'), damage: '', halved: false, stopped_by: null, against: null },
  { option: 'way SW', character: 'kord', squares: [], damage: '2d6', halved: true, stopped_by: 'character', against: 'ilse' },
]

export function view(more: Partial<View> = {}, fought: Partial<FightView> = {}): View {
  const seats = ['ilse', 'bram', 'ade', 'wren', 'kord', 'hask', 'tolm']
  return fix.view({
    title: 'The Abbey Mill',
    system: 'pace',
    system_title: 'Pace',
    scene: 'A mill, and whoever wants it.',
    you: { id: 'p2', name: 'Ana', gm: false, seats: ['ilse'] },
    people: [
      { id: 'p1', name: 'GM', gm: true, here: true, seats: ['kord'] },
      { id: 'p2', name: 'Ana', gm: false, here: true, seats: ['ilse'] },
    ],
    seats: seats.map((id, at) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1), side: at < 3 ? 'A' : 'B', person: at === 0 ? 'Ana' : 'GM', bot: null, dice: 'server', yours: at === 0, free: false })),
    waiting: [],
    own_acts: ['say', 'pivots'],
    fight: fight(fought) as unknown as View['fight'],
    ...more,
  })
}

const own = { turn: { character: 'ilse', opened: true, free: false, walk: null, diagonals: 0, paid: true }, clash: null } satisfies Partial<FightView>

export const SCENES: Record<string, () => View> = {
  'pace-defence': () => view({ prompts: [defencePrompt] }),
  'pace-evade': () => view({ prompts: [evadePrompt] }, { ways: ways('evade') }),
  'pace-turn': () => view({ prompts: [turnPrompt] }, { ...own, ways: ways('move') }),
  'pace-walk': () => view({ prompts: [walkPrompt] }, { ...own, turn: { ...own.turn, walk: { kind: 'move', paces: 3, taken: 2 } }, ways: ways('walk') }),
  'pace-facing': () => view({ prompts: [facingPrompt] }, own),
  'pace-pivot': () => view({ prompts: [pivotPrompt] }, { clash: null }),
  'pace-push': () => view({ prompts: [pushPrompt] }, { ...own, shoves }),
  'pace-gm': () => view({ you: { id: 'p1', name: 'GM', gm: true, seats: [] }, prompts: [{ ...defencePrompt, mine: false }] }),
  'pace-large': () => view({}, large()),
}

/** A board of the largest size. */
function large(): Partial<FightView> {
  const rows = Array.from({ length: 60 }, (_, y) => Array.from({ length: 60 }, (_, x) => ((x * 7 + y * 13) % 11 === 0 ? '#' : (x * 5 + y * 3) % 17 === 0 ? ':' : '.')).join(''))
  const names = rows.flatMap((row, y) => [...row].map((_, x) => `${x < 26 ? '' : String.fromCharCode(64 + Math.floor(x / 26))}${String.fromCharCode(65 + (x % 26))}${y + 1}`))
  return {
    board: { width: 60, height: 60, rows, names },
    objects: [],
    items: [],
    clash: null,
    characters: fight().characters.map((one, at) => ({ ...one, square: one.square === null ? null : 1800 + at * 61, body: 1800 + at * 61, threatens: [], reach: Array.from({ length: 80 }, (_, to) => [1700 + to, 2]), faces: [] })),
  }
}
