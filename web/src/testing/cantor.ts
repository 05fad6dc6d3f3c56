import type { OptionView, Prompt, View } from '../protocol.gen'
import type { AimView, CantorView, ConditionView, FightView, UnitView, WayView } from '../systems/cantor/view.gen'
import * as fix from './fixtures'

/** The Bell Bridge in its third round. Nothing here is a rule: it is what a table might say. */

const ROWS = [
  '......#......~~',
  '...::........~~',
  '...:....s....~~',
  '........s.....~',
  '.........h....~',
  '............#.~',
  '..:..#..::...~~',
  '..............~',
  '....h........~~',
]
const WIDTH = 15
const NAMES = ROWS.flatMap((row, y) => [...row].map((_, x) => `${String.fromCharCode(65 + x)}${y + 1}`))

export const hex = (name: string): number => NAMES.indexOf(name)
const hexes = (names: string): number[] => names.split(' ').filter(Boolean).map(hex)

/** What Senna can come to from F5 with 4, and its border in corners. */
const RING =
  'F1 H1 D2 E2 F2 G2 H2 C3 D3 E3 F3 G3 H3 I3 B4 C4 D4 E4 F4 G4 H4 I4 B5 D5 E5 F5 G5 H5 I5 J5 B6 C6 D6 E6 F6 G6 I6 D7 E7 G7 C8 D8 E8 F8 G8 H8 D9 E9 F9 G9 ' +
  'H9'
const BORDER = [
  '10,3 10,1 11,0 12,1 12,3 13,4 14,3 14,1 15,0 16,1 16,3 17,4 17,6 18,7 18,9 19,10 19,12 20,13 20,15 19,16 19,18 18,19 17,18 17,16 16,15 15,16 15,18 ' +
    '14,19 14,21 15,22 16,21 17,22 17,24 16,25 16,27 15,28 14,27 13,28 12,27 11,28 10,27 9,28 8,27 7,28 6,27 6,25 5,24 5,22 6,21 6,19 5,18 4,19 3,18 3,16 ' +
    '2,15 2,13 3,12 3,10 4,9 4,7 5,6 6,7 7,6 7,4 8,3 9,4',
  '5,12 4,13 4,15 5,16 6,15 6,13',
  '11,18 10,19 10,21 11,22 12,21 12,19',
]
export const ring = {
  hexes: hexes(RING),
  lines: BORDER.map((line) => line.split(' ').map((corner) => corner.split(',').map(Number))),
}
/** Each way: what it costs, then its hexes. */
const WAYS = [
  '4 F4 G3 F2 F1', '4 F4 G3 G2 H1', '4 E4 E3 D2', '4 F4 F3 E2', '3 F4 G3 F2', '3 F4 G3 G2', '4 F4 G3 G2 H2', '4 E4 D4 C4 C3', '4 E4 E3 D3', '2 E4 E3',
  '2 F4 F3', '2 F4 G3', '3 F4 G3 H3', '4 F4 G3 H3 I3', '4 E4 D4 C4 B4', '3 E4 D4 C4', '2 E4 D4', '1 E4', '1 F4', '2 F4 G4', '3 F4 G4 H4',
  '4 F4 G4 H4 I4', '4 E5 D5 C5 B5', '2 E5 D5', '1 E5', '1 G5', '2 G5 H5', '3 G5 H5 I5', '4 G5 H5 I5 J5', '4 E5 D5 C5 B6', '3 E5 D5 C6', '2 E5 D6',
  '1 E6', '1 F6', '2 F6 G6', '4 G5 H5 I5 I6', '3 E5 D6 D7', '2 E6 E7', '2 F6 G7', '4 E5 D6 D7 C8', '3 E6 E7 D8', '3 E6 E7 E8', '3 F6 G7 F8',
  '3 F6 G7 G8', '4 F6 G7 G8 H8', '4 E6 E7 D8 D9', '4 E6 E7 D8 E9', '4 E6 E7 E8 F9', '4 F6 G7 F8 G9', '4 F6 G7 G8 H9',
]

export function ways(word: string): WayView[] {
  return WAYS.map((one) => {
    const [cost, ...names] = one.split(' ')
    return { option: `${word} ${names.at(-1)}`, hex: hex(names.at(-1)!), cost: Number(cost), hexes: names.map(hex) }
  })
}

