/**
 * A new question takes the focus on its default only when the focus was on the board or on the question
 * before it: never out of a field somebody types in, and never out of the log.
 */
export function heldByPlay(): boolean {
  return Boolean(document.activeElement?.closest('[data-region=board], [data-region=prompt]'))
}

export function focusFirst(dock: HTMLElement): void {
  const at = document.activeElement
  if (at && at !== dock && at.isConnected && dock.contains(at)) return
  const first = dock.querySelector<HTMLElement>('[data-default], form input, [data-hotkey="1"]') ?? dock
  first.focus()
}
