/** A number as it is printed: with a true minus, not a hyphen. */
export function signed(value: number): string {
  return value < 0 ? `\u2212${-value}` : String(value)
}
