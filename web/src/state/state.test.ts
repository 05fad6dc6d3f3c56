import { expect, test } from 'vitest'
import type { ClientMessage, Entry } from '../protocol.gen'
import * as fix from '../testing/fixtures'
import { oddsSentence, promptSentence, undoneSentence } from './announce'
import { Choice } from './choice.svelte'
import { LogBook, PAGE } from './logbook.svelte'
import { LookBack } from './lookback.svelte'
import { OddsBook } from './oddsbook.svelte'
import { Outbox } from './outbox.svelte'

const numbers = (list: readonly Entry[]) => list.map((one) => one.number)

test('log entries are merged by number: sorted, replaced, never twice', () => {
  const book = new LogBook()
  book.merge([fix.entry(2), fix.entry(0), fix.entry(1)])
  const { fresh, undone } = book.merge([fix.entry(1, { undone_by: 'GM' }), fix.entry(2), fix.entry(3)])
  expect(numbers(book.entries)).toEqual([0, 1, 2, 3])
  expect(numbers(fresh)).toEqual([3])
  expect(numbers(undone)).toEqual([1])
  expect(book.entries[1]!.undone_by).toBe('GM')
  expect(book.have).toBe(4)
  expect(undoneSentence(undone)).toBe('GM took back 1 step.')
})

test('a strike that comes again with its result is news', () => {
  const book = new LogBook()
  book.merge([fix.entry(0), fix.entry(1, { say: ['He strikes.'] })])
  expect(numbers(book.merge([fix.entry(1, { say: ['He strikes. Blocked.'] })]).fresh)).toEqual([1])
})

test('a reset forgets what was held', () => {
  const book = new LogBook()
  book.merge([fix.entry(0), fix.entry(1)])
  book.merge([fix.entry(0)], true)
  expect(numbers(book.entries)).toEqual([0])
})

test('a hole is asked for first, then what is older', () => {
  const book = new LogBook()
  book.merge([fix.entry(500), fix.entry(501), fix.entry(510)])
  expect(book.missing(511)).toEqual({ start: 502, stop: 510 })
  book.merge(Array.from({ length: 8 }, (_, at) => fix.entry(502 + at)))
  expect(book.missing(511)).toEqual({ start: 500 - PAGE, stop: 500 })
  book.merge(Array.from({ length: 500 }, (_, at) => fix.entry(at)))
  expect(book.missing(511)).toBeNull()
})

test('an answer is held until its question is gone, other commands until they are accepted', () => {
  const sent: ClientMessage[] = []
  const outbox = new Outbox((message) => sent.push(message) > 0)
  const id = outbox.send({ type: 'answer', stamp: 's6', part: 0, pick: 'yes' }, 'answer')!
  expect(outbox.send({ type: 'answer', stamp: 's6', part: 0, pick: 'no' }, 'answer')).toBeNull()
  outbox.accepted(id, fix.view({ prompts: [fix.reactionPrompt] }))
  expect(outbox.busy('answer')).toBe(true)
  outbox.settle(fix.view({ prompts: [] }))
  expect(outbox.busy('answer')).toBe(false)
  const undo = outbox.send({ type: 'undo' }, 'undo')!
  outbox.accepted(undo, null)
  expect(outbox.busy('undo')).toBe(false)
  expect(new Set(sent.map((one) => ('id' in one ? one.id : ''))).size).toBe(2)
})

test('nothing is kept when the line is down', () => {
  const outbox = new Outbox(() => false)
  expect(outbox.send({ type: 'undo' }, 'undo')).toBeNull()
  expect(outbox.busy('undo')).toBe(false)
})

