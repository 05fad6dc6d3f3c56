import { expect, test } from 'vitest'
import { keyAct, type KeyPress } from './keys'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shift: false,
  modified: false,
  typing: false,
  pressable: false,
  ...more,
})

test.each([
  ['p', { act: 'region', region: 'prompt' }],
  ['A', { act: 'region', region: 'actions' }],
  ['b', { act: 'region', region: 'board' }],
  ['l', { act: 'region', region: 'log' }],
  ['s', { act: 'region', region: 'sheet' }],
  ['3', { act: 'number', number: 3 }],
  ['0', { act: 'number', number: 10 }],
  ['[', { act: 'step', by: -1 }],
  [']', { act: 'step', by: 1 }],
  ['o', { act: 'odds' }],
  ['c', { act: 'clause' }],
  ['u', { act: 'undo' }],
  ['?', { act: 'help' }],
  ['Enter', { act: 'confirm' }],
  ['x', null],
])('%s', (key, act) => {
  expect(keyAct(press(key), true)).toEqual(act)
})

test('Shift+U redoes', () => {
  expect(keyAct(press('U', { shift: true }), true)).toEqual({ act: 'redo' })
})

test('the browser keeps its own keys, and fields theirs', () => {
  expect(keyAct(press('l', { modified: true }), true)).toBeNull()
  expect(keyAct(press('l', { typing: true }), true)).toBeNull()
  expect(keyAct(press('Enter', { pressable: true }), true)).toBeNull()
})

test('single keys can be switched off; Escape goes on working', () => {
  expect(keyAct(press('p'), false)).toBeNull()
  expect(keyAct(press('Escape', { typing: true }), false)).toEqual({ act: 'back' })
})