const condition = (name: string, ends: string, text: string, clause: string): ConditionView => ({ name, ends, text, clause })
export const CONDITIONS = {
  bolster: condition('Bolster', 'with the next attack', '+1 accuracy on the next own attack, then used up.', 'C2.13'),
  prone: condition('Prone', 'until it stands', 'Attacks against it have +1 accuracy; it stands with its Move.', 'C2.10'),
  slowed: condition('Slowed', 'after its next turn', 'Half the Speed, no Boost.', 'C2.1'),
  lockOn: condition('Lock On', 'with the next attack on it', 'The next attacker has +1 accuracy.', 'C2.7'),
  hidden: condition('Hidden', 'when it attacks or is seen', 'It cannot be targeted.', 'C2.8'),
}

export function cantorOf(more: Partial<CantorView> = {}): CantorView {
  return {
    structure: 4,
    structure_max: 4,
    stress: 4,
    stress_max: 4,
    band: 1,
    band_max: 4,
    overcharged: false,
    fracture: { stone: 'Granite', name: 'Granite Lock', text: 'Immobilized.', manifest: false },
    oath: 'What I stand on, I hold.',
    sworn_this_round: false,
    tokens: 0,
    cooldown_cost: 0,
    comes: '',
    ...more,
  }
}

export function unit(id: string, side: string, at: string, more: Partial<UnitView> = {}): UnitView {
  const name = id.charAt(0).toUpperCase() + id.slice(1)
  return {
    id,
    name,
    letters: name.slice(0, 2),
    side,
    kind: side === 'A' ? 'cantor' : 'enemy',
    line: side === 'A' ? 'Granite Cantor' : 'Husk',
    hex: hex(at),
    hp: 10,
    hp_max: 10,
    overshield: 0,
    burn: 0,
    armor: 1,
    evasion: 9,
    evasion_now: 9,
    e_defense: 11,
    speed: 4,
    speed_now: 4,
    grit: 2,
    sensors: 10,
    resistance: [],
    reaction: true,
    activations: 1,
    acted: 0,
    conditions: [],
    grapple: null,
    weapons: [{ id: 'claws', name: 'Claws', kind: 'melee', detail: '1d6 kinetic, threat 1', text: '', ready: true }],
    cantor: side === 'A' ? cantorOf() : null,
    marker: null,
    out: '',
    status: '',
    ...more,
  }
}

export const lapis = cantorOf({
  structure: 3,
  band: 4,
  overcharged: true,
  fracture: { stone: 'Lapis', name: 'Lapis Distortion', text: '+1 Difficulty on own attacks.', manifest: false },
  oath: 'I will look at it as it is.',
  tokens: 1,
  cooldown_cost: 1,
  stress: 3,
  comes: 'At the start of her next turn the Fracture manifests.',
})

export function fight(more: Partial<FightView> = {}): FightView {
  return {
    round: 3,
    phase: 'turn',
    sides: [{ id: 'A', name: 'Cantors' }, { id: 'B', name: 'Enemies' }],
    board: { width: WIDTH, height: ROWS.length, rows: ROWS, names: NAMES },
    units: [
      unit('ruo', 'A', 'H7', { hp: 7, acted: 1, conditions: [CONDITIONS.prone], cantor: cantorOf({ band: 2, sworn_this_round: true }) }),
      unit('senna', 'A', 'F5', {
        line: 'Lapis Cantor',
        hp: 7,
        conditions: [CONDITIONS.bolster],
        weapons: [
          { id: 'fork', name: 'Fork rifle', kind: 'ranged', detail: '1d6 + 3 kinetic, range 8, Reliable 2', text: '', ready: true },
          { id: 'bell', name: 'Bell hammer', kind: 'melee', detail: '1d6 + 1 kinetic, threat 1, Knockback 2', text: 'Shoves on a hit.', ready: true },
          { id: 'chord', name: 'Chord', kind: 'sonic', detail: '1d6 sonic, range 5, blast 1', text: '', ready: true },
        ],
        cantor: lapis,
      }),
      unit('imre', 'A', 'C5'),
      unit('husk-1', 'B', 'H6', { name: 'Husk 1', letters: 'H1', acted: 1, hp: 4, hp_max: 8, burn: 2 }),
      unit('husk-2', 'B', 'K7', { name: 'Husk 2', letters: 'H2', hp_max: 8, hp: 8, evasion: 8, evasion_now: 5, conditions: [CONDITIONS.slowed, CONDITIONS.prone], speed_now: 2 }),
      unit('warden', 'B', 'K3', { line: 'Keeper of the bridge', hp: 6, hp_max: 20, evasion: 12, evasion_now: 12, activations: 2, status: '0 of 2 turns', conditions: [CONDITIONS.lockOn], resistance: ['sonic'], overshield: 2 }),
    ],
    markers: [{ hex: hex('M3'), side: 'B' }],
    marker_distance: 2,
    order: [
      { side: 'A', chooses: false, slots: [{ unit: 'ruo', state: 'past' }, { unit: 'senna', state: 'now' }, { unit: 'imre', state: 'next' }] },
      { side: 'B', chooses: false, slots: [{ unit: 'husk-1', state: 'past' }, { unit: 'husk-2', state: 'next' }, { unit: 'warden', state: 'next' }, { unit: 'warden', state: 'next' }] },
    ],
    turn: { unit: 'senna', move: true, quick: 1, quick_max: 2, full: false, reaction: true },
    clash: null,
    ways: [],
    ring: null,
    aims: [],
    oaths: [{ unit: 'ruo', oath: 'What I stand on, I hold.' }],
    choir: false,
    arriving: [],
    sheets: ['husk', 'bridge-warden'],
    outcome: null,
    ...more,
  }
}