test('a choice survives a new view as long as it is offered', () => {
  const choice = new Choice()
  choice.follow(fix.turnPrompt)
  choice.pick(choice.groups.find((one) => one.name === 'Iron bar')!)
  expect(choice.option?.id).toBe('bar:grusk')
  const question = { ...fix.turnPrompt.question!, options: fix.turnPrompt.question!.options.filter((one) => one.group !== 'Iron bar') }
  expect(choice.follow({ ...fix.turnPrompt, stamp: 's8' })).toBe(false)
  expect(choice.option?.id).toBe('bar:grusk')
  expect(choice.follow({ ...fix.turnPrompt, stamp: 's9', question })).toBe(true)
  expect(choice.group).toBeNull()
})

test('targets are stepped through in both directions, refused ones never', () => {
  const choice = new Choice()
  choice.follow(fix.turnPrompt)
  choice.pick(choice.groups.find((one) => one.name === 'Move')!)
  expect(choice.option).toBeNull()
  choice.step(1)
  expect(choice.option?.id).toBe('move:quay')
  choice.step(-1)
  expect(choice.option?.id).toBe('move:stair')
  expect(choice.pickTarget('gantry')).toBe(false)
  expect(choice.back()).toBe(true)
  expect(choice.option).toBeNull()
  expect(choice.back()).toBe(true)
  expect(choice.group).toBeNull()
  expect(choice.back()).toBe(false)
})

test('sentences for the live region', () => {
  expect(promptSentence(fix.lanePrompt, fix.view(), null)).toBe('Choose your lane. Nobody sees it before all have. 3 answers.')
  expect(promptSentence(fix.turnPrompt, fix.view(), null)).toBe('Your turn, Okello.')
  expect(oddsSentence(fix.odds.bars, 1.35)).toBe(
    'Blocked 21.9 percent, 1 wound 36.0, 2 29.8, 3 10.2, 4 or more 2.2. Mean 1.35.',
  )
})

test('looking back steps over what was taken back, and forgets an answer that is no longer wanted', () => {
  const sent: ClientMessage[] = []
  const outbox = new Outbox((message) => sent.push(message) > 0)
  const past = new LookBack(outbox)
  const entries = [fix.entry(0), fix.entry(1, { undone_by: 'GM' }), fix.entry(2), fix.entry(4)]
  past.want(2)
  const first = sent[0] as Extract<ClientMessage, { type: 'want_position' }>
  expect(first).toMatchObject({ type: 'want_position', entry: 2 })
  past.want(4)
  expect(sent).toHaveLength(1)
  expect(past.receive({ type: 'position', id: first.id, entry: 2, fight: {} })).toBe(true)
  expect([past.next(entries, -1), past.next(entries, 1)]).toEqual([0, 4])
  past.want(4)
  const second = sent[1] as Extract<ClientMessage, { type: 'want_position' }>
  past.leave()
  expect(past.receive({ type: 'position', id: second.id, entry: 4, fight: {} })).toBe(false)
  expect(past.entry).toBeNull()
  expect(past.next(entries, 1)).toBeNull()
})

test('the odds of an entry are asked for once, and anew when it says something else', () => {
  const sent: ClientMessage[] = []
  const book = new OddsBook(new Outbox((message) => sent.push(message) > 0))
  const struck = { ...fix.strikeEntry, odds: null, say: ['He strikes.'] }
  for (const quiet of [fix.entry(1, { ledgers: [] }), { ...struck, undone_by: 'GM' }, { ...struck, odds: fix.odds }]) book.wantEntry(quiet)
  expect(sent).toHaveLength(0)
  book.wantEntry(struck)
  book.wantEntry(struck)
  expect(sent).toMatchObject([{ type: 'want_entry_odds', entry: struck.number }])
  expect(book.ofEntry(struck)).toBeUndefined()
  book.receive((sent[0] as { id: string }).id, null)
  expect(book.ofEntry(struck)).toBeNull()
  const done = { ...struck, say: ['He strikes. Blocked.'] }
  book.wantEntry(done)
  book.receive((sent[1] as { id: string }).id, fix.odds)
  expect(book.ofEntry(done)?.mean).toBe(1.35)
})
