import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from '../App.svelte'
import { complete, faceOf, labelBeside } from '../parts/dice'
import { Client } from '../state/client.svelte'
import { pretendBrowser } from '../testing/browser'
import * as fix from '../testing/fixtures'
import { FakeSocket } from '../testing/socket'

let app: ReturnType<typeof mount>
let socket: FakeSocket

beforeEach(() => {
  localStorage.clear()
  pretendBrowser()
  app = mount(App, { target: document.body, props: { client: new Client('', FakeSocket.make) } })
  flushSync()
  socket = FakeSocket.last
  socket.open()
  socket.say(fix.view({ prompts: [fix.dicePrompt] }))
  flushSync()
})
afterEach(async () => {
  await unmount(app)
  vi.unstubAllGlobals()
})

const field = (at: number) => document.querySelector<HTMLInputElement>(`[data-testid="die-field-${at}"]`)!
function type(at: number, text: string): void {
  field(at).value = text
  field(at).dispatchEvent(new Event('input', { bubbles: true }))
  flushSync()
}
const form = () => document.querySelector<HTMLFormElement>('[data-testid="prompt-dice-entry"]')!

test('the focus starts on the first die and moves on by itself', () => {
  expect(document.activeElement).toBe(field(0))
  type(0, '1')
  expect(document.activeElement).toBe(field(0))
  type(0, '17')
  expect(document.activeElement).toBe(field(1))
  type(1, '6')
  expect(document.activeElement).toBe(field(2))
})

test('a face out of range is named and not sent', () => {
  type(0, '17')
  type(1, '6')
  type(2, '7')
  expect(form().textContent).toContain('A d6 shows 1 to 6. You typed 7.')
  type(3, '4')
  form().requestSubmit()
  flushSync()
  expect(socket.of('answer')).toHaveLength(0)
})

test('a full roll is sent as faces, in order', () => {
  ;['17', '6', '5', '0'].forEach((text, at) => type(at, text))
  form().requestSubmit()
  form().requestSubmit()
  expect(socket.of('answer')).toHaveLength(1)
  expect(socket.of('answer')[0]!.faces).toEqual([17, 6, 5, 10])
})

test('the server may roll instead', () => {
  document.querySelector<HTMLElement>('[data-testid="dice-here"]')!.click()
  expect(socket.of('answer')[0]).toMatchObject({ here: true, stamp: 's8' })
})

test.each([
  ['2', 20, false],
  ['3', 20, true],
  ['20', 20, true],
  ['1', 12, false],
  ['7', 8, true],
  ['1', 10, false],
  ['', 6, false],
])('"%s" on a d%i is complete: %s', (text, sides, done) => {
  expect(complete(text, sides)).toBe(done)
})

test.each([
  ['0', 10, 10],
  ['0', 20, null],
  ['21', 20, null],
  ['08', 8, 8],
  ['x', 6, null],
  ['-1', 6, null],
])('the face "%s" of a d%i is %s', (text, sides, face) => {
  expect(faceOf(text, sides)).toBe(face)
})

test.each([
  ['Gear d4, Weighted bolas', 4, 'Gear, Weighted bolas'],
  ['d20', 20, ''],
  ['Training', 8, 'Training'],
  ['Gear d10', 4, 'Gear d10'],
])('the label "%s" beside a d%i is "%s"', (label, sides, shown) => {
  expect(labelBeside(label, sides)).toBe(shown)
})
