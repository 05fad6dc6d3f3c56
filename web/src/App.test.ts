import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import App from './App.svelte'
import { Client } from './state/client.svelte'
import { pretendBrowser } from './testing/browser'
import * as fix from './testing/fixtures'
import { FakeSocket } from './testing/socket'

let app: ReturnType<typeof mount> | null = null

function start(): { client: Client; socket: FakeSocket } {
  const client = new Client('', FakeSocket.make)
  app = mount(App, { target: document.body, props: { client } })
  flushSync()
  const socket = FakeSocket.last
  socket.open()
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

test('a stranger gives a name, takes a seat, and is remembered', () => {
  const { socket } = start()
  socket.say({ type: 'welcome', key: 'k1', join_url: null, join_qr_svg: null })
  socket.say(fix.view({ you: { id: 'p9', name: '', gm: false, seats: [] } }))
  flushSync()
  click('join-seat-petra')
  expect(socket.of('take_seat')).toHaveLength(0)
  const field = byId('join-name') as HTMLInputElement
  field.value = 'Ana'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  click('join-seat-petra')
  expect(socket.of('rename')[0]?.name).toBe('Ana')
  expect(socket.of('take_seat')[0]?.seat).toBe('petra')
  expect(localStorage.getItem('affray.key')).toBe('k1')
})

test('a double click on an answer sends one command', () => {
  const { socket } = start()
  socket.say(fix.view({ prompts: [fix.reactionPrompt] }))
  flushSync()
  click('answer-yes')
  click('answer-yes')
  click('answer-no')
  expect(socket.of('answer')).toHaveLength(1)
  expect(socket.of('answer')[0]).toMatchObject({ stamp: 's6', part: 0, pick: 'yes' })
})

test('a strike is picked, aimed and confirmed; a plain move acts at once', () => {
  const { socket } = start()
  socket.say(fix.view({ prompts: [fix.turnPrompt] }))
  flushSync()
  click('group-set-up-with-sense')
  expect(byId('confirm')).toBeNull()
  click('token-maren')
  expect(socket.of('want_odds')[0]?.option).toBe('setup:maren')
  expect(socket.of('answer')).toHaveLength(0)
  click('confirm')
  expect(socket.of('answer')[0]?.pick).toBe('setup:maren')
})

test('the button of a strike says whom it strikes; what with stands above it', () => {
  const { socket } = start()
  const options = ['grusk', 'sable'].map((id) =>
    fix.option(`strike ${id}`, { group: 'Iron bar', label: id, section: 'Strikes', target: id, target_kind: 'actor', cost: [{ pip: 'action', count: 1 }] }),
  )
  socket.say(fix.view({ prompts: [{ ...fix.turnPrompt, question: { ...fix.turnPrompt.question!, options } }] }))
  flushSync()
  click('group-iron-bar')
  click('token-grusk')
  expect(byId('confirm')!.textContent!.trim()).toBe('Strike Grusk')
})

test('whoever answers for somebody else is not told what to do next', () => {
  const { socket } = start()
  const you = { id: 'p1', name: 'GM', gm: true, seats: [] }
  socket.say(fix.view({ you, next_step: 'Nobody plays Tilde.', prompts: [{ ...fix.reactionPrompt, mine: false }] }))
  flushSync()
  expect(byId('next-step')).not.toBeNull()
  ;[...document.querySelectorAll('button')].find((one) => one.textContent!.includes('Answer for'))!.click()
  flushSync()
  expect(byId('answer-yes')).not.toBeNull()
  expect(byId('next-step')).toBeNull()
})

test('the door tells what the fight is about, and the sides by name', () => {
  const { socket } = start()
  socket.say({ type: 'welcome', key: 'k1', join_url: null, join_qr_svg: null })
  socket.say(fix.view({ scene: 'The docks are watching.\n\nTerms: until one is Out.', you: { id: 'p9', name: '', gm: false, seats: [] } }))
  flushSync()
  expect([...document.querySelectorAll('.about p')].map((one) => one.textContent)).toEqual(['The docks are watching.', 'Terms: until one is Out.'])
  expect(byId('join-seat-petra')!.textContent).toContain('The gate')
})

test('a row without a target and with a small cost acts at once', () => {
  const { socket } = start()
  socket.say(fix.view({ prompts: [fix.turnPrompt] }))
  flushSync()
  click('option-cover')
  expect(socket.of('answer')[0]?.pick).toBe('cover')
})

test('a refused row says why, sends nothing, and leads to the GM', () => {
  const { socket } = start()
  socket.say(fix.view({ prompts: [fix.turnPrompt] }))
  flushSync()
  const row = byId('option-mortar')!
  expect(row.getAttribute('aria-disabled')).toBe('true')
  expect(row.parentElement!.textContent).toContain('your lane this round is Mid')
  row.click()
  flushSync()
  expect(socket.of('answer')).toHaveLength(0)
  const ask = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes('Ask the GM'))!
  ask.click()
  flushSync()
  document.querySelector<HTMLFormElement>('[data-testid="refused-mortar"] form')!.requestSubmit()
  expect(socket.of('ask_gm')[0]).toMatchObject({ seat: 'okello', option: 'mortar' })
})

