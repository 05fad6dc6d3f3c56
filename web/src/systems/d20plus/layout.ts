/** Where things stand on the plate, in pixels. Only drawing: no distance is measured here. */
import type { FightView, ZoneView } from './view.gen'
import { placeOf } from './fight'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export interface Spot {
  x: number
  y: number
  /** Token size, and the room for its name. */
  size: number
  width: number
  /** Lines of text under the token: name and conditions share one where the room is low. */
  lines: 1 | 2
}

const PLAN = { width: 100, height: 60 }
export const HEAD = 42
/** A zone lower than this has its head in one line. */
export const LOW = 112
const LOW_HEAD = 26
const HEAD_WIDTH = 150
const COVER = 20

/** A plan lies down; on an upright plate it is turned by a quarter, so that zones stay wide enough to read. */
export function zoneBox(zone: ZoneView, width: number, height: number, upright: boolean): Box {
  const [x, y, w, h, across, down] = upright
    ? [PLAN.height - zone.y - zone.height, zone.x, zone.height, zone.width, PLAN.height, PLAN.width]
    : [zone.x, zone.y, zone.width, zone.height, PLAN.width, PLAN.height]
  const sx = width / across
  const sy = height / down
  return { x: x * sx, y: y * sy, w: w * sx, h: h * sy }
}

/** Tokens in rows under the zone's head, as large as the room allows. */
export function spots(count: number, box: Box, cover: number): Spot[] {
  if (count === 0) return []
  // A low, wide zone has its tokens beside its head instead of below it.
  const beside = box.h < 130 && box.w - HEAD_WIDTH >= count * 60
  const indent = beside ? HEAD_WIDTH : 0
  const top = beside ? 4 : Math.min(box.h < LOW ? LOW_HEAD : HEAD, box.h * 0.4)
  const foot = cover > 0 ? Math.min(COVER * Math.min(cover, 2), box.h * 0.2) : 0
  const width = Math.max(box.w - 8 - indent, 1)
  const height = Math.max(box.h - top - foot - 4, 1)
  let best = { columns: 1, fit: 0 }
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns)
    const fit = Math.min(width / columns / 66, height / rows / 74)
    if (fit > best.fit) best = { columns, fit }
  }
  const rows = Math.ceil(count / best.columns)
  const cellW = Math.min(width / best.columns, 150)
  const cellH = Math.min(height / rows, 110)
  const lines = cellH < 84 ? 1 : 2
  const text = lines * 15 + 3
  const size = Math.max(18, Math.min(44, cellW - 10, cellH - text - 4))
  const left = box.x + 4 + indent + (width - cellW * best.columns) / 2
  const above = box.y + top + (height - cellH * rows) / 2
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / best.columns)
    const inRow = row === rows - 1 ? count - row * best.columns : best.columns
    const shift = ((best.columns - inRow) * cellW) / 2
    return {
      x: left + shift + (at % best.columns) * cellW + cellW / 2,
      y: above + row * cellH + Math.max(0, cellH - size - text - 4) / 2 + size / 2 + 2,
      size,
      width: Math.min(width / best.columns, 220) - 2,
      lines,
    }
  })
}

/** Every token that is drawn, by id. Sides stand together, in the order of the table. */
export function placeTokens(fight: FightView, boxes: Map<string, Box>): Map<string, Spot> {
  const placed = new Map<string, Spot>()
  const sides = fight.sides.map((side) => side.id)
  for (const zone of fight.zones) {
    const box = boxes.get(zone.id)
    if (!box) continue
    const here = fight.personas
      .filter((one) => placeOf(one) === zone.id)
      .sort((a, b) => sides.indexOf(a.side) - sides.indexOf(b.side))
    const found = spots(here.length, box, zone.cover.length)
    here.forEach((one, at) => placed.set(one.id, found[at]!))
  }
  return placed
}

/** Where two zones' edges face each other: the middle of what they share, from edge to edge. */
export function passage(a: Box, b: Box): { x1: number; y1: number; x2: number; y2: number } {
  const overlap = (s: number, sl: number, t: number, tl: number) => (Math.max(s, t) + Math.min(s + sl, t + tl)) / 2
  const apartX = a.x + a.w <= b.x || b.x + b.w <= a.x
  const apartY = a.y + a.h <= b.y || b.y + b.h <= a.y
  const x = overlap(a.x, a.w, b.x, b.w)
  const y = overlap(a.y, a.h, b.y, b.h)
  const [left, right] = a.x <= b.x ? [a, b] : [b, a]
  const [high, low] = a.y <= b.y ? [a, b] : [b, a]
  if (apartX && !apartY) return { x1: left.x + left.w - 2, y1: y, x2: right.x + 2, y2: y }
  if (apartY && !apartX) return { x1: x, y1: high.y + high.h - 2, x2: x, y2: low.y + 2 }
  return {
    x1: apartX ? left.x + left.w - 2 : x,
    y1: left.y + left.h / 2,
    x2: apartX ? right.x + 2 : x,
    y2: right.y + right.h / 2,
  }
}

/** An arrow from token to token that stops short of both. */
export function arrow(from: Spot, to: Spot): { x1: number; y1: number; x2: number; y2: number } {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const far = Math.hypot(dx, dy) || 1
  // The name stands under the token: a line that leaves or meets it from below keeps clear of the text.
  const away = (spot: Spot, down: number) =>
    Math.min(spot.size * 0.72 + 4 + (down > 0.6 * far ? 16 : 0), far / 2 - 2)
  const start = away(from, dy)
  const end = away(to, -dy)
  return {
    x1: from.x + (dx / far) * start,
    y1: from.y + (dy / far) * start,
    x2: to.x - (dx / far) * end,
    y2: to.y - (dy / far) * end,
  }
}