const pip = (kind: string): OptionView['cost'] => [{ pip: kind, count: 1 }]
const at = (target: string, kind: 'actor' | 'place' = 'actor'): Partial<OptionView> => ({ target, target_kind: kind })

function question(seat: string, kind: string, title: string, options: OptionView[], more: Partial<NonNullable<Prompt['question']>> = {}): Prompt {
  return { stamp: `s-${kind}`, part: 0, seat, mine: true, question: { kind, title, clause: 'C3.1', facts: [], default: null, options, follows: '', ...more } }
}

export const aims: AimView[] = [
  { option: 'skirmish fork warden', target: 'warden', hexes: hexes('G5 G4 H4 I4 J3'), cover: 'soft', cover_hex: hex('I4'), net: 1 },
  { option: 'skirmish fork husk-1', target: 'husk-1', hexes: hexes('G5 G6'), cover: 'none', cover_hex: null, net: 0 },
  { option: 'skirmish fork husk-2', target: 'husk-2', hexes: hexes('G5 G6 H6 I6 J7'), cover: 'none', cover_hex: null, net: 2 },
  { option: 'lock-on warden', target: 'warden', hexes: hexes('G5 G4 H4 I4 J3'), cover: 'none', cover_hex: null, net: 0 },
]

const fork = (target: string, label: string): OptionView =>
  fix.option(`skirmish fork ${target}`, { group: 'Fork rifle', label, section: 'Attack', cost: pip('quick'), detail: '1d6 + 3 kinetic, range 8', clause: 'C3.11', ...at(target) })
const gone = { text: '1 Quick is left; it takes 2.', clause: 'C3.1' }

