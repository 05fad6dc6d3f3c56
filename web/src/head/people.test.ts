import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from '../App.svelte'
import { Client } from '../state/client.svelte'
import { pretendBrowser } from '../testing/browser'
import * as fix from '../testing/fixtures'
import { FakeSocket } from '../testing/socket'

let app: ReturnType<typeof mount> | null = null
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

function drawer(gm: boolean): FakeSocket {
  const client = new Client('', FakeSocket.make)
  app = mount(App, { target: document.body, props: { client } })
  flushSync()
  const socket = FakeSocket.last
  socket.open()
  socket.say({ type: 'welcome', key: 'k1', join_url: null, join_qr_svg: null })
  socket.say(fix.view({ you: { id: 'p3', name: 'Jonas', gm, seats: ['okello'] } }))
  client.drawer = 'table'
  flushSync()
  return socket
}

const button = (id: string) => document.querySelector<HTMLElement>(`[data-testid="remove-${id}"]`)

test('the GM removes somebody who is away, and nobody who is here', () => {
  const socket = drawer(true)
  expect(button('p2')).toBeNull()
  button('p4')!.click()
  flushSync()
  expect(socket.of('remove_person')[0]).toMatchObject({ person: 'p4' })
})

test('a player removes nobody', () => {
  drawer(false)
  expect(button('p4')).toBeNull()
})
