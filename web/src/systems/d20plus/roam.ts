/** Arrow keys go to the nearest place or token in that direction; only one of them is a tab stop. */
const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export interface Point {
  x: number
  y: number
}

/** Index of the nearest point in a direction, what lies ahead before what lies aside; -1 if there is none. */
export function nearest(from: Point, points: readonly Point[], way: readonly [number, number]): number {
  let best = -1
  let least = Infinity
  points.forEach((point, at) => {
    const along = (point.x - from.x) * way[0] + (point.y - from.y) * way[1]
    const aside = Math.abs((point.x - from.x) * way[1]) + Math.abs((point.y - from.y) * way[0])
    if (along <= 1) return
    const far = along + aside * 2 + (aside > along * 1.5 ? 10_000 : 0)
    if (far < least) {
      least = far
      best = at
    }
  })
  return best
}

export function roam(board: HTMLElement): { destroy: () => void } {
  const centre = (one: Element): Point => {
    const box = one.getBoundingClientRect()
    // A zone is met at its head: its middle may lie under a token.
    return { x: box.x + box.width / 2, y: one.matches('[data-testid^=zone]') ? box.y + 16 : box.y + box.height / 2 }
  }
  const keydown = (event: KeyboardEvent): void => {
    const way = WAYS[event.key]
    const at = document.activeElement
    if (!way || !at || !board.contains(at)) return
    event.preventDefault()
    const stops = [...board.querySelectorAll<HTMLElement>('[data-roam]')].filter((one) => one !== at)
    const next = at === board ? 0 : nearest(centre(at), stops.map(centre), way)
    stops[next]?.focus()
  }
  board.addEventListener('keydown', keydown)
  return { destroy: () => board.removeEventListener('keydown', keydown) }
}
