import { flushSync, mount, tick, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import App from '../../App.svelte'
import { Client } from '../../state/client.svelte'
import { pretendBrowser } from '../../testing/browser'
import * as base from '../../testing/fixtures'
import { FakeSocket } from '../../testing/socket'
import * as fix from '../../testing/sunder'
import { columns, placeFacts } from './columns'
import { creatureOf, lettersOf, ordinal, potentialOf } from './fight'
import { narrow, playOf, playsOf } from './options'
import { Taps, kept, moved, toggled, type PlannedHalf } from './plan'
import { behind, entryName, offerWords, pieces, placeWords, reordered, spoken } from './queue'

let app: ReturnType<typeof mount> | null = null

function start(scene = 'sunder-wait', view = fix.SCENES[scene]!()): { client: Client; socket: FakeSocket } {
  const client = new Client('', FakeSocket.make)
  app = mount(App, { target: document.body, props: { client } })
  flushSync()
  const socket = FakeSocket.last
  socket.open()
  socket.say({ type: 'welcome', key: 'k1', join_url: null, join_qr_svg: null })
  socket.say(view)
  flushSync()
  return { client, socket }
}

const byId = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
const click = (id: string) => {
  byId(id)!.click()
  flushSync()
}
const key = async (name: string, more: KeyboardEventInit = {}) => {
  ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }))
  await tick()
  flushSync()
}
/** The page's clock, so that presses lie apart or together as a test wants it. */
let now = 10_000
const later = (by = 10_000) => (now += by)

beforeEach(() => {
  localStorage.clear()
  FakeSocket.all = []
  pretendBrowser()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  later()
})
afterEach(async () => {
  if (app) await unmount(app)
  app = null
  document.body.innerHTML = ''
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the plan', () => {
  const half = (card: string, side: 'top' | 'bottom'): PlannedHalf => ({ card, side })

  test('holds one top and one bottom of two cards; another of a kind takes the place of the first', () => {
    const two = toggled(toggled([], half('strike', 'top')), half('endure', 'bottom'))
    expect(two).toEqual([half('strike', 'top'), half('endure', 'bottom')])
    expect(toggled(two, half('evade', 'top'))).toEqual([half('evade', 'top'), half('endure', 'bottom')])
    expect(toggled(two, half('strike', 'bottom'))).toEqual([half('strike', 'bottom')])
    expect(toggled(two, half('strike', 'top'))).toEqual([half('endure', 'bottom')])
  })

  test('of the Frenzied holds up to three halves of three cards, whatever their sides', () => {
    const three = ['strike', 'endure', 'shift'].reduce<PlannedHalf[]>((plan, card) => toggled(plan, half(card, 'top'), true), [])
    expect(three.map((one) => one.card)).toEqual(['strike', 'endure', 'shift'])
    expect(toggled(three, half('shift', 'bottom'), true)).toHaveLength(3)
  })

  test('is put in order, and an order that does not exist changes nothing', () => {
    const two = [half('strike', 'top'), half('endure', 'bottom')]
    expect(moved(two, two[1]!, -1)).toEqual([two[1], two[0]])
    expect(moved(two, two[0]!, -1)).toEqual(two)
  })

  test('keeps nothing of a card that runs or is gone', () => {
    expect(kept([half('strike', 'top'), half('sluice', 'top'), half('gone', 'top'), half('evade', 'bottom')], fix.CARDS)).toEqual([half('strike', 'top'), half('evade', 'bottom')])
  })
})

test('two presses at once are one, and a press meant for what lay there before counts as none', () => {
  const taps = new Taps(500)
  expect([taps.counts(1000), taps.counts(1200), taps.counts(1500)]).toEqual([true, false, true])
  taps.changed(3000)
  expect([taps.counts(3100), taps.counts(3300)]).toEqual([false, true])
})

