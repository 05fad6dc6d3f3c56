/** Outlines in a box of 28 by 28: the outline says which die, the figure says the face. */
const OUTLINES: Record<number, string> = {
  4: 'M14 3.5 26 24.5H2z',
  6: 'M6.5 4h15A2.5 2.5 0 0 1 24 6.5v15a2.5 2.5 0 0 1-2.5 2.5h-15A2.5 2.5 0 0 1 4 21.5v-15A2.5 2.5 0 0 1 6.5 4z',
  8: 'M14 1.5 26 14 14 26.5 2 14z',
  10: 'M14 1.5 26.5 12.5 22 19.5 14 26.5 6 19.5 1.5 12.5z',
  12: 'M14 1.8 26 10.6 21.4 25H6.6L2 10.6z',
  20: 'M14 1.5 25 7.8V20.2L14 26.5 3 20.2V7.8z',
}

/** Dice without a shape of their own are drawn as circles. */
export function outline(sides: number): string {
  return OUTLINES[sides] ?? 'M14 2A12 12 0 1 1 14 26A12 12 0 1 1 14 2z'
}

/** Where the figure sits: low in the triangle, a little low in the pentagon. */
export function baseline(sides: number): number {
  return sides === 4 ? 21 : sides === 12 ? 19.5 : 18.5
}

/** Faces that cannot go on: a second digit would leave the range. */
export function complete(text: string, sides: number): boolean {
  if (!/^\d+$/.test(text)) return false
  return Number(text) * 10 > sides || text.length >= String(sides).length
}

/** The face that was typed, or null when no such face exists. The 0 of a ten-sided die is its 10. */
export function faceOf(text: string, sides: number): number | null {
  if (!/^\d{1,3}$/.test(text)) return null
  const value = Number(text)
  if (value === 0 && sides === 10) return 10
  return value >= 1 && value <= sides ? value : null
}

/** A die's label beside the drawing of that die, which tells its size: "Gear d4, bolas" is "Gear, bolas". */
export function labelBeside(label: string, sides: number): string {
  return label
    .replace(new RegExp(`\\bd${sides}\\b`), '')
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .replace(/^[ ,]+|[ ,]+$/g, '')
}
