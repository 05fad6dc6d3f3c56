import { flushSync, mount, tick, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from '../../App.svelte'
import { Client } from '../../state/client.svelte'
import { pretendBrowser } from '../../testing/browser'
import * as fix from '../../testing/pace'
import { FakeSocket } from '../../testing/socket'
import { drag } from './drag'
import { cellSize, outline, squareAt, stepTo } from './layout'

let app: ReturnType<typeof mount> | null = null

function start(view = fix.view()): { client: Client; socket: FakeSocket } {
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
const rings = () => [...document.querySelectorAll('[data-ring]')].map((one) => Number(one.getAttribute('data-ring')))
const key = async (name: string) => {
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  await tick()
  flushSync()
}

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

test('threatened squares are those the table names, whoever faces where', () => {
  start(fix.view({}, { characters: [fix.character('ilse', 'A', 'H5', 'NE', { threatens: [3, 77] }), fix.character('kord', 'B', 'I4', 'SW', { threatens: [5] })] }))
  const wedge = (id: string) => document.querySelector(`[data-wedge="${id}"]`)?.getAttribute('data-squares')
  expect(wedge('ilse')).toBe('3 77')
  expect(wedge('kord')).toBe('5')
  expect(byId('board')!.textContent).toContain('Wash: threatened by you. Hatch: threatened by Kord.')
})

test('a chosen Move shows its squares; a press draws the way and its cost, and confirming sends it', () => {
  const { socket } = start(fix.SCENES['pace-turn']!())
  expect(rings()).toEqual([])
  click('group-move')
  expect(rings().sort()).toEqual(['G4', 'F4', 'I5', 'J5', 'H6', 'G7', 'I6'].map(fix.square).sort())
  click('square-G7')
  expect(document.querySelector('[data-way="move G7"]')).not.toBeNull()
  expect(document.querySelector('.cost')!.textContent).toContain('2 Paces')
  expect(byId('square-G7')!.getAttribute('aria-label')).toContain('G7, open, 2 Paces')
  click('square-G7')
  expect(socket.of('answer')).toHaveLength(0)
  click('confirm')
  expect(socket.of('answer')[0]?.pick).toBe('move G7')
})

test('a square may be pressed before any row; the own square turns about', () => {
  const { client } = start(fix.SCENES['pace-turn']!())
  click('square-J5')
  expect([client.choice.group?.name, client.choice.optionId]).toEqual(['Move', 'move J5'])
  click('token-ilse')
  expect(client.choice.optionId).toBe('move H5')
  click('token-kord')
  expect(client.selected).toBe('kord')
})

test('in the middle of a walk a second press goes there, and so does a full stop', async () => {
  const { socket } = start(fix.SCENES['pace-walk']!())
  expect(rings().length).toBeGreaterThan(0)
  click('square-J5')
  expect(socket.of('answer')).toHaveLength(0)
  click('square-J5')
  expect(socket.of('answer')[0]?.pick).toBe('walk J5')
  await unmount(app!)
  const again = start(fix.SCENES['pace-walk']!())
  click('square-G4')
  byId('square-G4')!.focus()
  await key('.')
  expect(again.socket.of('answer')[0]?.pick).toBe('walk G4')
})

test('arrows move from square to square, with one tab stop, and each square says what it is', async () => {
  start()
  byId('token-ilse')!.focus()
  await key('ArrowRight')
  expect(document.activeElement!.getAttribute('data-testid')).toBe('square-I5')
  await key('ArrowUp')
  expect(document.activeElement!.getAttribute('data-testid')).toBe('token-kord')
  expect(document.activeElement!.getAttribute('aria-label')).toMatch(/^I4, open, Kord, facing south-west, side B, faces Ilse/)
  for (let at = 0; at < 3; at += 1) await key('ArrowRight')
  expect(document.activeElement!.getAttribute('aria-label')).toBe('L4, open, mill door, locked, 12 of 12 HP')
  expect(document.querySelectorAll('[data-testid="board"] [data-roam][tabindex="0"]')).toHaveLength(1)
})

test('a board of 3,600 squares has a button only where there is something', () => {
  start(fix.SCENES['pace-large']!())
  expect(document.querySelectorAll('[data-testid="board"] button').length).toBeLessThan(20)
})

test('a facing that costs nothing acts at once; a Pivot is chosen, shown and confirmed', async () => {
  const { socket } = start(fix.SCENES['pace-facing']!())
  click('compass-S')
  expect(socket.of('answer')[0]?.pick).toBe('face S')
  await unmount(app!)
  const again = start(fix.SCENES['pace-pivot']!())
  expect(byId('compass-NE')!.getAttribute('aria-disabled')).toBe('true')
  click('compass-S')
  expect(again.socket.of('answer')).toHaveLength(0)
  expect(byId('ap-ilse')!.getAttribute('aria-label')).toBe('2 of 5 Action Points, 1 kept from last round, the choice would spend 1')
  click('confirm')
  expect(again.socket.of('answer')[0]?.pick).toBe('pivot S')
})

test('a push shows its dice and whom they fall on before it is confirmed', () => {
  const { socket } = start(fix.SCENES['pace-push']!())
  click('compass-SW')
  expect(byId('shove')!.textContent).toBe('2d6, half each to Kord and Ilse')
  expect(socket.of('answer')).toHaveLength(0)
  click('confirm')
  expect(socket.of('answer')[0]?.pick).toBe('way SW')
})

test('an Evade is aimed on the board, and staying is one press', () => {
  const { socket } = start(fix.SCENES['pace-evade']!())
  click('square-G4')
  expect(byId('confirm')!.textContent).toContain('G4')
  click('answer-stay')
  expect(socket.of('answer')[0]?.pick).toBe('stay')
})

test('what is said is counted in words and sent for the own character', () => {
  const { socket } = start()
  const box = byId('words')!
  expect(box.textContent).toContain('Say something: 25 words left')
  const field = box.querySelector('input')!
  field.value = ' Behind  you, Bram! '
  field.dispatchEvent(new Event('input', { bubbles: true }))
  flushSync()
  expect(box.textContent).toContain('3 of 25 words')
  box.querySelector('form')!.requestSubmit()
  expect(socket.of('act')[0]).toMatchObject({ name: 'say', data: { character: 'ilse', text: 'Behind  you, Bram!' } })
})

test('when to be asked for a Pivot is one choice, for the own seat alone', () => {
  const { socket, client } = start()
  const list = byId('pivot-asks') as HTMLSelectElement
  list.value = 'not this round'
  list.dispatchEvent(new Event('change', { bubbles: true }))
  expect(socket.of('act')[0]).toMatchObject({ name: 'pivots', data: { character: 'ilse', asks: 'not this round' } })
  client.selected = 'kord'
  flushSync()
  expect(byId('pivot-asks')).toBeNull()
  expect(byId('words')).toBeNull()
})

test('the strip gives totals as they came about, and what the acting one has left', () => {
  start()
  const strip = document.querySelector('nav[aria-label="Initiative, round 3"]')!
  expect(strip.querySelector('[aria-current=step]')!.textContent).toContain('14 + 1 = 15')
  expect(strip.textContent).toContain('1 AP left')
  expect(strip.textContent).toContain('from the next round')
})

test('the sheet tells where AP came from and went, and a halved Speed beside the whole one', () => {
  const { client } = start()
  expect(document.querySelector('aside')!.textContent).toContain('4 at the start of the round: 1 kept, 3 gained. Spent: Pivot 1, Attack 1.')
  client.selected = 'kord'
  flushSync()
  expect(document.querySelector('aside s')!.textContent).toBe('5')
})

test('the text twin says who faces whom, what is threatened and what may be chosen', () => {
  const { client } = start(fix.SCENES['pace-turn']!())
  client.prefs.textBoard = true
  flushSync()
  const text = byId('board')!.textContent!
  expect(text).toContain('At H5, facing north-east. Faces Kord. Faced by Kord and Bram.')
  expect(text).toContain('Threatens H4, I4, I5.')
  click('square-G4')
  expect(client.choice.optionId).toBe('move G4')
})

test('a correction sends the value as its field wants it', () => {
  const { socket, client } = start(fix.SCENES['pace-gm']!())
  client.drawer = 'gm'
  flushSync()
  const form = byId('gm-set')!
  const pick = (at: number, value: string) => {
    const list = form.querySelectorAll('select')[at]!
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
    flushSync()
  }
  const write = (at: number, value: string) => {
    const field = form.querySelectorAll('input')[at]!
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    flushSync()
  }
  pick(0, 'ilse')
  write(0, '7')
  write(1, 'a slip of the pen')
  ;(form as HTMLFormElement).requestSubmit()
  socket.say({ type: 'accepted', id: socket.of('act')[0]!.id })
  pick(1, 'square')
  write(0, 'g4')
  write(1, 'misplaced')
  ;(form as HTMLFormElement).requestSubmit()
  expect(socket.of('act').map((one) => one.data)).toEqual([
    { character: 'ilse', field: 'hp', value: 7 },
    { character: 'ilse', field: 'square', value: 'G4' },
  ])
})

test('a drag begins after a few pixels and ends where it is let go', () => {
  const dropped: number[] = []
  const to = drag({ may: () => true, over: () => {}, drop: (x) => dropped.push(x), end: () => {} })
  const at = (x: number) => ({ clientX: x, clientY: 0, button: 0, pointerId: 1, currentTarget: document.body }) as unknown as PointerEvent
  to.down(at(0))
  to.move(at(3))
  to.up(at(3))
  expect([dropped, to.moved()]).toEqual([[], false])
  to.down(at(0))
  to.move(at(30))
  to.up(at(60))
  expect([dropped, to.moved(), to.moved()]).toEqual([[60], true, false])
})

test('squares fit the room, but stay large enough to press', () => {
  expect(cellSize({ width: 700, height: 400 }, { width: 16, height: 9 }, 30)).toBe(43)
  expect(cellSize({ width: 330, height: 400 }, { width: 16, height: 9 }, 44)).toBe(44)
  const frame = { width: 16, height: 9, cell: 10 }
  expect(squareAt({ x: 75, y: 45 }, frame)).toBe(71)
  expect(squareAt({ x: -1, y: 5 }, frame)).toBeNull()
  expect(stepTo(15, 'ArrowRight', frame)).toBe(15)
  expect(stepTo(15, 'ArrowDown', frame)).toBe(31)
  expect(stepTo(15, 'x', frame)).toBeNull()
  // Two squares side by side share no inner edge: six edges are left.
  expect(outline([0, 1], frame).split('M').length - 1).toBe(6)
  expect(outline([15, 16], frame).split('M').length - 1).toBe(8)
})
