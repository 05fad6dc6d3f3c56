import { getContext, setContext } from 'svelte'
import { folderKey, Link, rootFolder, socketUrl } from '../net/link.svelte'
import type { ClientMessage, Odds, PositionMessage, Prompt, ServerMessage, View, Welcome, WhatIfView } from '../protocol.gen'
import { systemUi } from '../systems'
import type { Tab } from '../systems/types'
import { Ahead } from './ahead.svelte'
import { entrySentence, promptSentence, turnSentence, undoneSentence } from './announce'
import { Choice } from './choice.svelte'
import { Clauses } from './clauses.svelte'
import { Live } from './live.svelte'
import { LogBook } from './logbook.svelte'
import { LookBack } from './lookback.svelte'
import { Notices } from './notices.svelte'
import { OddsBook } from './oddsbook.svelte'
import { Outbox, type Command } from './outbox.svelte'
import { Prefs } from './prefs.svelte'
import { Screen } from './screen.svelte'
import { store, tabStore, type Store } from './store'

export type Drawer = 'table' | 'gm' | 'rules' | 'keys'

export function promptKey(prompt: Prompt): string {
  return `${prompt.stamp} ${prompt.part} ${prompt.seat}`
}

/** Everything the page knows. It runs no rules: it keeps what the table says and sends what is clicked. */
export class Client {
  view = $state.raw<View | null>(null)
  welcome = $state.raw<Welcome | null>(null)
  /** Chose to look on, or put the join screen away. */
  watching = $state(false)
  tab = $state<Tab>('act')
  drawer = $state<Drawer | null>(null)
  /** Whose sheet is shown; null follows the one who has to act. */
  selected = $state<string | null>(null)
  /** Which open question is in front, when there are several. */
  front = $state<string | null>(null)

  /** Why there is no view for this reader, when the table says so instead of showing one. */
  turnedAway = $state('')

  readonly link: Link
  readonly outbox: Outbox
  readonly odds: OddsBook
  readonly past: LookBack
  readonly ahead = new Ahead()
  readonly log = new LogBook()
  readonly notices = new Notices()
  readonly live = new Live()
  readonly clauses = new Clauses()
  readonly prefs = new Prefs()
  readonly choice = new Choice()
  readonly screen = new Screen()
  #gmKey: string
  /** Each table knows a person by another key: that of a private copy must not take the place of the first one's. */
  readonly #copy = folderKey(location.pathname)
  #seen = new Set<string>()
  #greeted = false

  ui = $derived(this.view ? systemUi(this.view.system) : null)
  /** What board, turn order and sheet show: how it stands, or how it stood. */
  drawn = $derived.by<View | null>(() => this.past.over(this.view))
  actors = $derived(new Map(this.drawn && this.ui ? this.ui.actors(this.drawn).map((one) => [one.id, one]) : []))
  mine = $derived<Prompt[]>(this.view?.prompts.filter((one) => one.mine) ?? [])
  others = $derived<Prompt[]>(this.view?.prompts.filter((one) => !one.mine) ?? [])
  prompt = $derived<Prompt | null>(
    this.view?.prompts.find((one) => promptKey(one) === this.front) ?? this.mine[0] ?? null,
  )
  yours = $derived<boolean>(this.mine.some((one) => one.question?.kind === 'turn'))
  /** Seats of this reader that are asked nothing and that no bot plays, where the system lets them do something. */
  unasked = $derived<string[]>(
    this.ui?.unasked && this.view && !this.view.over && !this.closed
      ? this.view.seats.filter((one) => one.yours && !one.bot && !this.mine.some((mine) => mine.seat === one.id)).map((one) => one.id)
      : [],
  )
  shownActor = $derived<string | null>(this.#shown())

  constructor(gmKey = '', make?: (url: string) => WebSocket) {
    this.#gmKey = gmKey
    const url = socketUrl(location)
    this.link = new Link(url, { hello: () => this.#hello(), message: (message) => this.receive(message) }, make)
    this.outbox = new Outbox((message) => this.link.send(message))
    this.odds = new OddsBook(this.outbox)
    this.past = new LookBack(this.outbox)
  }

  /** Why nothing can be done at this table: a save of other rules lies open, to be read by the GM. */
  get closed(): string {
    return this.view?.you.gm && this.view.read_only ? this.view.next_step : ''
  }

  get reachable(): boolean {
    return this.link.state === 'open'
  }

  /** Send what was clicked. False if it is already under way or the table is out of reach. */
  send(command: Command, key: string): boolean {
    if (!this.reachable) {
      this.notices.add('The table is out of reach. Nothing was sent.')
      return false
    }
    return this.outbox.send(this.#placed(command), key) !== null
  }

  /** What takes back or goes against the order of play says on which view it was decided. */
  #placed(command: Command): Command {
    const placed = command.type === 'undo' || command.type === 'redo' || command.type === 'act' || command.type === 'reroll'
    return placed && this.view ? { position: this.view.position, ...command } : command
  }

  /** Show the fight as it stood after an entry of the log. */
  lookBack(entry: number): void {
    if (this.reachable) this.past.want(entry)
    else this.notices.add('The table is out of reach.')
  }

  /** One entry on or back; past the newest is now. */
  stepBack(by: 1 | -1): void {
    const next = this.past.next(this.log.entries, by)
    if (next !== null) this.lookBack(next)
    else if (by > 0) this.backToNow()
    else this.wantOlder()
  }

  backToNow(): void {
    if (!this.past.position) return
    this.past.leave()
    this.#follow()
    this.live.say('Back to now.')
  }

  #showPast(message: PositionMessage): void {
    if (!this.past.receive(message)) return
    this.#follow()
    this.drawer = null
    if (this.screen.size === 'phone') this.tab = 'board'
    const entry = this.log.entries.find((one) => one.number === message.entry)
    this.live.say(`As it stood after entry ${message.entry + 1}. ${entry ? entrySentence(entry) : ''}`)
  }

  /** Open a private copy of the fight as it stood after an entry of the log; null: as it stands now. */
  whatIf(entry: number | null): void {
    if (!this.reachable) this.notices.add('The table is out of reach. Nothing was sent.')
    else this.ahead.wished = this.outbox.send({ type: 'want_what_if', entry }, 'what if') ?? this.ahead.wished
  }

  /** Where a private copy is, from wherever this page lies. */
  addressOf(copy: WhatIfView): string {
    return rootFolder(location.pathname) + copy.address
  }

  /** The link to a copy stands in the GM's hand. */
  #showCopies(): void {
    this.backToNow()
    this.drawer = 'gm'
    this.live.say('A private copy is open. Its link stands in the GM’s hand.')
  }

  get #keys(): Store {
    return this.#copy ? tabStore : store
  }

