import type { ForecastMessage, WhatIfsMessage, WhatIfView } from '../protocol.gen'

/** What the GM was told of how the fight may go on, and the private copies that are open. */
export class Ahead {
  forecast = $state.raw<ForecastMessage | null>(null)
  tables = $state.raw<readonly WhatIfView[]>([])
  /** The id of the wish for a copy that is under way. */
  wished: string | null = null

  /** Before the table says how it stands. */
  forget(): void {
    this.forecast = null
    this.tables = []
  }

  /** True when this is the end of it. */
  take(message: ForecastMessage): boolean {
    const before = this.forecast
    if (before && message.number < before.number) return false
    this.forecast = message
    return message.state !== 'running' && (before?.number !== message.number || before.state === 'running')
  }

  /** True when the copy that was wished for here is open. */
  copies(message: WhatIfsMessage): boolean {
    this.tables = message.tables
    const mine = message.id !== null && message.id === this.wished
    if (mine) this.wished = null
    return mine
  }
}