describe('options', () => {
  const read = (id: string, target: string | null = null) => playOf(base.option(id, { target }), fix.CARDS, ['boathook', 'crossbow'])

  test('are read from their ids, whatever of them is left out', () => {
    expect(read('strike top boathook Force watchman', 'watchman')).toMatchObject({ kind: 'half', card: 'strike', side: 'top', weapon: 'boathook', skill: 'Force', target: 'watchman', optionCard: '' })
    expect(read('sluice top spate Weave yard', 'yard')).toMatchObject({ optionCard: 'spate', weapon: '', skill: 'Weave', target: 'yard' })
    expect(read('default bottom mill', 'mill')).toMatchObject({ kind: 'default', side: 'bottom', weapon: '', target: 'mill' })
    expect(read('go on deck')).toMatchObject({ kind: 'go on', target: 'deck' })
    expect(read('default top unarmed watchman', 'watchman')).toMatchObject({ kind: 'default', side: 'top', weapon: 'unarmed' })
    expect(read('strike bottom')).toMatchObject({ kind: 'half', card: 'strike', side: 'bottom', target: '' })
    expect(read('manipulate top')).toMatchObject({ kind: 'other' })
    expect(read('endure top hoist')).toMatchObject({ target: 'hoist', weapon: '' })
    expect(read('goal gate Brace')).toMatchObject({ kind: 'goal', target: 'gate', skill: 'Brace' })
    expect([read('surge escalation Minor'), read('drop 3')].map((one) => [one.kind, one.card])).toEqual([['surge', 'escalation Minor'], ['drop', '3']])
    expect([read('end').kind, read('endless').kind]).toEqual(['end', 'other'])
  })

  test('a half asks for weapon, Skill and target in turn, each among what is left', () => {
    const plays = fix.turnPrompt.question!.options.map((one) => playOf(one, fix.CARDS, ['boathook', 'crossbow']))
    const strike = playsOf(plays, { kind: 'half', card: 'strike', side: 'top' })
    const first = narrow(strike, {})
    expect(first.questions.map((one) => [one.dimension, one.value])).toEqual([['weapon', 'boathook']])
    expect(first.chosen?.target).toBe('watchman')
    const bow = narrow(strike, { weapon: 'crossbow' })
    expect(bow.questions.map((one) => [one.dimension, one.values.length, one.value])).toEqual([['weapon', 2, 'crossbow'], ['target', 2, null]])
    expect(bow.chosen).toBeNull()
    expect(narrow(strike, { weapon: 'crossbow', target: 'undershot' }).chosen?.option.id).toBe('strike top crossbow Sleight undershot')
  })
})

describe('the queue', () => {
  test('has a slot of the GM after every turn of players, and none after a slot', () => {
    const drawn = pieces(fix.fight(), true).map((one) => (one.kind === 'entry' ? `${one.creatures.join('+')} ${one.state}` : one.kind))
    expect(drawn).toEqual(['fen now', 'gm', 'tamsin next', 'gm', 'open'])
    const slot = pieces(fix.fight({ turn: { creature: 'undershot', group: [], slot: true, plays: [], feet_left: 0 } }), false)
    expect(slot.map((one) => one.kind)).toEqual(['gm', 'entry', 'gm'])
    expect(pieces(fix.fight({ turn: null, slot: true }), false)[0]).toEqual({ kind: 'gm', now: true, creature: null })
  })

  test('draws a group action as one, and does not draw the turn under way twice', () => {
    const acting = { creature: 'fen', group: ['fen', 'rook'], slot: false, plays: [], feet_left: 0 }
    const drawn = pieces(fix.fight({ turn: acting, queue: [{ creatures: ['fen', 'rook'], gave_way_to: [] }, { creatures: ['ines', 'tamsin'], gave_way_to: [] }] }), false)
    expect(drawn.flatMap((one) => (one.kind === 'entry' ? [one.creatures] : []))).toEqual([['fen', 'rook'], ['ines', 'tamsin']])
    expect(entryName(fix.fight(), ['ines', 'tamsin', 'rook'])).toBe('Ines with Tamsin and Rook')
  })

  test('says what place one would get, has, and between whom', () => {
    expect(offerWords(fix.fight(), fix.gauntlet())).toBe('You would be 3rd, after Fen and Tamsin')
    expect(offerWords(fix.fight({ turn: null, queue: [] }), fix.gauntlet({ would_be: 1 }))).toBe('You would be 1st, with nobody before you')
    const queued = fix.fight(fix.QUEUED)
    expect(placeWords(queued, queued.gauntlets[0]!)).toBe('After Fen and Tamsin, before Rook')
    expect(spoken(queued, queued.gauntlets[0]!)).toBe('You are 3rd, after Fen and Tamsin.')
    expect(behind(queued, 4)).toBeNull()
    expect([1, 2, 3, 4, 11, 12, 21, 22].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '22nd'])
  })

  test('is put in another order by its leads', () => {
    expect(reordered(['a', 'b', 'c'], 'c', -2)).toEqual(['c', 'a', 'b'])
    expect(reordered(['a', 'b'], 'b', 1)).toEqual(['a', 'b'])
    expect(reordered(['a', 'b'], 'x', 1)).toEqual(['a', 'b'])
  })
})