test('names are text, whatever they look like', () => {
  const { socket } = start()
  const evil = '<img src=x onerror="document.title=1"><b>Bo</b>'
  socket.say(fix.view({}, { personas: [fix.persona('okello', evil, 'crew', 'hall')] }))
  socket.say({ type: 'log', reset: true, entries: [fix.entry(0, { say: [{ who: 'x', name: evil }, ' moves.'] })] })
  flushSync()
  expect(document.querySelector('img[src=x]')).toBeNull()
  expect(byId('token-okello')!.textContent).toContain(evil)
})

test('the live region hears a prompt at once and a result in passing', () => {
  const { socket } = start()
  socket.say(fix.view({ prompts: [fix.reactionPrompt] }))
  socket.say({ type: 'log', reset: true, entries: [fix.entry(0)] })
  socket.say({ type: 'log', reset: false, entries: [fix.strikeEntry] })
  flushSync()
  expect(document.querySelector('[aria-live=assertive]')!.textContent).toContain(
    'Grusk strikes Maren. Do you step in? Let it fall is the default. 2 answers, odds with O.',
  )
  expect(byId('live')!.textContent).toContain('1 wound. Sable strikes Okello with a short blade. One wound to Body, 5 to 4. 29 against 23.')
})

test('after a break the page says hello with what it has and repeats what was not answered', () => {
  vi.useFakeTimers()
  const { socket } = start()
  socket.say({ type: 'welcome', key: 'k1', join_url: null, join_qr_svg: null })
  socket.say(fix.view({ prompts: [fix.reactionPrompt] }))
  socket.say({ type: 'log', reset: true, entries: fix.log })
  flushSync()
  click('answer-yes')
  const sent = socket.of('answer')[0]!
  socket.drop()
  flushSync()
  expect(byId('connection')!.dataset.state).toBe('lost')
  click('answer-no')
  vi.advanceTimersByTime(400)
  const again = FakeSocket.last
  expect(again).not.toBe(socket)
  again.open()
  expect(again.of('hello')[0]).toMatchObject({ key: 'k1', have: fix.log.length })
  again.say({ type: 'welcome', key: 'k1', join_url: null, join_qr_svg: null })
  expect(again.of('answer')).toEqual([sent])
  vi.useRealTimers()
})

test('ten thousand entries put fewer than 200 of them into the document', () => {
  const { socket } = start()
  socket.say(fix.view({ log_total: 10_000 }))
  socket.say({ type: 'log', reset: true, entries: Array.from({ length: 10_000 }, (_, at) => fix.entry(at)) })
  flushSync()
  expect(document.querySelectorAll('[data-testid^="entry-"]').length).toBeLessThan(200)
})