export const turnPrompt = question(
  'senna',
  'turn',
  'Senna’s turn',
  [
    fork('husk-1', 'Husk 1'),
    fork('husk-2', 'Husk 2'),
    fork('warden', 'Warden'),
    fix.option('skirmish bell husk-1', { group: 'Bell hammer', label: 'Husk 1', section: 'Attack', cost: pip('quick'), ...at('husk-1'), refusal: { text: 'Husk 1 is out of its threat.', clause: 'C1.2' } }),
    fix.option('barrage fork warden', { group: 'Barrage, Fork rifle', label: 'Warden', section: 'Attack', cost: pip('full'), ...at('warden'), refusal: gone }),
    ...['H4', 'I5', 'I4'].map((name) => fix.option(`art chord at ${name}`, { group: 'Chord', label: `Chord at ${name}`, section: 'Attack', detail: '1d6 sonic, range 5, blast 1', cost: pip('quick'), ...at(name, 'place') })),
    fix.option('lock-on warden', { group: 'Lock On', label: 'Warden', section: 'Attack', cost: pip('quick'), ...at('warden'), refusal: { text: 'It was done this turn.', clause: 'C3.1' } }),
    fix.option('ram husk-1', { group: 'Ram', label: 'Husk 1', section: 'Attack', cost: pip('quick'), ...at('husk-1'), refusal: { text: 'No hostile is adjacent.', clause: 'C3.8' } }),
    ...ways('move').map((one) => fix.option(one.option, { group: 'Move', label: `Move to ${NAMES[one.hex]}`, section: 'Movement', cost: pip('move'), ...at(NAMES[one.hex]!, 'place') })),
    ...ways('boost').map((one) => fix.option(one.option, { group: 'Boost', label: `Boost to ${NAMES[one.hex]}`, section: 'Movement', cost: pip('quick'), ...at(NAMES[one.hex]!, 'place') })),
    fix.option('bolster imre', { group: 'Bolster', label: 'Imre', section: 'One-click', detail: 'Itself or an ally within 5', cost: pip('quick'), ...at('imre') }),
    fix.option('bolster ruo', { group: 'Bolster', label: 'Ruo', section: 'One-click', detail: 'Itself or an ally within 5', cost: pip('quick'), ...at('ruo') }),
    fix.option('hide', { group: 'Hide', label: 'Hide', section: 'One-click', cost: pip('quick'), refusal: { text: 'Husk 2 sees her without hard cover.', clause: 'C3.5' } }),
    fix.option('brace', { group: 'Brace', label: 'Brace', section: 'One-click', detail: 'Halves the next hit', cost: pip('reaction') }),
    fix.option('stabilize', { group: 'Stabilize', label: 'Stabilize', section: 'One-click', cost: pip('full'), refusal: gone }),
    fix.option('disengage', { group: 'Disengage', label: 'Disengage', section: 'One-click', cost: pip('full'), refusal: gone }),
    fix.option('cooldown', { group: 'Cooldown', label: 'Cooldown', section: 'One-click', detail: 'Band 4 to 2, no Oath; 1 Stress', cost: pip('quick') }),
    fix.option('bond-move', { group: 'Bond Move', label: 'Bond Move', section: 'One-click', cost: pip('full'), refusal: { text: 'Her Fracture is not manifest yet.', clause: 'C4.8' } }),
    fix.option('token imre', { group: 'Bond Token', label: 'Imre', section: 'Free', detail: 'Bolster for an ally anywhere', ...at('imre') }),
    fix.option('end', { group: 'End turn', label: 'End turn', section: 'Turn', detail: '1 Move unused' }),
  ],
)

const activate = (seat: string): Prompt => ({
  ...question(seat, 'activate', 'Who acts next?', [fix.option('go', { label: 'Go' }), fix.option('pass', { label: 'Pass' })], { clause: 'C3.2', default: 'pass', facts: ['The first to say Go acts.'] }),
  stamp: 's-activate',
  part: seat === 'senna' ? 0 : 1,
})

export const bracePrompt = question(
  'senna',
  'brace',
  'The Warden hits you: 14 against Evasion 9. Brace?',
  [fix.option('no', { label: 'Take it', odds: fix.odds }), fix.option('brace', { label: 'Brace', detail: 'Halves what is left after Armor', cost: pip('reaction'), odds: fix.odds })],
  { clause: 'C3.6', default: 'no' },
)

export const overwatchPrompt = question(
  'senna',
  'overwatch',
  'The Warden begins to move. Overwatch?',
  [fix.option('no', { label: 'Let it go' }), fix.option('overwatch fork', { label: 'Fire the fork rifle', cost: pip('reaction'), odds: fix.odds })],
  { clause: 'C3.12', default: 'no' },
)

export const shovePrompt = question(
  'senna',
  'shove',
  'Where do you shove Husk 1?',
  ['I5', 'I6', 'J5'].map((name) => fix.option(`to ${name}`, { group: 'Shove to', label: name, ...at(name, 'place'), detail: name === 'I5' ? 'against Husk 2' : '' })),
  { clause: 'C3.16' },
)

export const secondPrompt = question(
  'senna',
  'barrage second',
  'The second weapon of the Barrage?',
  [
    fix.option('fire fork warden', { group: 'Fork rifle', label: 'Warden', ...at('warden') }),
    fix.option('fire fork husk-2', { group: 'Fork rifle', label: 'Husk 2', ...at('husk-2') }),
    fix.option('stop', { label: 'Stop here' }),
  ],
  { clause: 'C3.11' },
)

