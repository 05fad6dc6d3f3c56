import type { OptionView, Pip } from '../protocol.gen'

/** One row of the action panel: options that differ only by their target. */
export interface Group {
  key: string
  name: string
  section: string
  options: OptionView[]
  cost: Pip[]
  /** A line under the name, where all options agree on it. */
  detail: string
  /** Set when every option of the row is refused: the reason of the first. */
  refusal: OptionView['refusal']
  /** Whether the row needs a second choice. */
  targeted: boolean
}

export interface Section {
  name: string
  groups: Group[]
  /**
   * Set for a long section whose rows differ only in their last words ("Set up with Sense"): what they share;
   * empty for a long one of which nothing is open. Its rows are drawn small, without second lines, and the reasons of refused ones stand below, once each.
   */
  shared: string | null
  reasons: { refusal: NonNullable<OptionView['refusal']>; names: string[] }[]
}

const LONG = 5

/** Rows in the order in which the question first names them. */
export function groupsOf(options: OptionView[]): Group[] {
  const found = new Map<string, OptionView[]>()
  for (const option of options) {
    const key = `${option.section}/${option.group}`
    const list = found.get(key)
    if (list) list.push(option)
    else found.set(key, [option])
  }
  return [...found].map(([key, list]) => {
    const first = list[0]!
    const open = list.filter((one) => !one.refusal)
    const shown = open.length > 0 ? open : list
    return {
      key,
      name: first.group || first.label,
      section: first.section,
      options: list,
      cost: first.cost,
      detail: shown.every((one) => one.detail === shown[0]!.detail) ? shown[0]!.detail : '',
      refusal: open.length === 0 ? first.refusal : null,
      targeted: list.length > 1 || first.target_kind !== 'none',
    }
  })
}

/** The row that ends the turn: the last one, where it costs nothing and needs no target. It is kept in sight. */
export function closing(groups: Group[]): Group | null {
  const last = groups.at(-1)
  return last && !last.targeted && !last.refusal && last.cost.length === 0 && groups.length > 1 ? last : null
}

export function sectionsOf(groups: Group[]): Section[] {
  const found = new Map<string, Group[]>()
  for (const group of groups) {
    const list = found.get(group.section)
    if (list) list.push(group)
    else found.set(group.section, [group])
  }
  return [...found].map(([name, list]) => {
    const shut = list.every((one) => one.refusal)
    const shared = list.length >= LONG ? (sharedWords(list.map((one) => one.name)) ?? (shut ? '' : null)) : null
    return { name, groups: list, shared, reasons: shared === null ? [] : reasonsOf(list, shared) }
  })
}

/** The words with which all names begin, with the space after them; null where there are none. */
export function sharedWords(names: readonly string[]): string | null {
  const first = names[0] ?? ''
  for (let at = first.lastIndexOf(' '); at > 0; at = first.lastIndexOf(' ', at - 1)) {
    const start = first.slice(0, at + 1)
    if (names.every((name) => name.startsWith(start) && name.length > start.length)) return start
  }
  return null
}

function reasonsOf(groups: readonly Group[], shared: string): Section['reasons'] {
  const found = new Map<string, Section['reasons'][number]>()
  for (const group of groups) {
    if (!group.refusal) continue
    const key = `${group.refusal.clause} ${group.refusal.text}`
    const one = found.get(key) ?? { refusal: group.refusal, names: [] }
    one.names.push(group.name.slice(shared.length))
    found.set(key, one)
  }
  return [...found.values()]
}

/** Whether a press on the row is the whole act: no target, and nothing bigger than a small cost, or `anyway`. */
export function actsAtOnce(group: Group, heavy: readonly string[], anyway = false): boolean {
  return !group.targeted && !group.refusal && (anyway || !group.cost.some((pip) => heavy.includes(pip.pip)))
}
