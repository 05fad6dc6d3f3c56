import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import { partOf, signed, totalOf } from '../parts/text'
import type { Ledger, LedgerRow } from '../protocol.gen'
import { entrySentence } from '../state/announce'
import * as fix from '../testing/fixtures'
import LedgerLine from './LedgerLine.svelte'

const part = (more: Partial<LedgerRow>): LedgerRow => ({ die: null, label: 'Grace', detail: 'one better', value: null, clause: null, ...more })
const ledger = (more: Partial<Ledger>): Ledger => ({ who: 'okello', name: 'Okello', title: '', rows: [part({}), part({ value: -2 })], total_label: 'Level', total: null, ...more })

let app: ReturnType<typeof mount> | null = null
afterEach(async () => {
  if (app) await unmount(app)
  app = null
})

test('what has no number is told in words', () => {
  expect([signed(null), signed(-2)]).toEqual(['', '−2'])
  expect([partOf(part({})), partOf(part({ value: 8 })), partOf(part({ detail: '' }))]).toEqual(['Grace one better', 'Grace 8', 'Grace'])
  expect([totalOf(ledger({})), totalOf(ledger({ total: 0 })), totalOf(ledger({ total: 3, total_text: 'Fair' }))]).toEqual(['', '0', 'Fair'])
})

test('a roll in short shows the words where the number would stand, or else what they are called', () => {
  for (const [more, shown] of [[{ total_text: 'Fair' }, 'Fair'], [{}, 'Level'], [{ total: 21 }, '21']] as const) {
    app = mount(LedgerLine, { target: document.body, props: { ledger: ledger(more) } })
    flushSync()
    expect(document.querySelector('.tot')!.textContent).toBe(shown)
    expect(document.body.textContent).toContain('Grace one better')
    expect(document.body.textContent).toContain('Grace −2')
    void unmount(app)
  }
  app = null
})

test('two rolls in words are set against each other, and nothing where one has none', () => {
  const [fair, none] = [ledger({ total_text: 'Fair' }), ledger({})]
  expect(entrySentence(fix.entry(0, { say: ['They vie.'], ledgers: [fair, ledger({ total: 4 })] }))).toBe('They vie. Fair against 4.')
  expect(entrySentence(fix.entry(0, { say: ['They vie.'], ledgers: [fair, none] }))).toBe('They vie.')
})