describe('the columns', () => {
  test('stand by range from a zone, its own first, and nobody is left out', () => {
    const list = columns(fix.fight(), 'yard')
    expect(list.map((one) => [one.band, one.places.map((place) => place.zone.id)])).toEqual([
      ['Here', ['yard']],
      ['Near', ['causeway']],
      ['Close', ['mill']],
      ['There', ['deck', 'pit']],
      ['Far', []],
      ['Yonder', []],
    ])
    expect(list.flatMap((one) => one.places.flatMap((place) => place.creatures))).toHaveLength(7)
    expect(list[0]!.places[0]!.creatures.map((one) => one.id)).toEqual(['ines', 'tamsin', 'watchman'])
  })

  test('a place says how far it is, whether it is seen, and where it leads', () => {
    const pit = columns(fix.fight(), 'yard')[3]!.places[1]!
    expect(placeFacts(fix.fight(), pit, 'There')).toBe('There, 55 feet, no line of sight, leads to Mill floor, Gate deck')
    expect(pit.open).toBe(false)
  })

  test('twins have letters of their own', () => {
    const fight = fix.fight({ creatures: [fix.creature('g1', 'B', 'yard', { name: 'Ghoul 1' }), fix.creature('g2', 'B', 'yard', { name: 'Ghoul 2' }), fix.creature('fen', 'A', 'yard')] })
    expect(fight.creatures.map((one) => lettersOf(fight, one))).toEqual(['G1', 'G2', 'Fe'])
    expect(lettersOf(fight, fix.creature('u', 'B', 'yard', { name: 'The Undershot' }))).toBe('Un')
    expect([potentialOf('Sway'), potentialOf('Hope'), potentialOf('nothing')]).toEqual(['Heart', 'Heart', ''])
    expect(creatureOf(fight, null)).toBeUndefined()
  })
})

describe('the gauntlet', () => {
  test('is thrown in once, however often it is pressed', () => {
    const { socket } = start()
    expect(byId('gauntlet-ines')!.textContent).toContain('You would be 3rd, after Fen and Tamsin')
    click('gauntlet-ines')
    click('gauntlet-ines')
    later()
    click('gauntlet-ines')
    expect(socket.of('act')).toMatchObject([{ name: 'throw_in', data: { creature: 'ines' } }])
  })

  test('a second tap that lands on another button does nothing', () => {
    const { socket } = start()
    click('gauntlet-ines')
    const sent = socket.of('act')[0]!
    later(60)
    socket.say({ type: 'accepted', id: sent.id })
    socket.say(fix.SCENES['sunder-queued']!())
    flushSync()
    later(60)
    click('leave-ines')
    expect(socket.of('act')).toHaveLength(1)
    later()
    click('leave-ines')
    expect(socket.of('act')[1]).toMatchObject({ name: 'leave', data: { creature: 'ines' } })
  })

  test('one gives way to whom one chooses, and joins a group action', () => {
    const { socket } = start('sunder-queued')
    expect(byId('gauntlet-ines')!.textContent).toContain('3rd')
    later()
    click('give-way-ines')
    later()
    click('join-group-tamsin')
    expect(socket.of('act').map((one) => [one.name, one.data])).toEqual([
      ['give_way', { creature: 'ines', to: 'rook' }],
      ['join_group', { creature: 'ines', lead: 'tamsin' }],
    ])
  })

  test('G throws in, but not out of a field or when it is refused', async () => {
    const { socket } = start()
    await key('g')
    expect(socket.of('act')).toHaveLength(1)
    later()
    socket.say({ type: 'accepted', id: socket.of('act')[0]!.id })
    socket.say(fix.SCENES['sunder-refused']!())
    flushSync()
    expect(byId('gauntlet-ines')!.textContent).toContain('Whoever is incapacitated takes no turn.')
    later()
    await key('g')
    expect(socket.of('act')).toHaveLength(1)
  })

  test('the window that opens for all is a gauntlet too', async () => {
    const { socket } = start('sunder-throw-in')
    expect(byId('answer-no')!.textContent).toContain('default')
    await key('G')
    expect(socket.of('act')).toMatchObject([{ name: 'throw_in', data: { creature: 'ines' } }])
    expect(socket.of('answer')).toHaveLength(0)
  })
})

