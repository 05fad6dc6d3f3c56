import { flushSync, mount, tick, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from '../../App.svelte'
import { Client } from '../../state/client.svelte'
import { pretendBrowser } from '../../testing/browser'
import * as fix from '../../testing/cantor'
import { FakeSocket } from '../../testing/socket'
import { beside, boardSize, edge, linesPath, sideLength, stepTo } from './layout'

let app: ReturnType<typeof mount> | null = null

function start(scene = 'cantor-turn', view = fix.SCENES[scene]!()): { client: Client; socket: FakeSocket } {
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
const key = async (name: string) => {
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  await tick()
  flushSync()
}
const at = () => document.activeElement!.getAttribute('data-testid')

beforeEach(() => {
  localStorage.clear()
  FakeSocket.all = []
  pretendBrowser()
})
afterEach(async () => {
  if (app) await unmount(app)
  app = null
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

test('a hex is pressed, its way and cost are drawn as the table gave them, and confirming sends it', () => {
  const { socket, client } = start()
  click('hex-I4')
  expect([client.choice.group?.name, client.choice.optionId]).toEqual(['Move', 'move I4'])
  expect(document.querySelector('[data-way="move I4"]')).not.toBeNull()
  expect(byId('board')!.textContent).toContain('cost 4')
  expect(byId('hex-I4')!.getAttribute('aria-label')).toBe('I4, soft cover, cost 4, may be chosen')
  expect(socket.of('answer')).toHaveLength(0)
  click('confirm')
  expect(socket.of('answer')[0]?.pick).toBe('move I4')
})

test('with Boost chosen the same hex is boosted to', () => {
  const { client } = start()
  click('group-boost')
  click('hex-I4')
  expect(client.choice.optionId).toBe('boost I4')
})

test('the ring is one closed line for each border the table names', () => {
  start()
  expect(document.querySelector('[data-ring-line]')!.getAttribute('d')!.match(/z/g)).toHaveLength(3)
  expect(document.querySelector('[data-lethal]')!.getAttribute('d')).toContain('M')
})

test('a line of fire names the cover that counts, and where it stands', () => {
  const { socket } = start()
  click('group-fork-rifle')
  expect(byId('cover')).toBeNull()
  click('token-warden')
  expect(byId('cover')!.textContent).toBe('soft cover, net +1')
  expect(document.querySelector('[data-cover="soft"]')).not.toBeNull()
  click('token-husk-1')
  expect(byId('cover')).toBeNull()
  expect(document.querySelector('[data-aim="skirmish fork husk-1"]')).not.toBeNull()
  click('confirm')
  expect(socket.of('answer')[0]?.pick).toBe('skirmish fork husk-1')
})

test('a question out of turn shows the only line of fire it is about', () => {
  start('cantor-overwatch')
  expect(document.querySelector('[data-aim="overwatch fork"]')).not.toBeNull()
})

test('letters lead around the hex, arrows along rows and columns, with one tab stop', async () => {
  start()
  byId('token-senna')!.focus()
  for (const [letter, name] of [['q', 'E4'], ['w', 'F3'], ['e', 'G3'], ['d', 'G4'], ['s', 'G5'], ['a', 'F5']] as const) {
    await key(letter)
    expect(at()).toBe(name === 'F5' ? 'token-senna' : `hex-${name}`)
  }
  await key('ArrowUp')
  expect(at()).toBe('hex-F4')
  expect(document.querySelectorAll('[data-testid="board"] [data-roam][tabindex="0"]')).toHaveLength(1)
})

test('Enter on a chosen hex confirms it', async () => {
  const { socket } = start()
  click('hex-G5')
  byId('hex-G5')!.focus()
  await key('Enter')
  expect(socket.of('answer')[0]?.pick).toBe('move G5')
})

test('with single keys switched off letters do nothing on the board, arrows do', async () => {
  const { client } = start()
  client.prefs.keys = false
  byId('token-senna')!.focus()
  await key('q')
  expect(at()).toBe('token-senna')
  await key('ArrowRight')
  expect(at()).toBe('hex-G5')
})

test('off the board the same letters go to parts of the page', async () => {
  start()
  document.body.focus()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  await tick()
  expect(document.activeElement!.getAttribute('data-hotkey')).toBe('1')
})

test('an Overcharge is told by strip, sheet and above the actions, with what comes and both ways out', () => {
  const { client } = start()
  expect(document.querySelector('nav[aria-label="Activations, round 3"]')!.textContent).toContain('Overcharged')
  expect(byId('overcharge')!.textContent).toContain('At the start of her next turn')
  const panel = byId('resonance-senna')!.textContent!
  for (const part of ['Overcharged', 'Lapis Distortion', 'At the start of her next turn', 'Cooldown dodges the Fracture', 'Bond Move']) expect(panel).toContain(part)
  click('way-out-cooldown')
  expect(client.choice.optionId).toBe('cooldown')
  expect(document.querySelector('[aria-label^="Stress"]')!.getAttribute('aria-label')).toBe('Stress 3 of 4, the choice would spend 1')
  expect(byId('budget-senna')!.getAttribute('aria-label')).toContain('the choice would spend 1 Quick')
})

test('a manifest Fracture has its name and effect, and the Choir Moment its panel', () => {
  start('cantor-fracture')
  expect(byId('resonance-senna')!.textContent).toContain('Lapis Distortion is manifest')
  expect(byId('oaths')!.textContent).toContain('Choir Moment')
  expect(byId('oaths')!.textContent).toContain('Ruo and Imre swore in one round.')
})

test('one-click actions take one press; a Cooldown of the last Stress is confirmed', async () => {
  const { socket } = start()
  click('option-cooldown')
  expect(socket.of('answer')[0]?.pick).toBe('cooldown')
  await unmount(app!)
  const view = fix.view({ prompts: [fix.turnPrompt] }, { units: fix.fight().units.map((one) => (one.id === 'senna' ? { ...one, cantor: { ...fix.lapis, stress: 1 } } : one)) })
  const again = start('', view)
  click('option-cooldown')
  expect(again.socket.of('answer')).toHaveLength(0)
  click('confirm')
  expect(again.socket.of('answer')[0]?.pick).toBe('cooldown')
})

test('who acts next is one list of all own units, and each answers for itself', () => {
  const { socket } = start('cantor-activate')
  expect(document.querySelector('[aria-label="Open questions"]')).toBeNull()
  byId('activate-imre')!.querySelector<HTMLElement>('[data-testid="answer-go"]')!.click()
  expect(socket.of('answer')[0]).toMatchObject({ part: 1, pick: 'go' })
  expect(document.querySelector('nav')!.textContent).toContain('choose now')
})

test('a unit with two activations stands once in the strip', () => {
  start()
  expect(document.querySelector('nav')!.textContent!.match(/Warden/g)).toHaveLength(1)
  expect(document.querySelector('nav')!.textContent).toContain('0 of 2 turns')
})

test('a shove is aimed on the board; the second weapon of a Barrage by unit, and may be left', async () => {
  const { socket } = start('cantor-shove')
  click('hex-I5')
  click('confirm')
  expect(socket.of('answer')[0]?.pick).toBe('to I5')
  await unmount(app!)
  const again = start('cantor-second')
  click('token-warden')
  expect(byId('cover')!.textContent).toBe('soft cover, net +1')
  click('answer-stop')
  expect(again.socket.of('answer')[0]?.pick).toBe('stop')
})

test('a condition says what it does while it is pressed', () => {
  start()
  const sheet = document.querySelector('aside')!
  expect(sheet.textContent).not.toContain('then used up')
  click('condition-bolster')
  expect(sheet.textContent).toContain('+1 accuracy on the next own attack, then used up.')
})

test('the sheet has a defence as it counts now, the old one struck beside it', () => {
  const { client } = start()
  client.selected = 'husk-2'
  flushSync()
  expect([...document.querySelectorAll('aside s')].map((one) => one.textContent)).toEqual(['8', '4'])
})

test('whoever hides is a marker to others, and to its own side a token with the marker beside', () => {
  start('cantor-hidden')
  expect(byId('marker-M3')!.getAttribute('aria-label')).toBe('M3: within 2 hexes of here somebody of Enemies hides')
  expect(byId('marker-E4')!.getAttribute('aria-label')).toBe('E4: here others see a marker for Senna')
})

test('the text twin says where who stands, what cover counts and what may be chosen', () => {
  const { client } = start()
  client.prefs.textBoard = true
  click('group-fork-rifle')
  expect(byId('board')!.textContent).toContain('soft cover on the line, at I4, net +1')
  click('group-fork-rifle')
  click('hex-G4')
  expect(client.choice.optionId).toBe('move G4')
})

test('a correction asks only for what a unit has, and sends the value as its field wants it', () => {
  const { socket, client } = start('cantor-gm')
  client.drawer = 'gm'
  flushSync()
  const form = byId('gm-set') as HTMLFormElement
  const pick = (index: number, value: string) => {
    const list = form.querySelectorAll('select')[index]!
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
    flushSync()
  }
  const write = (index: number, value: string) => {
    const field = form.querySelectorAll('input')[index]!
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    flushSync()
  }
  pick(0, 'warden')
  expect([...form.querySelectorAll('select')[1]!.options].map((one) => one.value)).toEqual(['hp', 'overshield', 'burn', 'hex', 'reaction'])
  pick(1, 'hex')
  write(0, 'k4')
  write(1, 'misplaced')
  form.requestSubmit()
  socket.say({ type: 'accepted', id: socket.of('act')[0]!.id })
  pick(1, 'reaction')
  pick(2, 'no')
  write(0, 'it fired')
  form.requestSubmit()
  expect(socket.of('act').map((one) => one.data)).toEqual([
    { unit: 'warden', field: 'hex', value: 'K4' },
    { unit: 'warden', field: 'reaction', value: false },
  ])
})

test('a board of 3,600 hexes has a button only where there is something', () => {
  start('cantor-large')
  expect(document.querySelectorAll('[data-testid="board"] button').length).toBeLessThan(20)
})

test('hexes fit the room, but stay large enough to press', () => {
  const board = { width: 15, height: 9 }
  const fits = sideLength({ width: 700, height: 400 }, board, 24)
  expect(boardSize({ ...board, side: fits }).height).toBeLessThanOrEqual(400)
  expect(sideLength({ width: 330, height: 400 }, board, 44) * Math.sqrt(3)).toBeCloseTo(44)
  const frame = { ...board, side: 10 }
  expect([beside(0, 3, board), beside(0, 0, board), beside(15, 5, board)]).toEqual([null, 1, 1])
  expect([stepTo(0, 'q', board), stepTo(14, 'ArrowRight', board), stepTo(0, 'x', board)]).toEqual([0, 14, null])
  // In the corner of the board two of the six sides lie against other hexes.
  expect(edge([0], frame).split('M').length - 1).toBe(2)
  expect(linesPath([[[0, 0], [2, 0], [2, 2]]], frame)).toBe('M0.0 0.0L17.3 0.0L17.3 10.0z')
})
