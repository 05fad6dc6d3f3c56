import House from '@lucide/svelte/icons/house'
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from './App.svelte'
import type { View } from './protocol.gen'
import { Client } from './state/client.svelte'
import { d20plus } from './systems/d20plus'
import { pretendBrowser } from './testing/browser'
import * as fix from './testing/fixtures'
import Hand from './testing/Hand.svelte'
import { FakeSocket } from './testing/socket'

/** What a system may draw itself: its turns, what is done unasked, the tabs of a phone. */
let app: ReturnType<typeof mount> | null = null

function start(view: View): { client: Client; socket: FakeSocket } {
  const client = new Client('', FakeSocket.make)
  app = mount(App, { target: document.body, props: { client } })
  flushSync()
  const socket = FakeSocket.last
  socket.open()
  socket.say({ type: 'welcome', key: 'k1', join_url: null, join_qr_svg: null })
  say(socket, view)
  return { client, socket }
}

function say(socket: FakeSocket, view: View): void {
  socket.say(view)
  flushSync()
}

const byId = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
const wishes = () => [...document.querySelectorAll('[data-testid^="wish-"]')].map((one) => one.textContent)
/** The seats of somebody who plays two; `bots` are played by bots. */
const two = (more: Partial<View> = {}, bots: readonly string[] = []): View => {
  const view = fix.view(more)
  return { ...view, seats: view.seats.map((one) => ({ ...one, yours: one.id === 'okello' || one.id === 'maren', bot: bots.includes(one.id) ? 'greedy' : null })) }
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
  delete d20plus.turn
  delete d20plus.unasked
  delete d20plus.tabs
  vi.unstubAllGlobals()
})

test('a system without the hooks is drawn as ever', () => {
  const { client } = start(fix.view({ prompts: [fix.turnPrompt] }))
  expect(byId('prompt-turn')).not.toBeNull()
  expect(document.querySelector('.under')!.classList).toContain('act')
  expect(client.unasked).toEqual([])
  expect(byId('unasked')).toBeNull()
})

test('a system draws the question of a turn in place of the panel, and other questions stay slips', () => {
  d20plus.turn = Hand
  const { client, socket } = start(fix.view({ prompts: [fix.turnPrompt] }))
  expect(byId('own-turn')!.textContent).toBe('okello: Okello, Mid lane')
  expect(byId('prompt-turn')).toBeNull()
  expect(document.querySelector('.under')!.classList).not.toContain('act')
  expect(client.choice.groups.length).toBeGreaterThan(0)
  say(socket, fix.view({ prompts: [fix.reactionPrompt] }))
  expect(byId('own-turn')).toBeNull()
  expect(byId('answer-yes')).not.toBeNull()
})

test('who is asked nothing may act, also while somebody else is asked', () => {
  d20plus.unasked = Hand
  const { socket } = start(fix.view({ prompts: [] }))
  expect(wishes()).toEqual(['okello'])
  expect(byId('unasked')!.classList).not.toContain('compact')
  expect(byId('waiting')).not.toBeNull()
  byId('wish-okello')!.click()
  byId('wish-okello')!.click()
  expect(socket.of('act')).toMatchObject([{ name: 'wish', data: { seat: 'okello' } }])
  say(socket, fix.view({ prompts: [fix.reactionPrompt] }))
  expect(byId('unasked')).toBeNull()
})

test('of two seats the one that is asked answers, and the other may act below', () => {
  d20plus.unasked = Hand
  const { socket } = start(two({ prompts: [fix.reactionPrompt] }))
  expect(wishes()).toEqual(['maren'])
  expect(byId('unasked')!.classList).toContain('compact')
  expect(byId('answer-yes')).not.toBeNull()
  say(socket, two({ prompts: [] }, ['maren']))
  expect(wishes()).toEqual(['okello'])
})

test('nobody acts unasked without a seat, nor once the fight is over', () => {
  d20plus.unasked = Hand
  const { socket } = start(fix.view({ prompts: [], over: true }))
  expect(byId('unasked')).toBeNull()
  const view = fix.view({ prompts: [], you: { id: 'p1', name: 'GM', gm: true, seats: [] } })
  say(socket, { ...view, seats: view.seats.map((one) => ({ ...one, yours: false })) })
  expect(byId('unasked')).toBeNull()
})

test('a system names the tabs of a phone', () => {
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: false, media, addEventListener: () => {}, removeEventListener: () => {} }))
  d20plus.unasked = Hand
  d20plus.tabs = { board: { label: 'Scene', icon: House }, act: { label: 'Hand' } }
  start(fix.view({ prompts: [] }))
  expect(['board', 'act', 'sheet', 'log'].map((id) => byId(`tab-${id}`)!.textContent!.trim())).toEqual(['Scene', 'Hand', 'Sheet', 'Log'])
  expect(byId('tab-board')!.innerHTML).toContain('lucide-house')
  expect(wishes()).toEqual(['okello'])
  expect(document.querySelector('main')!.classList).not.toContain('idle')
})

test('odds are asked for anew when the table moved on, and shown until then', () => {
  const { client, socket } = start(fix.view({ prompts: [fix.turnPrompt] }))
  client.choice.pick(client.choice.groups.find((one) => one.name === 'Iron bar')!)
  flushSync()
  const asked = () => socket.of('want_odds')
  expect(asked()).toHaveLength(1)
  socket.say({ type: 'odds', id: asked()[0]!.id, option: 'bar:grusk', odds: { ...fix.odds } })
  say(socket, fix.view({ prompts: [fix.turnPrompt] }))
  expect(asked()).toHaveLength(1)
  say(socket, fix.view({ prompts: [fix.turnPrompt], position: 13 }))
  expect(asked()).toHaveLength(2)
  expect(client.odds.of(fix.turnPrompt, client.choice.option!)?.mean).toBe(1.35)
  socket.say({ type: 'odds', id: asked()[1]!.id, option: 'bar:grusk', odds: { ...fix.odds, mean: 1 } })
  flushSync()
  expect(client.odds.of(fix.turnPrompt, client.choice.option!)?.mean).toBe(1)
  expect(asked()).toHaveLength(2)
})