describe('the hand', () => {
  test('plans ahead in the order of choice, and Alt with an arrow turns it round', async () => {
    const { socket } = start()
    click('half-strike-top')
    click('half-endure-bottom')
    expect([byId('plan-1')!.textContent, byId('plan-2')!.textContent]).toEqual(['1Attack', '2Recover'])
    byId('half-endure-bottom')!.focus()
    await key('ArrowUp', { altKey: true })
    expect([byId('plan-1')!.textContent, byId('plan-2')!.textContent]).toEqual(['1Recover', '2Attack'])
    click('plan-swap')
    expect(byId('plan-1')!.textContent).toBe('1Attack')
    expect(socket.sent.filter((one) => one.type === 'act' || one.type === 'answer')).toHaveLength(0)
  })

  test('a used card may be planned, one that runs may not; a refusal stands in its place', () => {
    start()
    expect(byId('half-evade-top')!.getAttribute('aria-disabled')).toBe('false')
    expect(byId('half-sluice-top')!.getAttribute('aria-disabled')).toBe('true')
    expect(byId('card-spin')!.textContent).toContain('No Dwoemer or Binding runs here.')
    expect(byId('card-second-wind')!.getAttribute('aria-label')).toContain('face down')
    expect(byId('card-lock-step')!.textContent).toContain('has reacted')
    expect(byId('card-sluice')!.textContent).toContain('D4 at 2')
    expect(document.querySelector('[aria-label="Option Cards of Sluice"]')!.textContent).toContain('Undertow')
  })

  test('the plan comes up in the own turn, is confirmed, and leaves the plan', () => {
    const { socket, client } = start()
    click('half-endure-bottom')
    socket.say(fix.SCENES['sunder-turn']!())
    flushSync()
    expect(client.choice.optionId).toBe('endure bottom Grit')
    click('skill-Frame')
    click('confirm')
    expect(socket.of('answer')[0]?.pick).toBe('endure bottom Frame')
    flushSync()
    expect(byId('half-endure-bottom')!.getAttribute('aria-label')).not.toContain('planned')
  })

  test('a half is aimed by weapon and on the scene, with its die before the roll', () => {
    const { socket, client } = start('sunder-turn')
    click('half-strike-top')
    expect(document.querySelector('.faces[aria-label^="Volatility Die of Might"]')!.getAttribute('aria-label')).toBe('Volatility Die of Might, d6, faces 1 to 3 are jinxed, charged, Cleave on 5')
    click('weapon-crossbow')
    expect(client.choice.optionId).toBe('strike top crossbow Sleight watchman')
    click('token-undershot')
    expect(socket.of('want_odds').at(-1)?.option).toBe('strike top crossbow Sleight undershot')
    expect(socket.of('answer')).toHaveLength(0)
    click('confirm')
    expect(socket.of('answer')[0]?.pick).toBe('strike top crossbow Sleight undershot')
  })

  test('a zone is pressed for a move, and Esc goes back without spending', async () => {
    const { socket, client } = start('sunder-turn')
    click('half-shift-top')
    click('zone-mill')
    expect(client.choice.optionId).toBe('shift top mill')
    await key('Escape')
    await key('Escape')
    expect(byId('confirm')).toBeNull()
    expect(client.choice.groupName).toBeNull()
    expect(socket.of('answer')).toHaveLength(0)
  })

  test('the plain default of a side, a Surge and the end are reached from the hand', () => {
    const { socket, client } = start('sunder-turn')
    click('default-bottom')
    expect(client.choice.optionId).toBe('default bottom mill')
    click('half-reload-Surge')
    expect(client.choice.optionId).toBe('surge reload')
    click('answer-end')
    expect(socket.of('answer')[0]?.pick).toBe('end')
  })

  test('a refused half says why and leads to the GM', () => {
    const { socket } = start('sunder-turn')
    click('half-spin-top')
    expect(byId('confirm')).toBeNull()
    expect(byId('refused-spin top')!.textContent).toContain('S5.12')
    expect(socket.of('answer')).toHaveLength(0)
  })

  test('a Surge is used out of turn with two presses', () => {
    const { socket } = start('sunder-wait', fix.view({}, { action: { number: 4, creature: 'fen', name: 'Attack', targets: ['watchman'] } }))
    click('half-reload-Surge')
    expect(document.querySelector('[aria-label="Surge"]')!.textContent).toContain('after Fen’s Attack is resolved')
    click('use-surge')
    expect(socket.of('act')[0]).toMatchObject({ name: 'surge', data: { creature: 'ines', card: 'reload' } })
  })
})