export function view(more: Partial<View> = {}, fought: Partial<FightView> = {}): View {
  const seats = ['senna', 'imre', 'ruo', 'husk-1', 'husk-2', 'warden']
  const shown = fight(fought)
  return fix.view({
    title: 'The Bell Bridge',
    system: 'cantor',
    system_title: 'Cantor',
    scene: 'A bridge, and what rings under it.',
    you: { id: 'p2', name: 'Priya', gm: false, seats: ['senna'] },
    people: [
      { id: 'p1', name: 'GM', gm: true, here: true, seats: ['warden'] },
      { id: 'p2', name: 'Priya', gm: false, here: true, seats: ['senna'] },
    ],
    seats: seats.map((id, index) => ({ id, name: shown.units.find((one) => one.id === id)?.name ?? id, side: index < 3 ? 'A' : 'B', person: index === 0 ? 'Priya' : 'GM', bot: null, dice: 'server', yours: index === 0, free: false })),
    waiting: [],
    fight: shown as unknown as View['fight'],
    ...more,
  })
}

const units = (changed: Record<string, Partial<UnitView>>): UnitView[] => fight().units.map((one) => ({ ...one, ...changed[one.id] }))
const choosing = (side: string): Partial<FightView> => ({ phase: 'choosing', turn: null, order: fight().order.map((one) => ({ ...one, chooses: one.side === side, slots: one.slots.map((slot) => ({ ...slot, state: slot.state === 'now' ? 'next' : slot.state })) })) })
const own: Partial<FightView> = { ways: [...ways('move'), ...ways('boost')], ring, aims }
const clash: Partial<FightView> = { turn: { unit: 'warden', move: true, quick: 1, quick_max: 2, full: false, reaction: true }, clash: { attacker: 'warden', weapon: 'maul', targets: ['senna'], now: 'senna' } }

export const SCENES: Record<string, () => View> = {
  'cantor-turn': () => view({ prompts: [turnPrompt] }, own),
  'cantor-activate': () => view({ you: { id: 'p2', name: 'Priya', gm: false, seats: ['senna', 'imre'] }, prompts: [activate('senna'), activate('imre')] }, choosing('A')),
  'cantor-brace': () => view({ prompts: [bracePrompt] }, clash),
  'cantor-overwatch': () => view({ prompts: [overwatchPrompt] }, { turn: clash.turn, aims: [{ ...aims[0]!, option: 'overwatch fork' }] }),
  'cantor-shove': () => view({ prompts: [shovePrompt] }),
  'cantor-second': () => view({ prompts: [secondPrompt] }, { aims: [{ ...aims[0]!, option: 'fire fork warden' }] }),
  'cantor-fracture': () =>
    view({ prompts: [turnPrompt] }, { ...own, choir: true, oaths: [{ unit: 'ruo', oath: 'What I stand on, I hold.' }, { unit: 'imre', oath: 'Let it be quiet.' }], units: units({ senna: { cantor: { ...lapis, fracture: { ...lapis.fracture, manifest: true }, comes: 'It stays until she makes a Bond Move or a Cooldown.' } } }) }),
  'cantor-hidden': () => view({}, { units: units({ senna: { conditions: [CONDITIONS.hidden], marker: hex('E4') } }) }),
  'cantor-waiting': () => view({ waiting: [{ seat: 'warden', name: 'Warden', person: 'GM', text: 'may act next' }] }, { ...choosing('B'), arriving: ['Silt hound, round 4'] }),
  'cantor-gm': () => view({ you: { id: 'p1', name: 'GM', gm: true, seats: [] }, prompts: [{ ...turnPrompt, mine: false }] }, own),
  'cantor-large': () => view({}, large()),
  'cantor-over': () => view({ over: true, dice: { commitment: '40aae913', seed: 'a seed' } }, { phase: 'over', outcome: 'The Cantors hold the bridge.', turn: null, units: units({ warden: { hex: null, hp: 0, out: 'defeated' }, ruo: { hex: null, out: 'Stressed Out' } }) }),
}

/** A board of the largest size. */
function large(): Partial<FightView> {
  const rows = Array.from({ length: 60 }, (_, y) => Array.from({ length: 60 }, (_, x) => ((x * 7 + y * 13) % 11 === 0 ? '#' : (x * 5 + y * 3) % 17 === 0 ? ':' : '.')).join(''))
  const names = rows.flatMap((row, y) => [...row].map((_, x) => `${x < 26 ? '' : String.fromCharCode(64 + Math.floor(x / 26))}${String.fromCharCode(65 + (x % 26))}${y + 1}`))
  return { board: { width: 60, height: 60, rows, names }, markers: [], units: fight().units.map((one, index) => ({ ...one, hex: 1800 + index * 61 })) }
}
