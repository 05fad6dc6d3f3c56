import { expect, test } from 'vitest'
import { fight } from '../../testing/fixtures'
import { passage, placeTokens, spots, zoneBox } from './layout'
import { nearest } from './roam'

const box = { x: 10, y: 10, w: 190, h: 260 }

test.each([1, 2, 3, 4, 5, 6, 7, 8])('%i tokens stand in a zone without touching', (count) => {
  const placed = spots(count, box, 1)
  expect(placed).toHaveLength(count)
  for (const [at, one] of placed.entries()) {
    expect(one.x - one.size / 2).toBeGreaterThanOrEqual(box.x)
    expect(one.x + one.size / 2).toBeLessThanOrEqual(box.x + box.w)
    expect(one.y - one.size / 2).toBeGreaterThanOrEqual(box.y)
    expect(one.y + one.size / 2).toBeLessThanOrEqual(box.y + box.h)
    for (const other of placed.slice(at + 1)) {
      expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThan(one.size)
    }
  }
})

test('an upright plate is the plan turned by a quarter', () => {
  const zone = fight().zones[0]!
  const lying = zoneBox(zone, 1000, 600, false)
  const upright = zoneBox(zone, 600, 1000, true)
  expect([upright.w, upright.h]).toEqual([lying.h, lying.w])
  expect(upright.y).toBe(lying.x)
})

test('a concealed foe is drawn where it was last seen', () => {
  const boxes = new Map(fight().zones.map((zone) => [zone.id, zoneBox(zone, 700, 360, false)]))
  const placed = placeTokens(fight(), boxes)
  const gantry = boxes.get('gantry')!
  expect(placed.get('petra')!.x).toBeGreaterThan(gantry.x)
  expect(placed.size).toBe(6)
})

test('a passage joins facing edges', () => {
  const line = passage({ x: 0, y: 0, w: 10, h: 20 }, { x: 30, y: 10, w: 10, h: 20 })
  expect(line.x1).toBeLessThan(line.x2)
  expect(line.y1).toBe(15)
  expect(line.y2).toBe(15)
})

test('arrow keys go to the nearest thing in their direction', () => {
  const points = [{ x: 100, y: 0 }, { x: 40, y: 60 }, { x: 50, y: 5 }]
  expect(nearest({ x: 0, y: 0 }, points, [1, 0])).toBe(2)
  expect(nearest({ x: 0, y: 0 }, points, [0, 1])).toBe(1)
  expect(nearest({ x: 0, y: 0 }, points, [-1, 0])).toBe(-1)
})
