/** Where things are drawn on the plate. Geometry of the picture only: what is near or in reach the table says. */

export interface Point {
  x: number
  y: number
}

/** A board as it is drawn. `side` is the length of a hex's side in pixels. */
export interface Frame {
  width: number
  height: number
  side: number
}

/** Least width of a hex in pixels: a finger needs 44, a mouse less. */
export const LEAST = { finger: 44, mouse: 24 } as const
const MOST = 64
const ROOT = Math.sqrt(3)

/** The corners around a centre on the lattice of whole numbers in which the table gives borders. */
const CORNERS: readonly (readonly [number, number])[] = [[1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1], [0, -2]]

/** A point of that lattice on the page: a unit across is half a hex's width, one down half a side. */
export function onPage(x: number, y: number, frame: Frame): Point {
  return { x: (x * frame.side * ROOT) / 2, y: (y * frame.side) / 2 }
}

function lattice(hex: number, frame: Frame): [number, number] {
  const row = Math.floor(hex / frame.width)
  return [2 * (hex % frame.width) + (row % 2) + 1, 3 * row + 2]
}

export function hexWidth(frame: Frame): number {
  return frame.side * ROOT
}

export function boardSize(frame: Frame): { width: number; height: number } {
  const corner = onPage(2 * frame.width + (frame.height > 1 ? 1 : 0), 3 * frame.height + 1, frame)
  return { width: corner.x, height: corner.y }
}

/** The length of a side so that the board fits; a hex is never narrower than the least, unless the whole is wanted. */
export function sideLength(room: { width: number; height: number }, board: { width: number; height: number }, least: number): number {
  const one = boardSize({ ...board, side: 1 })
  const fits = Math.min(room.width / one.width, room.height / one.height)
  return Math.min(MOST / ROOT, Math.max(Math.floor(fits * 10) / 10, least / ROOT))
}

export function centre(hex: number, frame: Frame): Point {
  return onPage(...lattice(hex, frame), frame)
}

const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** One path of whole hexes, for a fill or a frame around each; `share` draws them smaller. */
export function hexesPath(hexes: readonly number[], frame: Frame, share = 1): string {
  return hexes
    .map((hex) => {
      const [x, y] = lattice(hex, frame)
      return `M${CORNERS.map(([across, down]) => at(onPage(x + across * share, y + down * share, frame))).join('L')}z`
    })
    .join('')
}

/** Closed lines of lattice corners, as the table gives a border. */
export function linesPath(lines: readonly (readonly (readonly number[])[])[], frame: Frame): string {
  return lines.map((line) => `M${line.map(([x, y]) => at(onPage(x!, y!, frame))).join('L')}z`).join('')
}

/** The sides of some hexes that lie between them and the rest of the board; not those at the board's own end. */
export function edge(hexes: readonly number[], frame: Frame): string {
  const inside = new Set(hexes)
  return hexes
    .flatMap((hex) => {
      const [x, y] = lattice(hex, frame)
      return CORNERS.map(([across, down], side) => {
        const [nextAcross, nextDown] = CORNERS[(side + 1) % 6]!
        const beyond = beside(hex, side, frame)
        if (beyond === null || inside.has(beyond)) return ''
        return `M${at(onPage(x + across, y + down, frame))}L${at(onPage(x + nextAcross, y + nextDown, frame))}`
      })
    })
    .join('')
}

/** A line through the middles of hexes. */
export function line(hexes: readonly number[], frame: Frame): string {
  return hexes.map((hex, index) => `${index === 0 ? 'M' : 'L'}${at(centre(hex, frame))}`).join('')
}

/** Six ways clockwise from the east, as columns and rows: from an even row, then from an odd one. */
const STEPS = [
  [[1, 0], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1]],
  [[1, 0], [1, 1], [0, 1], [-1, 0], [0, -1], [1, -1]],
] as const

/** The hex on the other side of a side; null beyond the board. */
export function beside(hex: number, side: number, board: { width: number; height: number }): number | null {
  const row = Math.floor(hex / board.width)
  const [across, down] = STEPS[row & 1]![side]!
  const column = (hex % board.width) + across
  const next = row + down
  return column < 0 || next < 0 || column >= board.width || next >= board.height ? null : next * board.width + column
}

/** The letters lie around the S as the six ways around a hex; up and down keep the column. */
const LETTERS: Record<string, number> = { e: 0, d: 1, s: 2, a: 3, q: 4, w: 5, ArrowRight: 0, ArrowLeft: 3 }

/** The hex a key leads to; the same one at the board's end, null for another key. */
export function stepTo(hex: number, key: string, board: { width: number; height: number }): number | null {
  const down = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (down !== 0) {
    const next = hex + down * board.width
    return next < 0 || next >= board.width * board.height ? hex : next
  }
  const side = LETTERS[key.length === 1 ? key.toLowerCase() : key]
  return side === undefined ? null : (beside(hex, side, board) ?? hex)
}