  get #keyName(): string {
    return this.#copy ? `key.${this.#copy}` : 'key'
  }

  answer(prompt: Prompt, pick: string): boolean {
    return this.send({ type: 'answer', stamp: prompt.stamp, part: prompt.part, pick }, this.answerKey(prompt))
  }

  /** Do what whoever plays a seat may do for it at any time. The same again, while it is under way, sends nothing. */
  ownAct(name: string, data: Record<string, unknown>): boolean {
    return this.send({ type: 'act', name, data, reason: '' }, this.ownActKey(name, data))
  }

  ownActKey(name: string, data: Record<string, unknown>): string {
    return `act ${name} ${JSON.stringify(data)}`
  }

  /** Put one of several open questions in front; null for the first of one's own. */
  bring(key: string | null): void {
    this.front = key
    this.#follow()
  }

  /** The choice on panel and board belongs to the question in front: a turn, or one that is answered on the board. */
  #follow(): boolean {
    const kind = this.prompt?.question?.kind
    const chosen = kind === 'turn' || (kind !== undefined && this.ui?.prompts?.[kind] !== undefined)
    return this.choice.follow(chosen && !this.past.position ? this.prompt : null)
  }

  /** Whom a question is put to. The GM's seat is in no list of seats. */
  seatName(id: string): string {
    return this.view?.seats.find((one) => one.id === id)?.name ?? (id === 'gm' ? 'GM' : id)
  }

  answerKey(prompt: Prompt): string {
    return `answer ${prompt.stamp} ${prompt.part}`
  }

  /** Keep the name for the next visit, and tell the table if it is a new one. */
  rename(name: string): void {
    const wanted = name.trim()
    if (!wanted) return
    store.set('name', wanted)
    if (wanted !== this.view?.you.name) this.send({ type: 'rename', name: wanted }, 'rename')
  }

  sit(seat: string): void {
    if (this.send({ type: 'take_seat', seat }, `sit ${seat}`)) this.watching = false
  }

  wantOlder(): void {
    const range = this.log.missing(this.view?.log_total ?? 0)
    if (range) this.outbox.send({ type: 'want_log', ...range }, `log ${range.stop}`, true)
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.welcome = message
        this.ahead.forget()
        this.#keys.set(this.#keyName, message.key)
        this.outbox.repeat()
        if (this.#greeted) this.live.say('Back. Nothing was missed.')
        this.#greeted = true
        break
      case 'view':
        this.#take(message)
        break
      case 'log': {
        const first = this.log.entries.length === 0
        // Another log, other numbers: what was shown of the past belongs to a log that is gone.
        if (message.reset) this.past.leave()
        const { fresh, undone } = this.log.merge(message.entries, message.reset)
        if (!first && !message.reset) this.#tell(fresh.filter((one) => one.number >= this.log.have - fresh.length), undone)
        break
      }
      case 'accepted':
        this.outbox.accepted(message.id, this.view)
        break
      case 'refused':
        this.#refuse(message.id, message.text, message.clause)
        break
      case 'odds':
        this.odds.receive(message.id, message.odds as Odds | null)
        break
      case 'position':
        this.#showPast(message)
        break
      case 'forecast':
        if (this.ahead.take(message)) this.live.say(message.state === 'done' ? message.summary.join(' ') : message.text)
        break
      case 'what_ifs':
        if (this.ahead.copies(message)) this.#showCopies()
        break
    }
  }

  #take(view: View): void {
    const before = this.view
    // What was picked for a question is done with once the question was answered here.
    const picked = this.choice.prompt
    const answered = picked !== null && this.outbox.busy(this.answerKey(picked))
    if (answered && !view.prompts.some((one) => promptKey(one) === promptKey(picked))) this.choice.clear()
    this.view = view
    // The same question may be about something else by now.
    if (before && before.position !== view.position) this.odds.doubt()
    this.outbox.settle(view)
    this.#tellShared(before, view)
    if (this.front && !view.prompts.some((one) => promptKey(one) === this.front)) {
      // Whoever answers for somebody goes on doing so while the same seat is asked, until it is left to them.
      const seat = before?.prompts.find((one) => promptKey(one) === this.front)?.seat
      const next = view.prompts.find((one) => one.seat === seat && !one.mine)
      this.front = next ? promptKey(next) : null
    }
    if (this.selected && !this.actors.has(this.selected)) this.selected = null
    if (this.#follow()) this.notices.add('The table moved on; this is how it stands.')
    this.live.say(turnSentence(before, view, this.ui))
    for (const prompt of this.mine) {
      const key = promptKey(prompt)
      if (this.#seen.has(key)) continue
      // Within one turn the question comes again after every act: only its first showing interrupts.
      const again = before?.prompts.some((one) => one.mine && one.seat === prompt.seat && sameTurn(one, prompt))
      if (!again) this.live.say(promptSentence(prompt, view, this.ui), true)
      if (!this.past.position && (!again || prompt.question?.kind !== 'turn')) this.tab = 'act'
    }
    this.#seen = new Set(this.mine.map(promptKey))
  }

  /** A forecast that everybody is told is news once. */
  #tellShared(before: View | null, view: View): void {
    const text = view.shared_forecast?.text.join(' ') ?? ''
    if (!before || !text || text === before.shared_forecast?.text.join(' ')) return
    if (!view.you.gm) this.notices.add(`The GM shares a forecast. ${text}`)
    this.live.say(`The GM shares a forecast. ${text}`)
  }

  #tell(fresh: { number: number }[], undone: Parameters<typeof undoneSentence>[0]): void {
    const numbers = new Set(fresh.map((one) => one.number))
    const entries = this.log.entries.filter((one) => numbers.has(one.number)).slice(-3)
    // The table logs what was taken back; only where that entry is not for this reader is it said here.
    this.live.say(entries.length > 0 ? entries.map(entrySentence).join(' ') : undoneSentence(undone))
  }

  #refuse(id: string | null, text: string, clause: string | null): void {
    const quiet = this.outbox.isQuiet(id)
    this.odds.refused(id)
    this.outbox.refused(id)
    if (quiet) return
    if (!this.view) this.turnedAway = text
    this.notices.add(text, clause)
    this.live.say(`${text}${clause ? ` ${clause}.` : ''}`)
  }

  #hello(): ClientMessage {
    return {
      type: 'hello',
      key: this.#keys.get(this.#keyName),
      gm_key: this.#gmKey,
      name: store.get('name'),
      have: this.log.have,
    }
  }

  #shown(): string | null {
    if (!this.view || !this.ui) return null
    if (this.selected && this.actors.has(this.selected)) return this.selected
    const asked = this.prompt?.seat
    if (asked && this.actors.has(asked)) return asked
    const own = this.view.you.seats.find((one) => this.actors.has(one))
    return own ?? this.ui.acting(this.drawn ?? this.view) ?? [...this.actors.keys()][0] ?? null
  }
}

function sameTurn(one: Prompt, other: Prompt): boolean {
  return one.question?.kind === 'turn' && other.question?.kind === 'turn'
}

const KEY = Symbol('client')

export function provideClient(client: Client): void {
  setContext(KEY, client)
}

export function useClient(): Client {
  return getContext<Client>(KEY)
}
