import type { ClientMessage, ServerMessage, View } from '../protocol.gen'
import type { Client } from '../state/client.svelte'
import * as fix from './fixtures'
import { forecast } from './forecast'
import { SCENES as CANTOR } from './cantor'
import { SCENES as PACE } from './pace'
import { SCENES as SUNDER } from './sunder'

/** Development only: the page shows a fixture and answers clicks a little. Never part of a build. */
const SCENES: Record<string, () => View> = {
  ...CANTOR,
  ...PACE,
  ...SUNDER,
  reaction: () => fix.view({ prompts: [fix.reactionPrompt], waiting: fix.view().waiting }),
  turn: () =>
    fix.view(
      { prompts: [fix.turnPrompt], waiting: [], next_step: 'It is your turn: pick an action below, then whom it is meant for.' },
      { turn: { ...fix.fight().turn!, persona: 'okello', moves: 1 }, strike: null },
    ),
  dice: () => fix.view({ prompts: [fix.dicePrompt] }),
  waiting: () => fix.view({ prompts: [], waiting: [{ seat: 'maren', name: 'Maren', person: 'Ana', text: 'Maren may answer with Blood Ward.' }] }),
  lane: () =>
    fix.view(
      { prompts: [fix.lanePrompt], waiting: [] },
      { phase: 'declaring', order: [], turn: null, strike: null, personas: fix.fight().personas.map((one, at) => ({ ...one, lane: null, declared: at % 2 === 1 })) },
    ),
  gm: () =>
    fix.view({
      you: { id: 'p1', name: 'GM', gm: true, seats: ['grusk'] },
      prompts: [{ ...fix.reactionPrompt, mine: false }],
      notes: [{ text: 'Jonas asks: may Okello shoot anyway?', clause: 'D7.3' }],
    }),
  join: () => fix.view({ you: { id: 'p9', name: '', gm: false, seats: [] } }),
  over: () => fix.view({ over: true, waiting: [], dice: { commitment: '7c1f09ae', seed: 'a seed' } }, { phase: 'over', outcome: 'The crew holds the gate.', turn: null, strike: null }),
  crowd: () =>
    fix.view(
      { prompts: [], waiting: [] },
      {
        personas: [
          ...Array.from({ length: 8 }, (_, at) => fix.persona(`h${at}`, at === 2 ? 'Wilhelmina-Antoinette the Unpronounceable of Nether Saltgate' : `Guard ${at}`, at < 4 ? 'crew' : 'gate', 'hall', { prone: at === 1, letters: `G${at}` })),
          ...Array.from({ length: 5 }, (_, at) => fix.persona(`q${at}`, `漢字の名前 ${at}`, 'gate', 'gantry', { out: at === 3, out_meaning: 'captured' })),
        ],
        order: [],
        turn: null,
        strike: null,
      },
    ),
}

export function playFixture(client: Client, name: string): void {
  const say = (message: ServerMessage) => client.receive(message)
  const link = client.link as unknown as { open: () => void; send: (message: ClientMessage) => boolean; state: string }
  link.open = () => {
    link.state = 'open'
    say({ type: 'welcome', key: '', join_url: 'http://192.168.1.20:8765/', join_qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h1v1H0z"/></svg>' })
    say((SCENES[name] ?? SCENES.turn!)())
    const many = new URL(location.href).searchParams.get('entries')
    const entries = many ? Array.from({ length: Number(many) }, (_, at) => (at % 3 ? fix.entry(at) : { ...fix.strikeEntry, number: at })) : fix.log
    say({ type: 'log', entries, reset: true })
    if (client.view?.you.gm) say(forecast())
    if (client.view?.you.gm) say({ type: 'what_ifs', id: null, tables: [{ table: '0a1b2c', entry: 3, address: 't/0a1b2c/#gm=key' }] })
  }
  link.send = (message) => {
    if (message.type === 'want_odds') setTimeout(() => say({ type: 'odds', id: message.id, option: message.option, odds: fix.odds as never }), 400)
    else if ('id' in message) setTimeout(() => say({ type: 'accepted', id: message.id }), 300)
    return true
  }
  // For looking at the page by script.
  Object.assign(window, { client })
}
