/** Arrow keys on the scene: to the nearest place or creature in that direction. */
const WAYS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** Of some points the nearest in a direction, what lies ahead before what lies aside; -1 without any. */
export function nearest(from: readonly [number, number], points: readonly (readonly [number, number])[], way: readonly [number, number]): number {
  let best = -1
  let least = Number.POSITIVE_INFINITY
  points.forEach(([x, y], at) => {
    const along = (x - from[0]) * way[0] + (y - from[1]) * way[1]
    const aside = Math.abs((x - from[0]) * way[1]) + Math.abs((y - from[1]) * way[0])
    const far = along + 2 * aside
    if (along > 1 && far < least) {
      least = far
      best = at
    }
  })
  return best
}

export function roam(board: HTMLElement): { destroy: () => void } {
  const middle = (one: Element): [number, number] => {
    const box = one.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const keydown = (event: KeyboardEvent): void => {
    const way = WAYS[event.key]
    const at = document.activeElement
    if (!way || event.altKey || !at || !board.contains(at)) return
    event.preventDefault()
    const stops = [...board.querySelectorAll<HTMLElement>('[data-roam]')].filter((one) => one !== at)
    stops[at === board ? 0 : nearest(middle(at), stops.map(middle), way)]?.focus()
  }
  board.addEventListener('keydown', keydown)
  return { destroy: () => board.removeEventListener('keydown', keydown) }
}
