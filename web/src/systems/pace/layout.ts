/** Where things are drawn on the plate. Geometry of the picture only: what is near or in reach the table says. */

export interface Point {
  x: number
  y: number
}

export interface Frame {
  width: number
  height: number
  cell: number
}

/** Least size of a square in pixels: a finger needs 44, a mouse less. */
export const LEAST = { finger: 44, mouse: 24 } as const
const MOST = 64

/** The size of a square so that the board fits; never below the least one, unless the whole is wanted. */
export function cellSize(room: { width: number; height: number }, board: { width: number; height: number }, least: number): number {
  const fits = Math.floor(Math.min(room.width / board.width, room.height / board.height))
  return Math.min(MOST, Math.max(fits, least))
}

export function corner(square: number, frame: Frame): Point {
  return { x: (square % frame.width) * frame.cell, y: Math.floor(square / frame.width) * frame.cell }
}

export function centre(square: number, frame: Frame): Point {
  const at = corner(square, frame)
  return { x: at.x + frame.cell / 2, y: at.y + frame.cell / 2 }
}

/** One path of whole squares, for a fill or a frame around each. */
export function squaresPath(squares: readonly number[], frame: Frame): string {
  return squares
    .map((square) => {
      const { x, y } = corner(square, frame)
      return `M${x} ${y}h${frame.cell}v${frame.cell}h${-frame.cell}z`
    })
    .join('')
}

/** The outer edge of a set of squares. */
export function outline(squares: readonly number[], frame: Frame): string {
  const inside = new Set(squares)
  const { width, cell } = frame
  return squares
    .map((square) => {
      const { x, y } = corner(square, frame)
      const column = square % width
      return [
        inside.has(square - width) ? '' : `M${x} ${y}h${cell}`,
        inside.has(square + width) ? '' : `M${x} ${y + cell}h${cell}`,
        column > 0 && inside.has(square - 1) ? '' : `M${x} ${y}v${cell}`,
        column < width - 1 && inside.has(square + 1) ? '' : `M${x + cell} ${y}v${cell}`,
      ].join('')
    })
    .join('')
}

/** A line through the middles of squares. */
export function line(squares: readonly number[], frame: Frame): string {
  return squares
    .map((square, at) => {
      const { x, y } = centre(square, frame)
      return `${at === 0 ? 'M' : 'L'}${x} ${y}`
    })
    .join('')
}

export function squareAt(point: Point, frame: Frame): number | null {
  const column = Math.floor(point.x / frame.cell)
  const row = Math.floor(point.y / frame.cell)
  if (column < 0 || row < 0 || column >= frame.width || row >= frame.height) return null
  return row * frame.width + column
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The square an arrow key leads to; the same one at the edge, null for another key. */
export function stepTo(square: number, key: string, board: { width: number; height: number }): number | null {
  const step = STEPS[key]
  if (!step) return null
  const column = Math.min(board.width - 1, Math.max(0, (square % board.width) + step[0]))
  const row = Math.min(board.height - 1, Math.max(0, Math.floor(square / board.width) + step[1]))
  return row * board.width + column
}
