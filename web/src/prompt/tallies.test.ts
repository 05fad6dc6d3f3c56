import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from '../App.svelte'
import { Client } from '../state/client.svelte'
import { pretendBrowser } from '../testing/browser'
import * as fix from '../testing/fixtures'
import { FakeSocket } from '../testing/socket'
import { deedsInWords, luckInWords, rowsOf } from './tallies'

const tally = { who: 'grusk', name: 'Grusk', rolls: 3, answers: 2, dice: 9, by_hand: 0, luck: -2.5, deeds: { 'wounds dealt': 4, blocks: 1 } }

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

test('everybody has a row, also who never rolled and who was taken out of the fight', () => {
  const rows = rowsOf([{ id: 'okello', out: false, state: 'unhurt' }], [tally])
  expect(rows.map((one) => [one.id, one.tally?.rolls ?? null])).toEqual([['okello', null], ['grusk', 3]])
})

test('deeds and luck are told in words', () => {
  expect(deedsInWords(tally)).toBe('wounds dealt\u00a04, blocks\u00a01')
  expect(luckInWords(tally)).toBe('−2.5 in 9 dice')
  expect(luckInWords({ ...tally, luck: 1, dice: 1, by_hand: 1 })).toBe('+1 in 1 die, 1 by hand')
  expect(luckInWords({ ...tally, dice: 0 })).toBe('')
  expect(luckInWords({ ...tally, luck: null, by_hand: 2 })).toBe('9 dice, 2 by hand')
})

test('the end shows who stands, how hurt they are, and what they did', () => {
  app = mount(App, { target: document.body, props: { client: new Client('', FakeSocket.make) } })
  flushSync()
  FakeSocket.last.open()
  FakeSocket.last.say({ type: 'welcome', key: 'k1', join_url: null, join_qr_svg: null })
  FakeSocket.last.say(
    fix.view(
      { over: true, summary: [tally] },
      { phase: 'over', outcome: 'The crew holds the gate.', turn: null, personas: [
        fix.persona('grusk', 'Grusk', 'gate', 'hall', { out: true, out_meaning: 'captured' }),
        fix.persona('okello', 'Okello', 'crew', 'hall'),
      ] },
    ),
  )
  flushSync()
  const rows = [...document.querySelectorAll('[data-testid="summary"] tbody tr')].map((row) => row.textContent!.replace(/\s+/g, ' '))
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain('Okello')
  expect(rows[0]).toContain('Body 4 of 5')
  expect(rows[1]).toContain('Out: captured; Body 4 of 5')
  expect(rows[1]).toContain('wounds dealt 4, blocks 1')
  expect(rows[1]).toContain('−2.5 in 9 dice')
})

test('where high faces are no luck, dice are counted and nothing is said of it', () => {
  app = mount(App, { target: document.body, props: { client: new Client('', FakeSocket.make) } })
  flushSync()
  FakeSocket.last.open()
  FakeSocket.last.say(fix.view({ over: true, summary: [{ ...tally, luck: null }] }, { phase: 'over', outcome: 'Over.', turn: null }))
  flushSync()
  const outcome = document.querySelector('[data-testid="outcome"]')!
  expect(outcome.textContent).toContain('9 dice')
  expect(outcome.querySelector('thead')!.textContent).toContain('Dice')
  expect(outcome.textContent).not.toContain('Luck')
})
