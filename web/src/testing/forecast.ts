import type { ForecastMessage } from '../protocol.gen'

/** A forecast to look at and to test against. */
export function forecast(more: Partial<ForecastMessage> = {}): ForecastMessage {
  return {
    type: 'forecast',
    number: 1,
    position: 12,
    after: 7,
    wanted: 500,
    played: 500,
    state: 'done',
    text: '',
    sides: [
      { id: 'crew', name: 'The crew', wins: { percent: 61.8, low: 57.5, high: 66 } },
      { id: 'gate', name: 'The gate', wins: { percent: 38, low: 33.8, high: 42.3 } },
    ],
    nobody: 0.2,
    units: [
      { id: 'grusk', name: 'Grusk', side: 'gate', falls: { percent: 81, low: 77.4, high: 84.2 } },
      { id: 'maren', name: 'Maren', side: 'crew', falls: { percent: 44.2, low: 39.9, high: 48.6 } },
    ],
    length: { rounds: true, now: 3, mean: 5.2, low: 4, high: 7 },
    summary: ['Bots played it to the end 500 times.', 'Chance to win: The crew 62 % (57 to 66), The gate 38 % (34 to 42).'],
    shared: false,
    ...more,
  }
}
