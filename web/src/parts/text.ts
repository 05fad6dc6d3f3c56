import type { Ledger, LedgerRow } from '../protocol.gen'

/** A number as it is printed: with a true minus, not a hyphen. Nothing for what is told in words. */
export function signed(value: number | null): string {
  if (value === null) return ''
  return value < 0 ? `\u2212${-value}` : String(value)
}

/** What a roller came to: in words where there are some. */
export function totalOf(ledger: Ledger): string {
  return ledger.total_text ?? (ledger.total === null ? '' : String(ledger.total))
}

/** A part of a total without a die, in short: "Grace 8", or in words what it does. */
export function partOf(row: LedgerRow): string {
  return [row.label, row.value === null ? row.detail : signed(row.value)].filter(Boolean).join(' ')
}