test('the invitation code is an image, not markup', () => {
  const { socket, client } = start()
  socket.say({ type: 'welcome', key: 'k', join_url: 'http://10.0.0.2:8765/', join_qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>' })
  socket.say(fix.view({ you: { id: 'p1', name: 'GM', gm: true, seats: [] } }))
  flushSync()
  client.drawer = 'gm'
  flushSync()
  expect(byId('gm-link')!.getAttribute('href')).toBe('http://10.0.0.2:8765/')
  expect(document.querySelector('img[alt^=Code]')!.getAttribute('src')).toMatch(/^data:image\/svg\+xml/)
  expect(document.querySelector('script')).toBeNull()
})

test('after an act of one’s own the panel starts afresh, without a word', () => {
  const { socket, client } = start()
  socket.say(fix.view({ prompts: [fix.turnPrompt] }))
  flushSync()
  click('group-iron-bar')
  click('confirm')
  const sent = socket.of('answer')[0]!
  const question = { ...fix.turnPrompt.question!, options: fix.turnPrompt.question!.options.filter((one) => one.group !== 'Iron bar') }
  socket.say(fix.view({ prompts: [{ ...fix.turnPrompt, stamp: 's9', question }] }))
  socket.say({ type: 'accepted', id: sent.id })
  flushSync()
  expect(client.choice.group).toBeNull()
  expect(client.notices.list).toEqual([])
  click('option-cover')
  expect(socket.of('answer')[1]?.stamp).toBe('s9')
})

test('the GM goes on answering for a seat until it is left to its player', () => {
  const { socket } = start()
  const gm = { id: 'p1', name: 'GM', gm: true, seats: [] }
  const split = { ...fix.reactionPrompt, mine: false }
  socket.say(fix.view({ you: gm, prompts: [split] }))
  flushSync()
  const press = (words: string) => [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(words))!.click()
  press('Answer for Okello')
  flushSync()
  click('answer-yes')
  socket.say(fix.view({ you: gm, prompts: [{ ...fix.turnPrompt, mine: false }] }))
  flushSync()
  expect(byId('option-cover')).not.toBeNull()
  press('Leave it to them')
  flushSync()
  expect(byId('option-cover')).toBeNull()
  socket.say(fix.view({ you: gm, prompts: [{ ...fix.turnPrompt, stamp: 's10', mine: false }] }))
  flushSync()
  expect(byId('option-cover')).toBeNull()
})

test('the GM, and nobody else, is offered the save file', () => {
  const { socket, client } = start()
  socket.say({ type: 'welcome', key: 'k 1', join_url: null, join_qr_svg: null })
  socket.say(fix.view({ you: { id: 'p1', name: 'GM', gm: true, seats: [] } }))
  client.drawer = 'gm'
  flushSync()
  expect(byId('gm-save')!.getAttribute('href')).toBe('api/save?key=k%201')
  socket.say(fix.view({ over: true, dice: { commitment: '7c1f', seed: 'a seed' } }, { phase: 'over', outcome: 'The crew wins' }))
  flushSync()
  expect(byId('outcome')!.textContent).toContain('Log as text')
  expect(document.querySelector('a[href^="api/save"]')).toBeNull()
})

const key = (name: string) => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
  flushSync()
}

test('the board then is shown under a bar, nothing can be pressed there, and Escape leads back to now', () => {
  const { client, socket } = start()
  socket.say(fix.view({ position: 9, you: { id: 'p1', name: 'GM', gm: true, seats: ['okello'] }, prompts: [fix.turnPrompt] }))
  socket.say({ type: 'log', reset: true, entries: [fix.entry(0), fix.entry(1), fix.entry(2)] })
  flushSync()
  client.lookBack(1)
  const then = fix.fight({ round: 1, personas: [fix.persona('okello', 'Okello as he was', 'crew', 'hall')] })
  socket.say({ type: 'position', id: socket.of('want_position')[0]!.id, entry: 1, fight: { ...then } })
  flushSync()
  expect(byId('past')!.textContent).toContain('As it stood after entry 2.')
  expect(byId('token-okello')!.textContent).toContain('Okello as he was')
  expect(document.querySelector('[data-hotkey], [data-confirm], [data-testid^=answer-]')).toBeNull()
  expect(byId('undo')).toBeNull()
  key('u')
  expect(socket.of('undo')).toHaveLength(0)
  key(']')
  expect(socket.of('want_position')[1]?.entry).toBe(2)
  socket.say({ type: 'refused', id: socket.of('want_position')[1]!.id, kind: 'refused', text: 'Not yours.', clause: null })
  key('[')
  expect(socket.of('want_position')[2]?.entry).toBe(0)
  key('Escape')
  expect(byId('past')).toBeNull()
  expect(byId('token-okello')!.textContent).not.toContain('as he was')
  expect(byId('group-set-up-with-sense')).not.toBeNull()
  key('u')
  expect(socket.of('undo')[0]).toMatchObject({ position: 9 })
})

test('a question is left to its default, and asked again, with one press each', () => {
  const { client, socket } = start()
  socket.say(fix.view({ you: { id: 'p1', name: 'GM', gm: true, seats: [] }, reactions: { gm: { stalemate: 'no' } } }))
  client.drawer = 'gm'
  flushSync()
  expect(byId('standing-gm-stalemate')!.textContent).toContain('Always the default')
  click('standing-gm-stalemate')
  click('standing-gm-out-meaning')
  client.drawer = 'table'
  flushSync()
  click('standing-okello-split')
  expect(byId('standing-okello-stalemate')).toBeNull()
  expect(socket.of('set_reaction')).toMatchObject([
    { seat: 'gm', ability: 'stalemate', answer: 'ask' },
    { seat: 'gm', ability: 'out meaning', answer: 'no' },
    { seat: 'okello', ability: 'split', answer: 'no' },
  ])
})

test('a save of other rules is read: the reason stands where questions stand, and nothing is offered', () => {
  const { client, socket } = start()
  const why = 'With the rules of today this fight differs at input 20.'
  socket.say(fix.view({ you: { id: 'p1', name: 'GM', gm: true, seats: [] }, prompts: [], read_only: true, next_step: why }))
  flushSync()
  expect(byId('closed')!.textContent).toBe(why)
  expect(byId('board')).not.toBeNull()
  client.drawer = 'gm'
  flushSync()
  expect(document.querySelector('[data-testid^=standing-], [data-testid=gm-save], .drawer form')).toBeNull()
})

test('whoever is turned away reads why', () => {
  const { socket } = start()
  socket.say({ type: 'refused', id: null, kind: 'forbidden', text: 'Only the GM can look at it.', clause: null })
  flushSync()
  expect(byId('turned-away')!.textContent).toBe('Only the GM can look at it.')
})
