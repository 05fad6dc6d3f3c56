import { expect, test } from 'vitest'
import type { WhatIfsMessage } from '../protocol.gen'
import { folderKey, rootFolder, socketUrl } from '../net/link.svelte'
import { Ahead } from '../state/ahead.svelte'
import { forecast } from '../testing/forecast'
import * as fix from '../testing/fixtures'
import { ending, interval, percent, progress, standing } from './forecast'

test('a chance is never rounded to what is certain', () => {
  expect([0, 0.4, 51.6, 99.6, 100].map(percent)).toEqual(['0', 'under 1', '52', 'over 99', '100'])
  expect(interval({ percent: 52, low: 47.6, high: 56.4 })).toBe('48 to 56')
})

test('a forecast says where it starts from, and when the table has moved on', () => {
  expect(standing(forecast({ position: 12, after: 7 }), fix.view())).toBe('As it stood after entry 7 of the log.')
  expect(standing(forecast({ position: 11, after: 0 }), fix.view())).toBe('As it stood at the very beginning. The table has moved on since.')
})

test('how far it has come, and when the fight ends', () => {
  expect(progress(forecast({ state: 'running', played: 0 }))).toBe('The bots are sitting down.')
  expect(progress(forecast({ state: 'running', played: 60 }))).toBe('60 of 500 played.')
  expect(progress(forecast({ state: 'stopped', played: 60, text: 'You stopped it.' }))).toBe('60 of 500 played. You stopped it.')
  expect(ending(forecast())).toBe('Ends in round 5.2 on average, eight of ten between 4 and 7. Now is round 3.')
  expect(ending(forecast({ length: { rounds: false, now: 0, mean: 80.4, low: 60, high: 99 } }))).toContain('after 80 more answers')
  expect(ending(forecast({ length: null }))).toBe('')
})

test('news of an earlier forecast does not replace a later one', () => {
  const ahead = new Ahead()
  ahead.take(forecast({ number: 2, state: 'running' }))
  ahead.take(forecast({ number: 1 }))
  expect(ahead.forecast?.number).toBe(2)
  expect(ahead.take(forecast({ number: 2 }))).toBe(true)
  // Sharing it says the same once more.
  expect(ahead.take(forecast({ number: 2, shared: true }))).toBe(false)
  // Whoever comes back is told anew, perhaps by a server that has begun to count again.
  ahead.forget()
  ahead.take(forecast({ number: 1 }))
  expect(ahead.forecast?.number).toBe(1)
})

test('of private copies only the one just wished for is news', () => {
  const ahead = new Ahead()
  const message: WhatIfsMessage = { type: 'what_ifs', id: 'c1', tables: [{ table: 'ab', entry: 3, address: 't/ab/#gm=k' }] }
  ahead.wished = 'c1'
  expect(ahead.copies(message)).toBe(true)
  expect(ahead.copies(message)).toBe(false)
  expect(ahead.tables).toHaveLength(1)
})

test('private copies lie below the folder of the first table, each with a key of its own', () => {
  expect(['/', '/watch/', '/t/0a1b2c/', '/play/t/0a1b2c/'].map(rootFolder)).toEqual(['/', '/', '/', '/play/'])
  expect(['/', '/t/0a1b2c/', '/play/'].map(folderKey)).toEqual(['', '0a1b2c', ''])
  expect(socketUrl({ protocol: 'http:', host: 'h', pathname: '/t/0a1b2c/' })).toBe('ws://h/t/0a1b2c/ws')
})
