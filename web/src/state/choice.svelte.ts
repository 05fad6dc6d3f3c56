import type { OptionView, Prompt } from '../protocol.gen'
import { groupsOf, type Group } from '../prompt/grouping'

/** What a person has picked but not yet sent: a row of the panel, then a target. Nothing is spent by it. */
export class Choice {
  prompt = $state.raw<Prompt | null>(null)
  groupName = $state<string | null>(null)
  optionId = $state<string | null>(null)

  groups = $derived<Group[]>(this.prompt?.question ? groupsOf(this.prompt.question.options) : [])
  group = $derived<Group | null>(this.groups.find((one) => one.key === this.groupName) ?? null)
  /** A turn is chosen row by row; any other question lies open whole. */
  #within = $derived<OptionView[]>(
    this.group?.options ?? (this.prompt?.question && this.prompt.question.kind !== 'turn' ? this.prompt.question.options : []),
  )
  option = $derived<OptionView | null>(this.#within.find((one) => one.id === this.optionId) ?? null)
  /** Who or where may be clicked on the board for the chosen row. */
  targets = $derived<Map<string, OptionView>>(
    new Map(this.#within.flatMap((one) => (one.target !== null && !one.refusal ? [[one.target, one]] : []))),
  )

  /** Follow the question that is open now. A choice that is still offered stays; true if one was lost. */
  follow(prompt: Prompt | null): boolean {
    const before = this.prompt
    this.prompt = prompt
    // What was picked for one question is no answer to another.
    if (before?.question?.kind !== prompt?.question?.kind && this.groupName === null) this.optionId = null
    if (before && prompt && before.seat !== prompt.seat) {
      this.clear()
      return false
    }
    const had = this.groupName !== null
    if (this.groupName !== null && !this.group) this.clear()
    if (this.optionId !== null && !this.option) this.optionId = null
    return had && this.groupName === null && prompt !== null
  }

  pick(group: Group): void {
    if (this.groupName === group.key) {
      this.clear()
      return
    }
    this.groupName = group.key
    const open = group.options.filter((one) => !one.refusal)
    const only = open.length === 1 ? open[0] : group.options.length === 1 ? group.options[0] : undefined
    this.optionId = only?.id ?? null
  }

  pickOption(option: OptionView): void {
    this.optionId = option.id
  }

  /** An option of whatever row, as when a place on the board is pressed before any row. */
  take(option: OptionView): void {
    if (this.prompt?.question?.kind === 'turn') {
      this.groupName = this.groups.find((one) => one.options.includes(option))?.key ?? null
    }
    this.optionId = option.id
  }

  pickTarget(target: string): boolean {
    const option = this.targets.get(target)
    if (!option) return false
    this.optionId = option.id
    return true
  }

  /** One step along the targets, in the order of the list. */
  step(by: 1 | -1): void {
    const open = [...this.targets.values()]
    if (open.length === 0) return
    const at = open.findIndex((one) => one.id === this.optionId)
    const next = at < 0 ? (by > 0 ? 0 : open.length - 1) : (at + by + open.length) % open.length
    this.optionId = open[next]!.id
  }

  /** One step back; false when there was nothing to take back. */
  back(): boolean {
    if (this.optionId !== null && this.#within.length > 1) {
      this.optionId = null
      return true
    }
    if (this.groupName === null) return false
    this.clear()
    return true
  }

  clear(): void {
    this.groupName = null
    this.optionId = null
  }
}
