import type { Entry, Prompt, View } from '../protocol.gen'
import type { SystemUi } from '../systems/types'
import { totalOf } from '../parts/text'

/** Sentences for the live region: outcome first, one sentence for each thing that happened. */
export function promptSentence(prompt: Prompt, view: View, ui: SystemUi | null): string {
  if (prompt.dice) return `${prompt.dice_title ?? 'Your dice, please'}. ${plural(prompt.dice.length, 'die', 'dice')} to enter.`
  const question = prompt.question
  if (!question) return ''
  const seat = view.seats.find((one) => one.id === prompt.seat)?.name ?? ''
  if (question.kind === 'turn') return `Your turn, ${seat}. ${ui?.turnSentence(view) ?? ''}`.trim()
  const open = question.options.filter((one) => !one.refusal)
  const fallback = question.options.find((one) => one.id === question.default)
  const odds = question.options.some((one) => one.odds) ? ', odds with O' : ''
  return [
    sentence(question.title),
    fallback ? `${fallback.label} is the default.` : '',
    `${plural(open.length, 'answer')}${odds}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function entrySentence(entry: Entry): string {
  const totals = entry.ledgers.map(totalOf).filter(Boolean)
  const against = totals.length === 2 && entry.ledgers.length === 2 ? ` ${totals[0]} against ${totals[1]}.` : ''
  const said = entry.say.map((part) => (typeof part === 'string' ? part : part.name)).join('')
  const headline = entry.result?.headline ? `${sentence(entry.result.headline)} ` : ''
  return `${headline}${sentence(said)}${against}`
}

export function turnSentence(before: View | null, view: View, ui: SystemUi | null): string {
  if (!ui) return ''
  const acting = ui.acting(view)
  if (!before || !acting || acting === ui.acting(before) || view.you.seats.includes(acting)) return ''
  const name = ui.actors(view).find((one) => one.id === acting)?.name
  return name ? `${name}’s turn.` : ''
}

export function undoneSentence(undone: Entry[]): string {
  const by = undone[0]?.undone_by
  return by ? `${by} took back ${plural(undone.length, 'step')}.` : ''
}

export function oddsSentence(bars: { label: string; percent: number }[], mean: number): string {
  const parts = bars.map((bar, at) => `${bar.label} ${bar.percent.toFixed(1)}${at === 0 ? ' percent' : ''}`)
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. Mean ${mean.toFixed(2)}.`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

function sentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…”]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
