import type { LucideIcon } from '@lucide/svelte'
import type { Component } from 'svelte'
import type { Group } from '../prompt/grouping'
import type { Prompt, QuestionView, View } from '../protocol.gen'

export type SideMark = 'a' | 'b' | 'c' | 'd'

/** Somebody in the fight, as the shared parts need to know: a name and a token. */
export interface Actor {
  id: string
  name: string
  letters: string
  mark: SideMark
  /** The name of the side. */
  side: string
  /** One line for the join screen: profession, body, class. */
  line: string
  out: boolean
}

/** Somebody at the end of a fight: out of it or not, and in what state, as far as the reader knows. */
export interface Standing {
  id: string
  out: boolean
  state: string
}

/** The views of a phone, one at a time. */
export type Tab = 'board' | 'act' | 'sheet' | 'log'

/** What a game system brings to the page. Everything else is shared and knows none of its words. */
export interface SystemUi {
  /** Turn order, for the bar under the head; `compact` on phones. */
  Strip: Component<{ compact?: boolean }>
  Board: Component
  Sheet: Component
  /** On phones, above the actions: what a player must see to act. */
  Brief: Component
  GmTools: Component
  /** Above the actions of a turn: what whoever acts must not overlook. */
  Notice?: Component<{ seat: string }>
  /** Pips that are dear enough for a press to need a confirmation. */
  dearPips: readonly string[]
  /** Rows without a target that one press carries out, whatever they cost. */
  atOnce?(group: Group, view: View): boolean
  /** What it is called to do something of a section to somebody: "Strikes" is "Strike", and a name follows. */
  verbs: Readonly<Record<string, string>>
  /** Clauses that go without saying: what did not count for one of them is told in an opened entry only. */
  plain: readonly string[]
  /** Kinds of questions, besides that of a turn, in which the GM may allow what a clause refuses. */
  allowable?: readonly string[]
  /** Kinds of questions with a default that somebody may leave to it once and for all: the GM, or who plays a seat. */
  leavable: readonly { kind: string; label: string; gm: boolean }[]
  /** Kinds of questions that the system draws itself: aimed on the board and confirmed. Others are slips. */
  prompts?: Readonly<Record<string, Component<{ prompt: Prompt; question: QuestionView }>>>
  /**
   * Draws the question of a turn in place of the panel of actions. It may leave the picked row to `client.choice`;
   * then a phone shows what is chosen at its foot, as for the panel.
   */
  turn?: Component<{ prompt: Prompt; question: QuestionView }>
  /** Draws what is picked in such a turn, where a phone shows it at its foot. */
  chosen?: Component<{ prompt: Prompt; group: Group; busy: boolean }>
  /**
   * What somebody may do for seats of their own that nobody asks now: `client.ownAct` sends it, whatever question is
   * open for others. It stands in the dock; `compact` below a question that this reader answers.
   */
  unasked?: Component<{ seats: readonly string[]; compact: boolean }>
  /** What the tabs of a phone are called, and their icons, where the usual ones do not fit. */
  tabs?: Readonly<Partial<Record<Tab, { label: string; icon?: LucideIcon }>>>
  /** Kinds of questions of which all that are open to a reader are drawn as one. */
  together?: readonly string[]
  /** Kinds of questions, besides reactions, whose answers are weighed by their odds. */
  weighed?: readonly string[]
  /** How the options of a chosen row are picked, where a list of buttons would be a poor picture of them. */
  picker?(group: Group): Component<{ prompt: Prompt; group: Group; busy: boolean }> | null
  /** Keys that only this system knows, for the list of keys. */
  keys?: readonly [string, string][]
  actors(view: View): Actor[]
  round(view: View): number | null
  /** Whose turn it is, if it is anyone's. */
  acting(view: View): string | null
  /** "Mid lane. 1 Action, 1 Move, 2 Beats." for the one whose turn it is. */
  turnSentence(view: View): string
  /** Where somebody stands, for the head of a phone. */
  whereabouts(view: View, actor: string): string
  outcome(view: View): string | null
  /** How everybody came out of it, in the order of the sides. */
  standing(view: View): Standing[]
}

const MARKS: readonly SideMark[] = ['a', 'b', 'c', 'd']

/** The first side of a fight is A, the second B, and so on. */
export function markOf(sides: readonly string[], side: string): SideMark {
  return MARKS[Math.max(0, sides.indexOf(side)) % MARKS.length]!
}
