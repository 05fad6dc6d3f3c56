import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from '../App.svelte'
import { Client } from '../state/client.svelte'
import { pretendBrowser } from '../testing/browser'
import * as fix from '../testing/fixtures'
import { forecast } from '../testing/forecast'
import { FakeSocket } from '../testing/socket'

let app: ReturnType<typeof mount> | null = null

function start(gm: boolean): { client: Client; socket: FakeSocket } {
  const client = new Client('', FakeSocket.make)
  app = mount(App, { target: document.body, props: { client } })
  flushSync()
  const socket = FakeSocket.last
  socket.open()
  socket.say({ type: 'welcome', key: 'k1', join_url: null, join_qr_svg: null })
  socket.say(fix.view({ you: { id: 'p1', name: 'Ana', gm, seats: gm ? [] : ['okello'] } }))
  socket.say({ type: 'log', entries: fix.log, reset: true })
  flushSync()
  return { client, socket }
}

const byId = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
const click = (id: string) => {
  byId(id)!.click()
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

test('the GM looks ahead, stops, and shares', () => {
  const { socket } = start(true)
  click('gm-open')
  click('forecast-ask')
  click('forecast-ask')
  expect(socket.of('want_forecast')).toHaveLength(1)
  socket.say(forecast({ state: 'running', played: 60 }))
  flushSync()
  expect(byId('forecast')!.dataset.state).toBe('running')
  expect(byId('wins-crew')!.textContent).toContain('62')
  expect(byId('forecast-share')).toBeNull()
  click('forecast-stop')
  expect(socket.of('stop_forecast')).toHaveLength(1)
  socket.say(forecast())
  flushSync()
  expect(byId('falls-grusk')!.textContent).toContain('(77 to 84)')
  expect(byId('forecast')!.textContent).toContain('Nobody wins in under 1')
  expect(byId('live')!.textContent).toContain('Chance to win: The crew 62 %')
  click('forecast-share')
  expect(socket.of('share_forecast')[0]).toMatchObject({ on: true })
})

test('what the GM shares is news once, and stands above the log', () => {
  const { client, socket } = start(false)
  const shared = { position: 12, round: 3, text: ['Bots played it to the end 500 times.', 'Chance to win: The crew 62 %.'] }
  const you = { id: 'p1', name: 'Ana', gm: false, seats: ['okello'] }
  for (const position of [12, 13]) socket.say(fix.view({ you, position, shared_forecast: shared }))
  flushSync()
  expect(client.notices.list.filter((one) => one.text.includes('The GM shares a forecast'))).toHaveLength(1)
  expect(byId('shared-forecast')!.textContent).toContain('round 3. The table has moved on since.')
  socket.say(fix.view({ you, position: 14 }))
  flushSync()
  expect(byId('shared-forecast')).toBeNull()
})

test('a copy that was wished for shows its link in the GM’s hand', () => {
  const { client, socket } = start(true)
  client.whatIf(2)
  const wish = socket.of('want_what_if')[0]!
  expect(wish.entry).toBe(2)
  socket.say({ type: 'what_ifs', id: wish.id, tables: [{ table: '0a1b', entry: 2, address: 't/0a1b/#gm=key' }] })
  flushSync()
  const link = byId('copy-0a1b') as HTMLAnchorElement
  expect(link.getAttribute('href')).toBe('/t/0a1b/#gm=key')
  expect(link.textContent).toBe('After entry 3')
  click('drop-0a1b')
  expect(socket.of('drop_what_if')[0]?.table).toBe('0a1b')
})