describe('other questions', () => {
  test('the card that is spent is chosen among cards', () => {
    const { socket } = start('sunder-spend')
    expect(byId('answer-card endure')!.textContent).toContain('Stand fast')
    click('answer-card endure')
    expect(socket.of('answer')[0]?.pick).toBe('card endure')
  })

  test('of all Skills one is weighed and confirmed', () => {
    const { socket } = start('sunder-contribute')
    click('option-skill Brace')
    expect(socket.of('want_odds')[0]?.option).toBe('skill Brace')
    expect(socket.of('answer')).toHaveLength(0)
    expect(byId('confirm')!.textContent).toContain('Might (Brace)')
    click('confirm')
    expect(socket.of('answer')[0]?.pick).toBe('skill Brace')
  })

  test('a Potential is chosen beside its track', () => {
    const { socket } = start('sunder-clear')
    expect(byId('answer-potential Nerve')!.querySelector('[role=img]')!.getAttribute('aria-label')).toBe('Nerve 8: 2 Stress, 1 Resistance spent')
    click('answer-potential Nerve')
    expect(socket.of('answer')[0]?.pick).toBe('potential Nerve')
  })
})

test('the GM orders the queue and opens a slot', () => {
  const { socket, client } = start('sunder-gm')
  client.drawer = 'gm'
  flushSync()
  document.querySelector<HTMLElement>('[aria-label="Rook earlier"]')!.click()
  click('gm-open_slot')
  expect(socket.of('act').map((one) => [one.name, one.data])).toEqual([
    ['reorder', { order: ['tamsin', 'rook', 'ines'] }],
    ['open_slot', {}],
  ])
})

test('the scene in words names places, ranges and who is there', () => {
  const { client } = start()
  client.prefs.textBoard = true
  flushSync()
  const text = byId('board')!.textContent!
  for (const part of ['There, 55 feet, no line of sight', 'Silted watchman', '1 of 4 Marks, Dazed', 'Hatch, closed']) expect(text).toContain(part)
})

test('what is picked outlives the part of the page that asked first', () => {
  const { socket, client } = start('sunder-wait')
  socket.say(fix.SCENES['sunder-turn']!())
  flushSync()
  socket.say(fix.SCENES['sunder-wait']!())
  flushSync()
  socket.say(fix.SCENES['sunder-turn']!())
  flushSync()
  click('half-shift-top')
  click('zone-causeway')
  expect(client.choice.optionId).toBe('shift top causeway')
  expect(byId('confirm')!.textContent).toContain('Move through: Causeway')
})
